/**
 * Set the chosen theme and send the page's first requests, before its modules have loaded.
 *
 * The service puts this classic script into each page; `ui/answers.js` hands out the answers.
 */
// A module would run after the first paint: the page would flash in the other theme, and the
// requests would start only then.
{
  const { dataset } = /** @type {HTMLElement} */ (document.currentScript);
  // This repeats code of `ui/storage.js` and `ui/settings.js`: a classic script cannot import.
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
  const root = document.documentElement;
  if (theme !== "auto") root.dataset.theme = theme;

  const { connection } = /** @type {any} */ (navigator);
  if (connection?.saveData || matchMedia("(prefers-reduced-data: reduce)").matches) delete root.dataset.face;
  const { face } = root.dataset;
  // `ui/face.js` keeps the address once the browser has the face. The preload lets Chromium hold the
  // first paint for it, so that the text is never set twice.
  // Without a connection a browser may have dropped the file, and the request would fail.
  if (face && navigator.onLine !== false && kept("face") === face) {
    root.classList.add("own-face");
    document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "font", crossOrigin: "", href: face }));
  }

  /** @type {Map<string, Promise<Response>>} */
  const answers = new Map();
  // Use `fetch`, since a `preload` in the page cannot follow the language chosen in the settings.
  const ask = (/** @type {string} */ path) => {
    const { href } = new URL(path, document.baseURI);
    /** @type {Record<string, string>} */
    const headers = language === "auto" ? {} : { "Accept-Language": language };
    // The same 20 s as in `api/http.js`: a request that hangs must not hold the page for ever.
    const answer = fetch(href, { headers, signal: AbortSignal.timeout(20000) });
    // The code that takes the answer handles the error; without this line the browser reports it as
    // unhandled.
    answer.catch(() => undefined);
    answers.set(href, answer);
  };
  // The same as `lastPart` of `ui/address.js`.
  const last = (location.pathname.replace(/\/+$/, "").split("/").at(-1) ?? "").replace(/[^\p{L}\p{N}]+$/u, "").toLowerCase();
  // A browser without a session has no player: asking for one would only be answered 401.
  const paths = [dataset.first, kept("session") && dataset.own];
  const own = [root.dataset.texts, language !== "auto" && language].filter(Boolean);
  ask(`web/${["texts", ...own].join("/")}.json`);
  // With a fragment, such as a join code or a page number, the requests differ, so the modules read
  // it.
  if (!location.hash && navigator.onLine) {
    for (const path of paths.join(" ").split(" ").filter(Boolean)) ask(path.replace("{last}", last));
  }
  Object.assign(globalThis, { earlyAnswers: answers });
}
