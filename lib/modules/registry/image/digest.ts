import { createHash } from "node:crypto";

const pattern = /^sha256:[0-9a-f]{64}$/;

/** Whether the text is a digest as registries of today write it: `sha256:` and 64 hexadecimal digits. */
export function isDigest(text: string): boolean {
  return pattern.test(text);
}

/** The digest of these bytes. */
export function imageDigest(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}
