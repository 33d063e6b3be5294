/**
 * Returns the UTF-8 bytes of a text, one per character: `é` becomes `Ã©`. Percent escapes in a URL encode
 * bytes, which need not be UTF-8; so URLs are parsed in this form.
 */
export function octetsOf(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** Returns the text of these bytes. */
export function octetsText(octets: string): string {
  return Buffer.from(octets, "latin1").toString("utf8");
}
