/** Colours, cursor moves and titles for a terminal: CSI and OSC sequences. */
// oxlint-disable-next-line no-control-regex -- what a terminal obeys is what this looks for
const escapes = /\u001B\[[0-?]*[ -/]*[@-~]|\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)/g;

/** Other control characters, and the marks that turn the direction of text. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/gu;

/** Printable ASCII, which is nearly every line, needs no closer look. */
const harmless = /^[ -~]*$/;

/**
 * A line of a log as it may be shown: without colours and control characters, its indentation kept. Of a line
 * that a program has written over again and again, as for a progress bar, the last state. Complexity:
 * O(length).
 */
export function plainLogLine(text: string): string {
  if (harmless.test(text)) {
    return text.trimEnd();
  }
  const last = text.trimEnd().split("\r").at(-1) ?? "";
  return last
    .replaceAll(escapes, "")
    .replaceAll("\t", "    ")
    .replaceAll(unprintable, "")
    .toWellFormed()
    .trimEnd();
}
