import { AccessError } from "./api-error.ts";

/**
 * Encodes a text as a header value: its UTF-8 bytes, one per character, as Go sends it. Throws an
 * AccessError, without quoting the text, if it holds a line break or another control character; `what` names
 * it.
 */
export function headerText(text: string, what: string): string {
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(text)) {
    throw new AccessError(`${what} holds a line break or control character, which no header may`);
  }
  return Buffer.from(text, "utf8").toString("latin1");
}
