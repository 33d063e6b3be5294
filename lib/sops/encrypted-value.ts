import { createDecipheriv } from "node:crypto";

import { formatFloat } from "./go-number.ts";

/** A decrypted value, with the text by which the MAC covers it. */
export interface DecryptedValue {
  readonly type: "str" | "int" | "float" | "bool" | "time" | "comment";
  readonly text: string;
}

const form =
  /^ENC\[AES256_GCM,data:([A-Za-z0-9+/=]+),iv:([A-Za-z0-9+/=]+),tag:([A-Za-z0-9+/=]+),type:(\w+)\]/;

/** Reports whether a text has the form of an encrypted value. */
export function isEncryptedValue(text: string): boolean {
  return form.test(text);
}

/** Bytes of the authentication tag; a shorter one would be easier to forge. */
const tagLength = 16;

/** A decrypted value before its type is read. */
export interface DecryptedBytes {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/**
 * Decrypts a value that belongs to `place`: its keys, each followed by a colon. Returns the fault, without
 * any part of the value, if it was changed, moved, or encrypted with another key.
 */
export function decryptValue(
  text: string,
  key: Uint8Array,
  place: string,
): DecryptedValue | { readonly fault: string } {
  const found = decryptBytes(text, key, place);
  return "fault" in found ? found : typed(found.type, found.bytes);
}

/** Decrypts a value of any bytes, as {@link decryptValue} does. */
export function decryptBytes(
  text: string,
  key: Uint8Array,
  place: string,
): DecryptedBytes | { readonly fault: string } {
  const [, data = "", iv = "", tag = "", type = ""] = form.exec(text) ?? [];
  const [nonce, tagBytes] = [Buffer.from(iv, "base64"), Buffer.from(tag, "base64")];
  if (nonce.length === 0 || nonce.length > 64 || tagBytes.length !== tagLength) {
    return { fault: "is not encrypted, or not in the format of SOPS: change the file with `sops edit`" };
  }
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagLength });
    decipher.setAAD(Buffer.from(place, "utf8")).setAuthTag(tagBytes);
    return { type, bytes: Buffer.concat([decipher.update(Buffer.from(data, "base64")), decipher.final()]) };
  } catch {
    return {
      fault:
        "was changed, or moved to another key, after it was encrypted: restore it, or change it with `sops edit`",
    };
  }
}

type Reader = (text: string) => DecryptedValue | undefined;

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["str", (text) => ({ type: "str", text })],
  ["bytes", (text) => ({ type: "str", text })],
  ["time", (text) => ({ type: "time", text })],
  ["comment", (text) => ({ type: "comment", text })],
  ["int", intOf],
  ["float", floatOf],
  ["bool", boolOf],
]);

function typed(type: string, bytes: Uint8Array): DecryptedValue | { readonly fault: string } {
  const text = decodeUtf8(bytes);
  const read = readers.get(type);
  if (text === undefined) {
    return { fault: "decrypts to bytes that are not UTF-8: store them in base64" };
  }
  return read === undefined
    ? { fault: "has a type that is not known: a newer version of converge may know it" }
    : (read(text) ?? { fault: `decrypts to a text that is not of its type, ${type}: encrypt it again` });
}

function intOf(text: string): DecryptedValue | undefined {
  return /^[-+]?\d{1,19}$/.test(text)
    ? { type: "int", text: BigInt(text.replace("+", "")).toString() }
    : undefined;
}

function boolOf(text: string): DecryptedValue | undefined {
  const isTrue = text.toLowerCase() === "true";
  return isTrue || text.toLowerCase() === "false"
    ? { type: "bool", text: isTrue ? "True" : "False" }
    : undefined;
}

const infinite: ReadonlyMap<string, number> = new Map([
  ["NaN", Number.NaN],
  ["+Inf", Number.POSITIVE_INFINITY],
  ["-Inf", Number.NEGATIVE_INFINITY],
]);

function floatOf(text: string): DecryptedValue | undefined {
  const value = infinite.get(text) ?? (/^[-+]?\d/.test(text) ? Number(text) : undefined);
  return value === undefined || (Number.isNaN(value) && text !== "NaN")
    ? undefined
    : { type: "float", text: formatFloat(value) };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
