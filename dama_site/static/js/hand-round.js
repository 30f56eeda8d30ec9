// A round by hand: a button for each row changes colours over. Without this file the names are written anew.

for (const button of document.querySelectorAll("[data-swap]")) {
  const row = button.closest("tr");
  const [white, black] = ["white", "black"].map((name) => row.querySelector(`[name="${name}"]`));
  // A bye has no colours to change over.
  const players = new Set([...document.querySelectorAll("#hand-players option")].map((each) => each.value));
  const fits = () => { button.disabled = black.value !== "" && !players.has(black.value); };
  button.hidden = false;
  fits();
  black.addEventListener("input", fits);
  button.addEventListener("click", () => {
    [white.value, black.value] = [black.value, white.value];
    fits();
  });
}
