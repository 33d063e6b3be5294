const block = /-----BEGIN CERTIFICATE-----\s*([A-Za-z0-9+/=\s]+?)-----END CERTIFICATE-----/g;

/**
 * Reports whether a CA bundle, in base64, holds at least one PEM block that looks like a certificate (RFC
 * 7468): a DER sequence of the declared length. Whether the certificate itself is valid is left to the API
 * server.
 */
export function isValidBundle(bundle: string): boolean {
  const text = Buffer.from(bundle, "base64").toString("latin1");
  return [...text.matchAll(block)].some(([, body = ""]) => isSequence(Buffer.from(body, "base64")));
}

/**
 * Reports whether the bytes are one DER sequence that begins with another: a certificate begins with its
 * signed part.
 */
function isSequence(bytes: Buffer): boolean {
  const length = derLength(bytes);
  return bytes[0] === sequenceTag && length !== undefined && bytes[length.start] === sequenceTag
    ? length.start + length.count === bytes.length
    : false;
}

const sequenceTag = 0x30;

function derLength(bytes: Buffer): { readonly start: number; readonly count: number } | undefined {
  const first = bytes[1] ?? 0;
  const more = first < 0x80 ? 0 : first - 0x80;
  const start = 2 + more;
  if (more > 4 || bytes.length < start) {
    return undefined;
  }
  return { start, count: more === 0 ? first : bytes.readUIntBE(2, more) };
}
