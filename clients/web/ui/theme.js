/** The chosen theme, set before the first paint; a classic script so that nothing flashes. */
{
  const chosen = localStorage.getItem("anabasis.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
}
