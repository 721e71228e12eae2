// Runs before the first paint (a plain script, not a module), so that the other theme does not flash.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("zamki-sandbox-theme");
  } catch {
    // Storage may be forbidden; then the system's preference decides.
  }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();

// A script that failed to load leaves the page empty, so the page reloads, as its reader would do.
addEventListener("error", (event) => {
  if (event.target instanceof HTMLScriptElement) setTimeout(() => location.reload(), 1500);
}, true);
