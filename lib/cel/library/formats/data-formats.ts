/** Whether the text is a UUID of any version, with hyphens or without some of them. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i.test(text);
}

/** Whether the text is base64 with padding; an empty one is not. */
export function isBase64(text: string): boolean {
  return text !== "" && text.length % 4 === 0 && /^[A-Za-z\d+/]+={0,2}$/.test(text);
}
