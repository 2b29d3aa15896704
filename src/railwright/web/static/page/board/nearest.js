// @ts-check
/** Touch hit testing: the nearest track or city, and those about as near, since a finger is wider than a track. */

/** A touch hits nothing that is farther away than this many pixels. */
const REACH = 26;
/** Whatever is at most this many pixels farther away than the nearest is a candidate, too. */
const TOLERANCE = 9;
/** Points at which the distance to a track is measured, and the part of a track at each end that belongs to the city. */
const SAMPLES = 14;
const END = 0.12;

/** @typedef {{x: number, y: number}} Point */

/** Points along a track, without its ends. @param {SVGGeometryElement} path @returns {Point[]} */
export function pointsAlong(path) {
  const length = path.getTotalLength();
  return Array.from({ length: SAMPLES }, (_, i) =>
    path.getPointAtLength(length * (END + ((1 - 2 * END) * i) / (SAMPLES - 1))),
  );
}

/**
 * The things that a finger at a point may mean, nearest first.
 * @template Thing
 * @param {Point} finger
 * @param {{thing: Thing, points: Point[]}[]} things points in pixels, like the finger; each thing is a line through its own
 * @returns {Thing[]}
 */
export function meant(finger, things) {
  const found = things.map(({ thing, points }) => ({ thing, gap: distance(finger, points) }));
  found.sort((a, b) => a.gap - b.gap);
  const limit = Math.min(REACH, (found[0]?.gap ?? Infinity) + TOLERANCE);
  return found.filter(({ gap }) => gap <= limit).map(({ thing }) => thing);
}

/** Distance of a point from a line through others. @param {Point} finger @param {Point[]} points */
function distance(finger, points) {
  if (points.length === 1) return Math.hypot(finger.x - points[0].x, finger.y - points[0].y);
  return Math.min(...points.slice(1).map((end, i) => toSegment(finger, points[i], end)));
}

/** @param {Point} finger @param {Point} start @param {Point} end */
function toSegment(finger, start, end) {
  const [x, y] = [end.x - start.x, end.y - start.y];
  const square = x * x + y * y;
  const along = square ? ((finger.x - start.x) * x + (finger.y - start.y) * y) / square : 0;
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot(finger.x - start.x - share * x, finger.y - start.y - share * y);
}
