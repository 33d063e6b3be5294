const longest = 300;

/** Line breaks, other control characters, and bidirectional formatting characters. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;

/**
 * A text from the cluster as one line of a message: control characters and line breaks become spaces, runs of
 * spaces collapse, a final full stop is dropped, and text beyond 300 characters is replaced by `…`.
 * Complexity: O(length).
 */
export function plainLine(text: string): string {
  const head = text.slice(0, 4 * longest);
  const line = head.replaceAll(unprintable, " ").replaceAll(/ {2,}/g, " ").trim().toWellFormed();
  const sentence = line.endsWith(".") && !line.endsWith("..") ? line.slice(0, -1) : line;
  if (sentence.length <= longest && text.length === head.length) {
    return sentence;
  }
  return `${sentence.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

const word = /^[A-Za-z][A-Za-z0-9_,:.-]{0,99}$/;

/** A reason from the cluster if it is a word as in conditions, otherwise `otherwise`. */
export function reasonWord(text: string, otherwise: string): string {
  return word.test(text) ? text : otherwise;
}
