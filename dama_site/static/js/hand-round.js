// A round by hand: a button for each row changes colours over. Without this file the names are written anew.

const valuesOf = (list) => [...document.querySelectorAll(`#${list} option`)].map((each) => each.value.toLowerCase());
const players = new Set(valuesOf("hand-players"));
const byes = new Set(valuesOf("hand-opponents").filter((each) => !players.has(each)));

for (const button of document.querySelectorAll("[data-swap]")) {
  const row = button.closest("tr");
  const [white, black] = ["white", "black"].map((name) => row.querySelector(`[name="${name}"]`));
  // A bye has no colours to change over.
  const fits = () => { button.disabled = byes.has(black.value.trim().toLowerCase()); };
  button.hidden = false;
  fits();
  black.addEventListener("input", fits);
  button.addEventListener("click", () => {
    [white.value, black.value] = [black.value, white.value];
    fits();
  });
}
