/** Small pictures on buttons, in a box of 20 by 20. */

import { svg } from "./dom.js";

const SHAPES = {
  link: "M8.4 11.6a3.6 3.6 0 0 0 5.1 0l3-3a3.6 3.6 0 0 0-5.1-5.1l-1.2 1.2M11.6 8.4a3.6 3.6 0 0 0-5.1 0l-3 3a3.6 3.6 0 0 0 5.1 5.1l1.2-1.2",
  branch: "M6 3v14M6 13c0-4 8-2 8-6.5M11.4 8.6L14 6l2.6 2.6M3.6 14.6L6 17l2.4-2.4",
  text: "M4 4.5h12M4 8.2h8M4 11.8h12M4 15.5h6",
  film: "M3.5 5h13v10h-13ZM8.3 7.6v4.8l4-2.4Z",
  save: "M10 3v9.5M6.2 9L10 12.7L13.8 9M4 16.5h12",
  check: "M10 2.6l6 2.2v4.6c0 3.8-2.5 6.6-6 8c-3.5-1.4-6-4.2-6-8V4.8ZM7.2 10l2 2l3.8-4.2",
  flag: "M5 17.5V3.2M5 3.8c4-2 6.2 2 10.4.2v7.4c-4.2 1.8-6.4-2.2-10.4-.2",
  orders: "M3.2 5.2l1.6 1.6l2.8-3M3.2 13.2l1.6 1.6l2.8-3M10.6 5.8h6.2M10.6 13.8h6.2",
  glass: "M5.5 3h9M5.5 17h9M6.5 3c0 4 3 5 3.5 7c.5-2 3.5-3 3.5-7M6.5 17c0-4 3-5 3.5-7c.5 2 3.5 3 3.5 7",
  pause: "M7 4v12M13 4v12",
  sun: "M10 6.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7M10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6L16 16M4 16l1.4-1.4M14.6 5.4L16 4",
  person: "M10 10.2a3.6 3.6 0 1 0 0-7.2a3.6 3.6 0 0 0 0 7.2ZM3.6 17.2c.5-3.2 3-4.6 6.4-4.6s5.9 1.4 6.4 4.6",
  letter: "M3 5h14v10.5H3ZM3.4 5.6L10 11l6.6-5.4",
  bell: "M5 14V9a5 5 0 0 1 10 0v5M3.5 14h13M8.4 16.8a1.7 1.7 0 0 0 3.2 0M10 2.4V4",
  mute: "M5 14V9a5 5 0 0 1 8.2-3.8M15 8.6V14M3.5 14h10M8.4 16.8a1.7 1.7 0 0 0 3.2 0M16.8 3.2L3.6 17",
  undo: "M7.5 4L3.5 8l4 4M3.8 8h7.4a4.6 4.6 0 0 1 0 9.2H7.5",
  redo: "M12.5 4l4 4l-4 4M16.2 8H8.8a4.6 4.6 0 0 0 0 9.2h3.7",
  restart: "M4.2 11.2A6 6 0 1 0 6 5.6L3.6 8M3.6 3.6V8H8",
  closer: "M10 4.5v11M4.5 10h11",
  farther: "M4.5 10h11",
  whole: "M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4",
};

/** @typedef {keyof typeof SHAPES} IconName */

/** @param {IconName} name */
export function lineIcon(name) {
  // Hidden from screen readers: the button beside it has the words.
  return svg("svg", { class: "line-icon", viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: SHAPES[name] }));
}
