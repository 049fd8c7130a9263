/* How much of the window the map takes, how much of the map the land, and which choices are hidden. */
(() => {
  const box = (element) => element.getBoundingClientRect();
  const around = (boxes) => {
    const [left, top] = ["left", "top"].map((side) => Math.min(...boxes.map((each) => each[side])));
    const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...boxes.map((each) => each[side])));
    return { left, top, width: right - left, height: bottom - top };
  };
  const map = document.querySelector("#map");
  const land = () => around([...map.querySelectorAll(".map .land, .map .beyond, .terrain, .harbour")].map(box));
  /** A choice is in sight if its middle lies on the screen and nothing else covers it. */
  const isInSight = (choice) => {
    const { left, top, width, height } = box(choice);
    const [x, y] = [left + width / 2, top + height / 2];
    const there = document.elementFromPoint(x, y);
    return there !== null && (choice.contains(there) || there.contains(choice));
  };
  const CHOICES = "#panel .prompt h2, #panel :is(.actions, .proposal, .doing, .cards) button:not(:disabled), .space.target, .point, .targets:not(.quiet) .target";
  return () => {
    const [whole, shown] = [box(map), land()];
    const { x, y, width } = map.querySelector("svg").viewBox.baseVal;
    const choices = [...document.querySelectorAll(CHOICES)].filter((each) => box(each).width > 0);
    const panel = document.getElementById("panel");
    return {
      map: [whole.width, whole.height].map(Math.round),
      land: [shown.width, shown.height].map(Math.round),
      window: (whole.width * whole.height) / (innerWidth * innerHeight),
      share: Math.max(shown.width / whole.width, shown.height / whole.height),
      scale: width / map.querySelector("svg").clientWidth,
      origin: [x, y].map(Math.round),
      panel: [panel.offsetWidth, panel.offsetHeight],
      isScrolled: panel.scrollHeight > panel.clientHeight + 1,
      hidden: choices.filter((choice) => !isInSight(choice)).map((choice) => choice.textContent.trim().slice(0, 20) || choice.className.baseVal || choice.tagName),
      choices: choices.length,
    };
  };
})()
