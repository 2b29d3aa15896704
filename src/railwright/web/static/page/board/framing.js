// @ts-check
/** How a board fills its frame: the picture is cropped to tracks and names, and what lies on it covers neither. */

/** Room around tracks and names, in units of the layout: for waiting passengers, highlights and outlines. */
const MARGIN = 13;
const CORNERS = /** @type {const} */ (["top right", "top left", "bottom right", "bottom left"]);

/**
 * Crop a picture to its tracks, cities and names. Land and water still fill the rest of the frame.
 * @param {SVGSVGElement} svg
 * @param {number} unit
 * @returns {string} the view box
 */
export function crop(svg, unit) {
  const boxes = /** @type {SVGGraphicsElement[]} */ ([...svg.querySelectorAll("g.tracks, g.cities, g.labels")])
    .map((group) => group.getBBox())
    .filter(({ width, height }) => width && height);
  if (!boxes.length) return svg.getAttribute("viewBox") ?? "";
  const left = Math.min(...boxes.map(({ x }) => x)) - MARGIN * unit;
  const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN * unit;
  const right = Math.max(...boxes.map(({ x, width }) => x + width)) + MARGIN * unit;
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + MARGIN * unit;
  return [left, top, right - left, bottom - top].map((number) => number.toFixed(1)).join(" ");
}

/**
 * Put each of these nodes into a corner of the frame where it covers as little of tracks, cities and names as possible.
 * @param {SVGSVGElement} svg
 * @param {HTMLElement[]} nodes in order of preference; every corner takes one
 */
export function putInCorners(svg, nodes) {
  const drawn = [...svg.querySelectorAll("g.tracks .space, g.cities > g, g.labels > g")].map((node) =>
    node.getBoundingClientRect(),
  );
  const free = [...CORNERS];
  for (const node of nodes) {
    const covered = free.map((corner) => {
      node.dataset.corner = corner;
      const own = node.getBoundingClientRect();
      return drawn.reduce((sum, box) => sum + overlap(own, box), 0);
    });
    const best = free[covered.indexOf(Math.min(...covered))];
    node.dataset.corner = best;
    free.splice(free.indexOf(best), 1);
  }
}

/** The area that two rectangles share. @param {DOMRect} a @param {DOMRect} b */
function overlap(a, b) {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}
