/** Bytes that the API server accepts in the note of an Event. */
const longest = 1024;

/** Characters of a name at most, and of the subject of a commit. */
export const longestName = 253;

/** Line breaks, other control characters, and marks that change the direction of text. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;

/**
 * Formats a text for the cluster: one printable line of at most `most` bytes, with `…` in place of what was
 * cut.
 */
export function statusText(text: string, most: number = longest): string {
  const head = text.slice(0, most + 1).replaceAll(unprintable, " ");
  const line = head.trim().toWellFormed();
  if (text.length <= most && sizeOf(line) <= most) {
    return line;
  }
  let end = 0;
  let size = sizeOf("…");
  for (const character of line) {
    size += sizeOf(character);
    if (size > most) {
      break;
    }
    end += character.length;
  }
  return `${line.slice(0, end)}…`;
}

function sizeOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
