// The names on a map that lie on something and the numbers that something lies on, by boxes as the
// browser draws them, and letters that are too small to read.
() => {
  const LEAST = 9;
  const NAMES = ".map .place, .map .crossing-name, .map .land-name";
  const SIGNS = [
    ".symbols > g", ".governor .piece-body", ".governor .piece-tag", ".yield circle", ".alexander .sun-disc",
    ".sign", ".token-disc", ".buoy", ".building path", ".robber path", ".site", ".chip", ".stop", ".alexander-shield",
  ].map((each) => `.map ${each}`).join();
  const NUMBERS = ".map :is(.token, .harbour, .yield) text";
  const PIECES = [
    ".governor .piece-body", ".governor .piece-tag", ".alexander .sun-disc", ".building path", ".robber path", ".site",
    ".chip", ".stop", ".alexander-shield",
  ].map((each) => `.map ${each}`).join();
  const LINES = ".map .wall-case, .map .road-case";
  const canvas = document.createElement("canvas").getContext("2d");
  const isSeen = (node) => node.checkVisibility({ checkOpacity: true }) && node.getBoundingClientRect().width > 0;

  const inkOf = (text) => {
    const style = getComputedStyle(text);
    const box = text.getBoundingClientRect();
    const { a } = text.getScreenCTM();
    canvas.font = `${style.fontStyle} ${style.fontWeight} ${parseFloat(style.fontSize) * a}px ${style.fontFamily}`;
    const ink = canvas.measureText(text.textContent);
    // The browser's box reaches from the font's ascent to its descent.
    const base = box.top + (box.height * ink.fontBoundingBoxAscent) / (ink.fontBoundingBoxAscent + ink.fontBoundingBoxDescent);
    return { what: text.textContent, left: box.left, right: box.right, top: base - ink.actualBoundingBoxAscent, bottom: base + ink.actualBoundingBoxDescent, size: parseFloat(style.fontSize) * a };
  };
  const boxOf = (node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return { what: node.closest("[class]").getAttribute("class"), left, right, top, bottom };
  };
  const boxesAlong = (path) => {
    const matrix = path.getScreenCTM();
    const reach = (parseFloat(getComputedStyle(path).strokeWidth) / 2) * matrix.a;
    const length = path.getTotalLength();
    return Array.from({ length: 21 }, (_, n) => path.getPointAtLength((length * n) / 20).matrixTransform(matrix)).map(({ x, y }) => ({
      what: path.getAttribute("class"), left: x - reach * 0.7, right: x + reach * 0.7, top: y - reach * 0.7, bottom: y + reach * 0.7,
    }));
  };
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
  const lines = all(LINES).flatMap(boxesAlong);
  const others = [...all(SIGNS).map(boxOf), ...lines];
  const names = all(NAMES).map(inkOf);
  const numbers = all(NUMBERS).map(inkOf);
  const pieces = [...all(PIECES).map(boxOf), ...lines];
  // Half a pixel for rounding.
  const meet = (a, b) => a.left + 0.5 < b.right && b.left + 0.5 < a.right && a.top + 0.5 < b.bottom && b.top + 0.5 < a.bottom;
  const lying = names.flatMap((name, n) => [...names.slice(n + 1), ...others].filter((other) => meet(name, other)).map((other) => `${name.what} on ${other.what}`));
  lying.push(...numbers.flatMap((number) => pieces.filter((piece) => meet(number, piece)).map((piece) => `${number.what} under ${piece.what}`)));
  const small = names.filter(({ size }) => size < LEAST - 0.01).map(({ what, size }) => `${what}: ${size.toFixed(1)} px`);
  return { labels: names.length + numbers.length, faults: [...new Set([...lying, ...small])] };
}
