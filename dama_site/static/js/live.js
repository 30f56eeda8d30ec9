// Results as they come: while somebody looks at the page, the part marked data-live is asked for again from
// the address in it. The server answers "not modified" until something has changed. Without this file the
// page is as it was when it was opened.
const SECONDS = 20;

async function refresh(part) {
  if (document.hidden) return;
  let text;
  try {
    const response = await fetch(part.dataset.live, { cache: "no-cache" });
    if (!response.ok) return;
    text = await response.text();
  } catch {
    return; // The hall's network is away: the next turn tries again.
  }
  const fresh = document.createElement("template");
  fresh.innerHTML = text;
  // Left alone when nothing has changed, so that the keyboard's place is not lost.
  if (fresh.innerHTML.trim() !== part.innerHTML.trim()) part.replaceChildren(fresh.content);
}

for (const part of document.querySelectorAll("[data-live]")) {
  setInterval(() => refresh(part), SECONDS * 1000);
}
