/** Reports whether the text is a UUID of any version; each hyphen is optional. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i.test(text);
}

/** Reports whether the text is base64 with padding; an empty one is not. */
export function isBase64(text: string): boolean {
  return text !== "" && text.length % 4 === 0 && /^[A-Za-z\d+/]+={0,2}$/.test(text);
}
