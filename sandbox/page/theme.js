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
