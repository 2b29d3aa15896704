// @ts-check
/** Who has the most passengers of a colour, in words. */

import { nameValue } from "../kit/names.js";
import { listed, say } from "../kit/say.js";

/**
 * @param {Record<string, number>[]} taken the passengers of each seat by colour
 * @param {string} color
 * @param {{names: string[], viewer: number | null}} who
 */
export function majorityWords(taken, color, { names, viewer }) {
  const counts = taken.map((seat) => seat[color] ?? 0);
  const most = Math.max(...counts);
  if (!most) return say("nobody has one yet");
  const leading = counts.flatMap((count, seat) => (count === most && seat !== viewer ? [nameValue(names[seat])] : []));
  const others = listed(leading);
  const count = leading.length;
  const mine = viewer === null ? null : counts[viewer];
  if (mine === most && !count) {
    const next = Math.max(0, ...counts.filter((_, seat) => seat !== viewer));
    return next
      ? say("you lead with {most}, the next has {next}", { most, next })
      : say("you lead with {most}, nobody else has one", { most });
  }
  if (mine === most) return say("you and {others} lead with {most}", { others, most });
  if (mine === null)
    return say("{others} {count, plural, one {leads} other {lead}} with {most}", { others, count, most });
  return say(
    "{others} {count, plural, one {leads} other {lead}} with {most}, you have {mine, plural, =0 {none} other {#}}",
    { others, count, most, mine },
  );
}
