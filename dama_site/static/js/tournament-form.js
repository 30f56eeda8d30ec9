// Shows of the pairing systems' settings those of the chosen system. Without this file all are there, each with
// the names of its systems.
const chosen = document.querySelector("select[name=pairing_system]");
const group = document.getElementById("system-settings");
if (chosen && group) {
  for (const names of group.querySelectorAll("[data-systems-named]")) names.hidden = true;
  chosen.addEventListener("change", show);
  window.addEventListener("pageshow", show); // the browser may bring back another choice than the server sent
  show();
}

function show() {
  let any = false;
  for (const setting of group.querySelectorAll("[data-systems]")) {
    setting.hidden = !setting.dataset.systems.split(" ").includes(chosen.value);
    any ||= !setting.hidden;
  }
  group.hidden = !any;
}
