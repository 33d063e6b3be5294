import { armor, Decrypter, Encrypter } from "age-encryption";

import type { AgeKeys } from "./age-keys.ts";

const armored = "-----BEGIN AGE ENCRYPTED FILE-----";
const binary = "age-encryption.org/";

/** Reports whether a file is one that age has encrypted. */
export function isAgeFile(content: Uint8Array): boolean {
  const start = Buffer.from(content.subarray(0, armored.length)).toString("latin1");
  return start === armored || start.startsWith(binary);
}

/** Returns the reason why a text is not a recipient of age; undefined if it is one. */
export function recipientFault(recipient: string): string | undefined {
  try {
    new Encrypter().addRecipient(recipient);
    return undefined;
  } catch {
    return "write a recipient of age, such as age1…, as age-keygen prints it";
  }
}

/** Encrypts a text for recipients of age, as an armored text. Throws an Error if one of them is invalid. */
export async function encryptForAge(text: string, recipients: readonly string[]): Promise<string> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    encrypter.addRecipient(recipient);
  }
  return `${armor.encode(await encrypter.encrypt(text)).trimEnd()}\n`;
}

/** Decrypts a file of age, armored or not. A fault is a sentence about the file, such as `cannot be …`. */
export async function decryptAgeFile(
  content: Uint8Array,
  keys: AgeKeys,
): Promise<{ readonly text: string } | { readonly fault: string }> {
  if ("fault" in keys) {
    return { fault: `is encrypted, and ${keys.fault}` };
  }
  const { identities, origins } = keys;
  if (identities.length === 0) {
    return { fault: "is encrypted: name a file of age keys with --age-key-file" };
  }
  const decrypter = new Decrypter();
  try {
    for (const identity of identities) {
      decrypter.addIdentity(identity);
    }
  } catch {
    return {
      fault: `is encrypted, and a key of ${origins.join(", ")} is not a valid age key: it may be cut off`,
    };
  }
  try {
    const text = Buffer.from(content.subarray(0, armored.length)).toString("latin1");
    const bytes = text === armored ? armor.decode(Buffer.from(content).toString("latin1")) : content;
    return { text: await decrypter.decrypt(bytes, "text") };
  } catch {
    return {
      fault: `cannot be decrypted: it is damaged, or was not encrypted for the keys of ${origins.join(", ")}`,
    };
  }
}
