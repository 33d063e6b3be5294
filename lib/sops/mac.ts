import { createHash, type Hash } from "node:crypto";

import { decryptValue } from "./encrypted-value.ts";
import type { SopsMetadata } from "./metadata.ts";

/** The key of one file, with its metadata. */
export interface FileKey {
  readonly metadata: SopsMetadata;
  readonly key: Uint8Array;
}

/** The first bytes that a MAC over only the encrypted values covers: SHA-256 of `sops`. */
const onlyEncryptedStart = createHash("sha256").update("sops").digest();

/** The rest of a sentence about a file whose MAC does not match. */
export const macFault =
  "has a MAC that does not match: it was changed after it was encrypted; restore it, or change it with `sops edit`";

/** Begins the hash that the values of a file are added to. */
export function startMac({ macOnlyEncrypted }: SopsMetadata): Hash {
  const hash = createHash("sha512");
  return macOnlyEncrypted ? hash.update(onlyEncryptedStart) : hash;
}

/** Reports whether the hash over all values is the one that the file was encrypted with. */
export function isAuthentic(hash: Hash, { metadata: { mac, lastModified }, key }: FileKey): boolean {
  const expected = decryptValue(mac, key, lastModified);
  return !("fault" in expected) && expected.text === hash.digest("hex").toUpperCase();
}
