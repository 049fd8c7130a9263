/** Sets the chosen theme; a classic script, as a module would run after the first paint and flash. */
{
  const chosen = localStorage.getItem("anabasis.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
}
