/* Why a target cannot be chosen where it is: it is off the screen, covered, or out of the map's free room; null if it can, "gone" if it was drawn anew. */
(target, focused) => {
  if (!target.isConnected) return "gone";
  const SLACK = 1.5;
  const box = (element) => element.getBoundingClientRect();
  const isWithin = (inner, outer) =>
    inner.left >= outer.left - SLACK && inner.top >= outer.top - SLACK &&
    inner.right <= outer.right + SLACK && inner.bottom <= outer.bottom + SLACK;
  const own = target.getBoundingClientRect();
  const scrolled = [document.scrollingElement, document.getElementById("panel"), document.getElementById("map")]
    .filter((part) => part && part.scrollTop > 0).map((part) => part.id || part.tagName);
  const told = `${target.className.baseVal ?? target.className} "${target.textContent.trim().slice(0, 30)}" at ${[own.left, own.top, own.right, own.bottom].map(Math.round)}`;
  if (scrolled.length) return `scrolled: ${scrolled} for ${told}`;
  if (!isWithin(own, { left: 0, top: 0, right: innerWidth, bottom: innerHeight })) return `off the screen: ${told}`;
  const map = target.closest("#map") && box(document.getElementById("map"));
  if (map && !isWithin(own, map)) return `off the map: ${told}`;
  const panel = document.getElementById("panel");
  if (map && panel && own.bottom > box(panel).top + SLACK && own.right > box(panel).left && own.left < box(panel).right) return `under the strip: ${told}`;
  if (target.closest(".map")) return null;
  const top = document.elementFromPoint(own.left + own.width / 2, own.top + own.height / 2);
  if (top && (target.contains(top) || top.contains(target))) return null;
  return `covered by ${top?.closest("[id]")?.id} ${top?.className.baseVal ?? top?.className} "${top?.textContent.trim().slice(0, 30)}": ${told}`;
}
