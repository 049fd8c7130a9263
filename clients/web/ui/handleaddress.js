/** The handle in the address of a profile; apart from other addresses, as every first visit loads those. */

/** The handle that the path ends with, as far as it has the letters of one. */
export function handleInPath() {
  return /@([\w-]*)[^/]*$/.exec(location.pathname)?.[1] ?? "";
}
