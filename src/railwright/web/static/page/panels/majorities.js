// @ts-check
/** Who has the most passengers of a colour, in words. */

import { listed } from "../kit/say.js";

/**
 * @param {Record<string, number>[]} taken the passengers of each seat by colour
 * @param {string} color
 * @param {{names: string[], viewer: number | null}} who
 */
export function majorityWords(taken, color, { names, viewer }) {
  const counts = taken.map((seat) => seat[color] ?? 0);
  const most = Math.max(...counts);
  if (!most) return "nobody has one yet";
  const others = counts.flatMap((count, seat) => (count === most && seat !== viewer ? [names[seat]] : []));
  const mine = viewer === null ? null : counts[viewer];
  if (mine === most && !others.length) {
    const next = Math.max(0, ...counts.filter((_, seat) => seat !== viewer));
    return `you lead with ${most}, ${next ? `the next has ${next}` : "nobody else has one"}`;
  }
  if (mine === most) return `you and ${listed(others)} lead with ${most}`;
  const lead = `${listed(others)} ${others.length === 1 ? "leads" : "lead"} with ${most}`;
  return mine === null ? lead : `${lead}, you have ${mine || "none"}`;
}
