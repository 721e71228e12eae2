// Runs before the first paint (a plain script, not a module) so that a chosen theme never flashes the other one.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("zamki-sandbox-theme");
  } catch {
    // Storage may be forbidden; the system's preference then decides.
  }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();

// A part of the page that did not arrive leaves it empty for ever. Loading it again is what its reader would do.
addEventListener("error", (event) => {
  if (event.target instanceof HTMLScriptElement) setTimeout(() => location.reload(), 1500);
}, true);
