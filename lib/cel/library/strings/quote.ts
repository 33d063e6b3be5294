import { letterEscapes } from "./go-quoted.ts";

// oxlint-disable-next-line no-control-regex -- they are what does not show
const special = /[\u{7}-\r"\\]/gu;

/**
 * Returns the text in double quotes, with escapes for control characters that have a letter escape, double
 * quotes and backslashes.
 */
export function quote(text: string): string {
  const escaped = text.toWellFormed().replaceAll(special, (found) => letterEscapes.get(found) ?? found);
  return `"${escaped}"`;
}
