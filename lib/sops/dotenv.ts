/** Files of variables, `KEY=value` a line, as SOPS encrypts them. */
import type { DecryptedText } from "./decrypt-document.ts";
import type { FileFault } from "./open-file.ts";
import { decryptValue, isEncryptedValue } from "./encrypted-value.ts";
import { type FileKey, isAuthentic, macFault, startMac } from "./mac.ts";
import { truncateWord } from "../object/message-text.ts";
import { type JsonObject, type MutableObject, setOwnField } from "../object/json.ts";

const metadataPrefix = "sops_";

/** Reports whether a text is an encrypted file of variables. Complexity: O(length). */
export function isEncryptedDotenv(text: string): boolean {
  return /^sops_mac=ENC\[AES256_GCM,/m.test(text);
}

/** A line, without its line break. */
interface Line {
  readonly start: number;
  readonly text: string;
  /** Empty for a comment. */
  readonly name: string;
  readonly value: string;
}

function linesOf(text: string): readonly Line[] {
  let start = 0;
  return text.split("\n").map((line) => {
    const at = line.startsWith("#") ? -1 : line.indexOf("=");
    const read = {
      start,
      text: line,
      name: line.slice(0, Math.max(at, 0)),
      value: unescaped(line.slice(at + 1)),
    };
    start += line.length + 1;
    return read;
  });
}

/** A line break within a value is written as `\n`. */
function unescaped(value: string): string {
  return value.replaceAll(String.raw`\n`, "\n");
}

/** Returns the metadata in the form that it has in YAML: SOPS flattens it to names of variables. */
export function dotenvMetadata(text: string): JsonObject {
  const metadata: MutableObject = {};
  const lists = new Map<string, Map<string, MutableObject>>();
  for (const { name, value } of linesOf(text).filter(isMetadata)) {
    const key = name.slice(metadataPrefix.length);
    // `age__list_0__map_enc` → `{ age: [{ enc }] }`.
    const [, list, index = "", inner = ""] = /^(\w+?)__list_(\d{1,4})__map_(.*)$/.exec(key) ?? [];
    if (list === undefined) {
      setOwnField(metadata, key, value);
    } else {
      const entries = lists.get(list) ?? new Map<string, MutableObject>();
      const entry = entries.get(index) ?? {};
      setOwnField(entry, inner, value);
      lists.set(list, entries.set(index, entry));
    }
  }
  for (const [list, entries] of lists) {
    setOwnField(metadata, list, [...entries.values()]);
  }
  return metadata;
}

function isMetadata({ name }: Line): boolean {
  return name.startsWith(metadataPrefix);
}

/**
 * Decrypts a file of variables and verifies its MAC. Lines stay where they are: those of the metadata are
 * empty, and encrypted comments have no text.
 */
export function decryptDotenv(text: string, file: FileKey): DecryptedText | FileFault {
  const lines = linesOf(text);
  const hash = startMac(file.metadata);
  const values = new Set<string>();
  const written: string[] = [];
  for (const line of lines) {
    const found = readLine(line, file);
    if (found.isCovered) {
      hash.update(found.value);
    }
    if (found.fault !== undefined) {
      return { code: "SopsInvalid", message: found.fault, at: line.start };
    }
    if (found.isEncrypted) {
      values.add(found.value);
    }
    written.push(found.text);
  }
  return isAuthentic(hash, file)
    ? { text: written.join("\n"), values: [...values], places: [] }
    : { code: "SopsInvalid", message: macFault, at: lines.find(isMetadata)?.start };
}

/** A line after decryption. */
interface ReadLine {
  readonly text: string;
  readonly value: string;
  readonly isEncrypted: boolean;
  /** Whether the MAC covers the value. */
  readonly isCovered: boolean;
  readonly fault?: string;
}

function readLine(line: Line, { metadata, key }: FileKey): ReadLine {
  const { name, value, text } = line;
  const plain = { text, value, isEncrypted: false, isCovered: false };
  if (isMetadata(line)) {
    return { ...plain, text: "" };
  }
  if (text.startsWith("#") || text === "") {
    return isEncryptedValue(text.slice(1)) ? { ...plain, text: "#" } : plain;
  }
  if (!(metadata.rule([name]) ?? isEncryptedValue(value))) {
    return { ...plain, isCovered: !metadata.macOnlyEncrypted };
  }
  if (value === "") {
    return plain;
  }
  const found = decryptValue(value, key, `${name}:`);
  if ("fault" in found) {
    return { ...plain, fault: `has a value, of ${truncateWord(name)}, that ${found.fault}` };
  }
  const escaped = found.text.replaceAll("\n", String.raw`\n`);
  return { text: `${name}=${escaped}`, value: found.text, isEncrypted: true, isCovered: true };
}
