const single = /^[a-zA-Z0-9\p{S}\p{L}](?:-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?$/u;
const inner = /^[a-zA-Z0-9\p{S}\p{L}](?:[a-zA-Z0-9\-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?$/u;
const last = /^[a-zA-Z\p{L}]{2,63}$/u;

/**
 * Reports whether the text is a host name, including internationalized ones. As in the API server, a name
 * without a dot may have one dash and only after its first character, and a trailing dot is rejected.
 */
export function isHostname(text: string): boolean {
  if (Buffer.byteLength(text) > 255) {
    return false;
  }
  const labels = text.split(".");
  if (labels.some((label) => Buffer.byteLength(label) > 63)) {
    return false;
  }
  return labels.length === 1
    ? single.test(text)
    : last.test(labels.at(-1) ?? "") && labels.slice(0, -1).every((label) => inner.test(label));
}
