import type { LogOptions } from "../../object/deploy-policy.ts";

/** Colours, cursor movements and titles for a terminal: CSI and OSC sequences. */
// oxlint-disable-next-line no-control-regex -- what a terminal obeys is what this looks for
const escapes = /\u001B\[[0-?]*[ -/]*[@-~]|\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)/g;

/** Other control characters, and marks that change the direction of text. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/gu;

/** Printable ASCII, which is nearly every line, needs no closer look. */
const harmless = /^[ -~]*$/;

/**
 * A log line as it may be shown: without colours and control characters, its indentation kept. A line that a
 * program has overwritten repeatedly, as for a progress bar, is shown in its last state. Complexity:
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

/** Reports whether anything of a container's log is shown at all. */
export function showsContainer(
  { skip, skipContainers, onlyContainers }: LogOptions,
  container: string,
): boolean {
  const isNamed =
    onlyContainers === null || onlyContainers.length === 0 || onlyContainers.includes(container);
  return !skip && isNamed && !skipContainers.includes(container);
}

/**
 * Reports whether a line of a container's log is shown. A pattern for the container replaces the one for all.
 * Whole lines are shown, as in werf.
 */
export function showsLine(options: LogOptions, container: string, line: string): boolean {
  const regex = options.regexByContainer.get(container) ?? options.regex;
  const skipRegex = options.skipRegexByContainer.get(container) ?? options.skipRegex;
  return (regex === null || regex.test(line)) && (skipRegex === null || !skipRegex.test(line));
}
