import { truncate } from "../object/message-text.ts";

/** The placeholder for a value of a Secret in a message. */
const mask = "(hidden)";

/** Shorter values are ordinary words of messages, and reveal little: they stay. */
const shortest = 4;

/**
 * Redacts every value of a Secret in the text: as it is, in base64, and as Go and JSON quote it. `values`:
 * the values as given in `data` and `stringData`, and those decoded from base64. Longer ones go first, so
 * that a value inside another leaves nothing of it. Complexity: O(length × values).
 */
export function redactText(text: string, values: ReadonlySet<string>): string {
  return createRedactor(values)(text);
}

/** The same for many texts: preparation is done once. */
export function createRedactor(values: ReadonlySet<string>): (text: string) => string {
  const forms = new Set([...values].flatMap(formsOf).filter((form) => form.length >= shortest));
  const ordered = [...forms].toSorted((left, right) => right.length - left.length || (left < right ? -1 : 1));
  return (text) => ordered.reduce((masked, form) => masked.replaceAll(form, () => mask), text);
}

/** The forms of a value; one of several lines may be quoted as one, or one line at a time. */
function formsOf(value: string): readonly string[] {
  const trimmed = value.trim();
  const quoted = JSON.stringify(trimmed).slice(1, -1);
  return [value, trimmed, quoted, ...trimmed.split(/\r?\n/).map((line) => line.trim())];
}

/** Words that look like secrets: JSON web tokens, and those after `Bearer`, `token=`, `password:`. */
const jsonWebToken = /\beyJ[\w-]+(?:\.[\w-]*)*/g;
const named =
  /\b(bearer\s+|[\w-]*(?:token|passw(?:or)?d|secret|api[-_]?key)["']?\s*[:=]\s*["']?)[^\s"',;&]+/gi;
const pemLine = /^[A-Za-z0-9+/]{60,}={0,2}$/;

// oxlint-disable-next-line no-control-regex
const escapes = /\u001b\[[\d;?]*[A-Za-z]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

const longestLine = 500;

/** Shorter values of variables are words like `prod`, not secrets. */
const shortestSecret = 8;

/**
 * Prepares a line of program output to be shown: without escape sequences, the given secrets, and anything
 * that looks like a secret.
 */
export function maskLine(line: string, secrets: Iterable<string>): string {
  let shown = line.slice(0, longestLine * 4).replaceAll(escapes, "");
  for (const secret of secrets) {
    shown = secret.length < shortestSecret ? shown : shown.replaceAll(secret, "…");
  }
  shown = pemLine.test(shown) ? "…" : shown.replaceAll(jsonWebToken, "…").replaceAll(named, "$1…");
  return truncate(shown, longestLine);
}
