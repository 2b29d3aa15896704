// @ts-check
/** Points with their sign, and shares. */

import { numeral } from "./say.js";

/** Points with a sign. @param {number} points */
export const signed = (points) => (points < 0 ? numeral(points) : `+${numeral(points)}`);

/** A share, such as "62%". @param {number} share from 0 to 1 */
export const percent = (share) => numeral(share, { style: "percent" });
