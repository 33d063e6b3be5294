import { armor, Decrypter } from "age-encryption";

import { count, listWords, truncate } from "../object/message-text.ts";
import type { AgeKeys } from "./age-keys.ts";
import type { AgeKey } from "./metadata.ts";

/** The key of one file, or why there is none. */
export type DataKey =
  | { readonly key: Uint8Array }
  | { readonly code: "SopsKeyMissing" | "SopsKeyInvalid" | "SopsInvalid"; readonly message: string };

/** Bytes of a key of AES-256. */
const keyLength = 32;

/** Decrypts the data key of a file by the first of its recipients that one of the keys belongs to. */
export async function decryptDataKey(ageKeys: readonly AgeKey[], keys: AgeKeys): Promise<DataKey> {
  if ("fault" in keys) {
    return { code: "SopsKeyInvalid", message: `is encrypted, and ${keys.fault}` };
  }
  if (keys.identities.length === 0) {
    return {
      code: "SopsKeyMissing",
      message: `is encrypted for ${recipientsOf(ageKeys)}, and no age key is given: set --sops-age-key-file or SOPS_AGE_KEY_FILE, or for a unit of sync \`decryption\``,
    };
  }
  const decrypter = new Decrypter();
  for (const identity of keys.identities) {
    try {
      decrypter.addIdentity(identity);
    } catch {
      const message = `is encrypted, and a key of ${keys.origins.join(", ")} is no valid age key: it may be cut off`;
      return { code: "SopsKeyInvalid", message };
    }
  }
  return firstKey(ageKeys, decrypter, keys);
}

async function firstKey(
  ageKeys: readonly AgeKey[],
  decrypter: Decrypter,
  { identities, origins }: Exclude<AgeKeys, { fault: string }>,
): Promise<DataKey> {
  for (const { armored } of ageKeys) {
    const key = await unwrap(armored, decrypter);
    if (key?.length === keyLength) {
      return { key };
    }
  }
  return {
    code: "SopsKeyMissing",
    message: `is encrypted for ${recipientsOf(ageKeys)}, and ${count(identities.length, "age key")} in ${origins.join(", ")} cannot decrypt it: add the key of one of these recipients, or add yours with \`sops rotate --add-age\``,
  };
}

async function unwrap(armored: string, decrypter: Decrypter): Promise<Uint8Array | undefined> {
  try {
    return await decrypter.decrypt(armor.decode(armored), "uint8array");
  } catch {
    return undefined;
  }
}

/** Characters of a recipient of X25519; those after quantum computers have 2000. */
const longestRecipient = 62;

/** The most that a message names. */
const mostNamed = 3;

function recipientsOf(ageKeys: readonly AgeKey[]): string {
  const names = ageKeys.map(({ recipient }) => truncate(recipient, longestRecipient));
  const more = names.length - mostNamed;
  return (
    listWords(more > 0 ? [...names.slice(0, mostNamed), `${more} more`] : names, "and") || "no age recipient"
  );
}
