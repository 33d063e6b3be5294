import { truncate } from "../object/message-text.ts";
/** Words that look like secrets: JSON web tokens, and those after `Bearer`, `token=`, `password:`. */
const jsonWebToken = /\beyJ[\w-]+(?:\.[\w-]*)*/g;
const named =
  /\b(bearer\s+|[\w-]*(?:token|passw(?:or)?d|secret|api[-_]?key)["']?\s*[:=]\s*["']?)[^\s"',;&]+/gi;
const pemLine = /^[A-Za-z0-9+/]{60,}={0,2}$/;

// oxlint-disable-next-line no-control-regex
const escapes = /\u001b\[[\d;?]*[A-Za-z]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

const longest = 500;

/** Shorter values of variables are words like `prod`, not secrets. */
const shortestSecret = 8;

/**
 * Prepares a line of program output to be shown: without escape sequences, the given secrets, and anything
 * that looks like a secret.
 */
export function maskLine(line: string, secrets: Iterable<string>): string {
  let shown = line.slice(0, longest * 4).replaceAll(escapes, "");
  for (const secret of secrets) {
    shown = secret.length < shortestSecret ? shown : shown.replaceAll(secret, "…");
  }
  shown = pemLine.test(shown) ? "…" : shown.replaceAll(jsonWebToken, "…").replaceAll(named, "$1…");
  return truncate(shown, longest);
}
