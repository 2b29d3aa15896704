// @ts-check
/** A progress bar for the time in which the server compiles the game for its machine. */

import { progress } from "./api.js";
import { element } from "./element.js";
import { say } from "./say.js";

const ASK_AGAIN_MS = 1000;

/** @type {Promise<void> | null} */
let ready = null;
let isGamePromised = false;

/**
 * Wait until the server is ready, and show the bar meanwhile. With `game`, a game starts then, and the bar says so.
 * @param {{game?: boolean}} [then]
 * @returns {Promise<void>}
 */
export function whenServerReady({ game = false } = {}) {
  isGamePromised ||= game;
  ready ??= document.documentElement.dataset.isWaiting === undefined ? Promise.resolve() : wait();
  return ready;
}

async function wait() {
  const bar = element("progress", { "aria-label": say("Compiling the game"), max: 1 });
  const text = element("span", {}, say("Compiling the game for this machine, once."));
  const node = element("div", { class: "waiting-bar", role: "status" }, text, bar);
  document.getElementById("top")?.after(node);
  for (;;) {
    const found = await progress().catch(() => null);
    if (found?.is_ready) break;
    if (found?.steps) {
      bar.value = found.done / found.steps;
      const values = { done: found.done, steps: found.steps, seconds: Math.round(found.seconds) };
      text.textContent = isGamePromised
        ? say(
            "Compiling the game for this machine, once: {done} of {steps} steps in {seconds} s. " +
              "Your game starts when this is done.",
            values,
          )
        : say(
            "Compiling the game for this machine, once: {done} of {steps} steps in {seconds} s. " +
              "You can set up a game meanwhile.",
            values,
          );
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
  node.remove();
}
