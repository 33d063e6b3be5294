import { createHash } from "node:crypto";

const pattern = /^sha256:[0-9a-f]{64}$/;

/**
 * Reports whether the text is a digest in the form current registries use: `sha256:` and 64 hexadecimal
 * digits.
 */
export function isDigest(text: string): boolean {
  return pattern.test(text);
}

/** Returns the digest of these bytes. */
export function imageDigest(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}
