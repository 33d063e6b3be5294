/**
 * The bytes of a text in UTF-8, one a character: `é` becomes `Ã©`. What percent signs escape in a URL are
 * bytes, which need not be UTF-8; so URLs are taken apart in this form.
 */
export function octetsOf(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** The text that has these bytes. */
export function octetsText(octets: string): string {
  return Buffer.from(octets, "latin1").toString("utf8");
}
