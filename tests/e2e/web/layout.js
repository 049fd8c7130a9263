/* What is wrong with the layout on the screen, and how small the targets on the map are. */
(() => {
  const boxes = new Map();
  /** Each part's box is asked for once: hundreds of pairs are compared, and nothing moves meanwhile. */
  const boxOf = (element) => {
    if (!boxes.has(element)) boxes.set(element, element.getBoundingClientRect());
    return boxes.get(element);
  };
  const isShown = (element) => boxOf(element).width > 0 && boxOf(element).height > 0;
  const all = (selector, root = document) => [...root.querySelectorAll(selector)].filter(isShown);
  const pairs = (list) => list.flatMap((one, n) => list.slice(n + 1).map((other) => [one, other]));
  const SLACK = 1.5;
  const isWithin = (inner, outer) =>
    inner.left >= outer.left - SLACK && inner.top >= outer.top - SLACK &&
    inner.right <= outer.right + SLACK && inner.bottom <= outer.bottom + SLACK;
  const overlap = (one, other) => {
    const [a, b] = [boxOf(one), boxOf(other)];
    return Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK;
  };
  const name = (element) => `${element.id || (element.className.baseVal ?? element.className)} "${element.textContent.slice(0, 30)}"`;
  const textsOf = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) if (walker.currentNode.data.trim() && isShown(walker.currentNode.parentElement)) texts.push(walker.currentNode);
    return texts;
  };
  const rangeOf = (text, from = 0, to = text.data.length) => {
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, to);
    return range.getBoundingClientRect();
  };

  /** The parts that stand whole on the screen, in every phase and for everybody. */
  const WHOLE = [
    "#panel .prompt", "#panel h2", "#panel .dice", "#panel .actions", "#panel .proposal", "#panel .auction", "#panel .offer",
    "#panel .cards", "#panel .takeback", "#panel .waiting", "#seats .seat", "#map", ".watching #replay",
  ];
  const PARTS = "#panel :is(h2, h3, p, .button, .card, .step, .bidder, .dice, .auction, .offer, .picker, .takeback, .answers)";
  const BOXES = ".button, .card, .step, .bidder, .offer, .auction, .proposal, .seat, #panel, #seats > *";
  const isNarrow = () => innerWidth <= 900;
  const isBeside = () => innerWidth >= 1100;
  /* A phone's strip may lie over the foot of the whole map: the view of choices leaves it out, which `in_sight.js` checks. */
  const COVERS = () => `.zoom button, .look, #live button, #notices .banner${isNarrow() ? "" : ", #panel"}`;
  const DUE = "#panel .prompt h2, #panel :is(.actions, .proposal) :is(.button:enabled:not(.build), .build:enabled)";
  const MARKS = ".island .harbour, .targets:not(.quiet) .target, .points .point, .space.target";
  const REACHES = ".target .reach, .points .reach, .space.target, .space.option";

  /** Whether a part lies in the panel's view, above the foot that stays there. */
  const isInPanel = (part) => {
    const { top, bottom } = boxOf(document.getElementById("panel"));
    const [foot] = all("#panel > .takeback");
    return boxOf(part).top >= top - SLACK && boxOf(part).bottom <= (foot && !foot.contains(part) ? boxOf(foot).top : bottom) + SLACK;
  };
  const offScreen = () => {
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const { scrollHeight, clientHeight } = document.getElementById("panel");
    return [
      ...all(WHOLE.join()).filter((part) => !isWithin(boxOf(part), screen)).map((part) => `off the screen: ${name(part)}`),
      ...(scrollHeight > clientHeight + 1 && !isBeside() ? ["the panel scrolls"] : []),
      ...(isBeside() ? all(DUE).filter((part) => !isInPanel(part)).map((part) => `scrolled out of sight: ${name(part)}`) : []),
    ];
  };
  const wordsByLine = (headline) => {
    const lines = new Map();
    for (const text of textsOf(headline)) {
      for (const { index, 0: word } of text.data.matchAll(/\S+/g)) {
        const line = Math.round(rangeOf(text, index, index + word.length).top / 4);
        lines.set(line, (lines.get(line) ?? 0) + 1);
      }
    }
    return [...lines.values()];
  };
  const oneWordLines = () =>
    all("#panel h2").filter((headline) => wordsByLine(headline).length > 1 && Math.min(...wordsByLine(headline)) < 2).map((headline) => `a line of one word: ${name(headline)}`);
  const isCut = (text) => {
    const element = text.parentElement;
    if (element.closest(".seat-note, .tally, .card-count, .spoken")) return false;
    if (element.closest(".take") && !isNarrow()) return false;
    if (getComputedStyle(element).textOverflow === "ellipsis") return element.clientWidth < 20;
    return !element.closest(".cards > * > h3") && !isWithin(rangeOf(text), boxOf(element.closest(BOXES)));
  };
  const cutTexts = () => all("#panel, #seats > *").flatMap(textsOf).filter(isCut).map((text) => `cut: "${text.data}"`);
  const overlaps = () => {
    // Beside the map, what scrolls passes under the panel's foot.
    const isFoot = (part) => isBeside() && part.closest(".takeback") !== null;
    const parts = pairs(all(PARTS)).filter(([one, other]) => !one.contains(other) && !other.contains(one) && isFoot(one) === isFoot(other));
    const areas = isNarrow() ? [".seats, #map, .watching #replay", ".seats, #panel, .watching #replay"] : [isBeside() ? "#map, #seats, #panel, .area-side" : "#map, #seats, .area-side"];
    return [...parts, ...areas.flatMap((each) => pairs(all(each)))].filter((pair) => overlap(...pair)).map(([one, other]) => `over each other: ${name(one)} and ${name(other)}`);
  };
  const hiddenMarks = () => {
    const map = boxOf(document.getElementById("map"));
    const covers = all(COVERS());
    return all(MARKS).flatMap((mark) => [
      ...covers.filter((cover) => overlap(mark, cover)).map((cover) => `covered by ${cover.className}: ${name(mark)}`),
      ...(isWithin(boxOf(mark), map) ? [] : [`off the map: ${name(mark)}`]),
    ]);
  };

  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const showAll = async () => {
    scrollTo(0, 0);
    await drawn();
    document.querySelector(".zoom button:last-child")?.click();
    await drawn();
  };

  return {
    async faults() {
      await showAll();
      return [...new Set([...offScreen(), ...oneWordLines(), ...cutTexts(), ...overlaps(), ...hiddenMarks()])];
    },
    /** The least size of the targets on show and distance between two of them, and the middlemost one. */
    async targets(isWhole) {
      await (isWhole ? showAll() : drawn());
      const map = boxOf(document.getElementById("map"));
      const targets = all(REACHES).map((node) => {
        const { x, y, width, height } = boxOf(node);
        return { node, x: x + width / 2, y: y + height / 2, size: Math.min(width, height) };
      }).filter(({ x, y }) => x > map.left && x < map.right && y > map.top && y < map.bottom);
      const dots = targets.filter(({ node }) => node.tagName === "circle");
      const distances = pairs(dots).map(([a, b]) => Math.hypot(a.x - b.x, a.y - b.y));
      const far = ({ x, y }) => Math.hypot(x - map.x - map.width / 2, y - map.y - map.height / 2);
      const [middle] = targets.sort((a, b) => far(a) - far(b));
      return middle && { x: middle.x, y: middle.y, least: Math.round(Math.min(...targets.map(({ size }) => size), ...distances)) };
    },
  };
})()
