// @ts-check
/** Sentences: numbers with their nouns, points with their sign, lists. */

/** Such as "1 train" or "3 trains". @param {number} number @param {string} noun in the singular */
export const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** Points with a proper minus sign. @param {number} points */
export const plain = (points) => (points < 0 ? `−${-points}` : String(points));

/** Points with a sign. @param {number} points */
export const signed = (points) => (points < 0 ? plain(points) : `+${points}`);

/** A moment, such as "3 Jun 2026, 20:15". @param {number} at in milliseconds since 1970 */
export const dateWords = (at) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at));

/** Such as "A, B and C". @param {string[]} items */
export const listed = (items) =>
  items.length > 1 ? `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}` : items.join("");
