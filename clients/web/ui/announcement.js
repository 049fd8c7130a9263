/**
 * Show the host's announcement before the first paint, unless it is over or the reader has closed it.
 *
 * The service puts this classic script into each page behind the announcement, which has a paragraph
 * in each of its languages.
 */
{
  const banner = /** @type {HTMLElement} */ (document.getElementById("announcement"));
  const { id = "", until } = banner.dataset;
  // A browser may refuse its storage: then the announcement comes again.
  const stored = (/** @type {() => string | null | void} */ use) => {
    try {
      return use();
    } catch {
      return null;
    }
  };
  const kept = (/** @type {string} */ name) => stored(() => localStorage.getItem(`anabasis.${name}`));
  const texts = [...banner.querySelectorAll("p")];
  const wanted = [kept("language"), ...navigator.languages, "en"].map((each) => String(each).slice(0, 2));
  const text = wanted.map((language) => texts.find(({ lang }) => lang === language)).find(Boolean) ?? texts[0];
  const button = /** @type {HTMLElement} */ (banner.lastElementChild);
  // The map of a game fills the room below.
  const measure = () => document.documentElement.style.setProperty("--announced", `${banner.offsetHeight}px`);
  const isOver = () => Date.now() >= Number(until);
  if (kept("announcement") !== id && !isOver()) {
    for (const each of texts) each.hidden = each !== text;
    banner.setAttribute("aria-label", text.dataset.label ?? "");
    button.setAttribute("aria-label", text.dataset.close ?? "");
    banner.hidden = false;
    measure();
    addEventListener("resize", measure);
    button.addEventListener("click", () => {
      banner.hidden = true;
      measure();
      stored(() => localStorage.setItem("anabasis.announcement", id));
      document.getElementById("main")?.focus({ preventScroll: true });
    });
    // An open page must not jump under its reader: it drops what is over while nobody looks.
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && isOver()) banner.hidden = true;
      measure();
    });
  }
}
