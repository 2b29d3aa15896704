// @ts-check
/** Saves a value as a JSON file on this device. */

import { element } from "./element.js";

const KEPT_MS = 1000;

/** @param {string} file @param {unknown} value */
export function download(file, value) {
  const address = URL.createObjectURL(new Blob([JSON.stringify(value)], { type: "application/json" }));
  element("a", { href: address, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
