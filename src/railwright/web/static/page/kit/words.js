// @ts-check
/** Sentences: numbers with their nouns, points with their sign, shares, lists. */

/** Such as "1 train" or "3 trains". @param {number} number @param {string} noun in the singular */
export const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** Points with a proper minus sign. @param {number} points */
export const plain = (points) => (points < 0 ? `−${-points}` : String(points));

/** Points with a sign. @param {number} points */
export const signed = (points) => (points < 0 ? plain(points) : `+${points}`);

/** A moment, such as "3 Jun 2026, 20:15". @param {number} at in milliseconds since 1970 */
export const dateWords = (at) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at));

/** A share, such as "62%". @param {number} share from 0 to 1 */
export const percent = (share) => `${Math.round(100 * share)}%`;

/** A text that begins with a capital letter. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Such as "A, B and C". @param {string[]} items */
export const listed = (items) =>
  items.length > 1 ? `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}` : items.join("");
