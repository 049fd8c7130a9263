/** Style sheets that are loaded when they are needed. */

/** @type {Map<string, Promise<unknown>>} */
const loads = new Map();

/**
 * Load a style sheet, once.
 * @param {URL} address
 */
export function loadStyles(address) {
  const load = loads.get(address.href) ?? begin(address);
  loads.set(address.href, load);
  return load;
}

/** @param {URL} address */
function begin({ href }) {
  const path = href.slice(new URL("web/", document.baseURI).href.length);
  // The service joins a page's sheets into one, which lists the names of its parts.
  if (document.querySelector(`link[data-holds~="${path}"]`)) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  document.head.append(link);
  return new Promise((resolve) => {
    link.addEventListener("load", resolve);
    // An unstyled dialog is better than none.
    link.addEventListener("error", resolve);
  });
}
