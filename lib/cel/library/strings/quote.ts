import { letterEscapes } from "./go-quoted.ts";

// oxlint-disable-next-line no-control-regex -- they are what does not show
const special = /[\u{7}-\r"\\]/gu;

/** The text in double quotes, with escapes for what would not show or would end it. */
export function quote(text: string): string {
  const escaped = text.toWellFormed().replaceAll(special, (found) => letterEscapes.get(found) ?? found);
  return `"${escaped}"`;
}
