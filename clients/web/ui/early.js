/**
 * Sets the chosen theme and asks for what the page shows first, before its modules are there.
 *
 * A classic script that the service puts into each page: a module would run after the first paint,
 * and the answers would begin their way only then. `ui/answers.js` hands them out.
 */
{
  const { dataset } = /** @type {HTMLElement} */ (document.currentScript);
  const kept = (/** @type {string} */ name) => {
    try {
      return localStorage.getItem(`anabasis.${name}`);
    } catch {
      return null;
    }
  };
  const chosen = (/** @type {string} */ name) => kept(name) ?? "auto";
  const theme = chosen("theme");
  const language = chosen("language");
  if (theme !== "auto") document.documentElement.dataset.theme = theme;

  /** @type {Map<string, Promise<Response>>} */
  const answers = new Map();
  // Fetched, since a `preload` in the page cannot follow the language chosen in the settings.
  const ask = (/** @type {string} */ path) => {
    const { href } = new URL(path, document.baseURI);
    /** @type {Record<string, string>} */
    const headers = language === "auto" ? {} : { "Accept-Language": language };
    const answer = fetch(href, { headers, signal: AbortSignal.timeout(20000) });
    // Whoever takes the answer sees the error.
    answer.catch(() => undefined);
    answers.set(href, answer);
  };
  // As `ui/address.js` reads it.
  const last = (location.pathname.replace(/\/+$/, "").split("/").at(-1) ?? "").replace(/[^\p{L}\p{N}]+$/u, "").toLowerCase();
  const paths = [dataset.first, kept("session") && dataset.own];
  ask(language === "auto" ? "web/texts.json" : `web/texts/${language}.json`);
  // A page number or a join code is the modules' to read.
  if (!location.hash && navigator.onLine) {
    for (const path of paths.join(" ").split(" ").filter(Boolean)) ask(path.replace("{last}", last));
  }
  Object.assign(globalThis, { earlyAnswers: answers });
}
