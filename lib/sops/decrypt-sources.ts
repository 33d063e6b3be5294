import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import { isObject } from "../object/json.ts";
import { readDocument } from "../manifest/parse-document.ts";
import { readSource } from "../manifest/parse-source.ts";
import { createSpans, placesIn } from "../manifest/text/source-map.ts";
import type { KeysAtHand } from "./data-key.ts";
import { decryptDocuments, type EncryptedDocument } from "./decrypt-document.ts";
import { mayBeEncrypted } from "./detect-sops.ts";
import { type KeySource, readKeys } from "./key-source.ts";
import { openFile, fileRefusal } from "./open-file.ts";
import { metadataName } from "./visit-leaves.ts";

/** Texts after decryption. Encrypted texts with a fault are left out. */
export interface Decrypted {
  readonly sources: readonly SourceText[];
  readonly found: readonly Diagnostic[];
}

/**
 * Decrypts the sources that SOPS has encrypted; the others are returned as they are. Keys are read if there
 * is an encrypted source. Complexity: linear in the encrypted texts.
 */
export async function decryptSources(
  sources: readonly SourceText[],
  keySource: KeySource,
): Promise<Decrypted> {
  const decrypted: SourceText[] = [];
  const found: Diagnostic[] = [];
  let keys: Promise<KeysAtHand> | undefined;
  for (const source of sources) {
    const documents = encryptedDocuments(source);
    if (documents === undefined) {
      decrypted.push(source);
      continue;
    }
    keys ??= readKeys(keySource);
    const result = Array.isArray(documents) ? await decryptSource(source, documents, await keys) : documents;
    if ("text" in result) {
      decrypted.push(result);
    } else {
      found.push(result);
    }
  }
  return { sources: decrypted, found };
}

/**
 * Returns the documents of an encrypted file, of which the first has the metadata; undefined for any other
 * text. A fault of the syntax is one of the file: nothing of it could be verified.
 */
function encryptedDocuments(source: SourceText): EncryptedDocument[] | Diagnostic | undefined {
  if (!mayBeEncrypted(source.text)) {
    return undefined;
  }
  const { documents, diagnostics } = readSource(source);
  const faults = [...diagnostics, ...documents.flatMap(({ tree }) => tree.faults)];
  const [fault] = faults;
  if (fault !== undefined) {
    const message = `${source.name} is encrypted, and cannot be read: ${fault.message}`;
    return { ...fault, code: "SopsInvalid", message };
  }
  const parts: EncryptedDocument[] = [];
  for (const { document } of documents) {
    const spans = createSpans();
    const { value } = readDocument(document, spans);
    if (isObject(value)) {
      parts.push({ document, value, spans });
    } else if (value !== null) {
      return undefined;
    }
  }
  const [first] = parts;
  return first !== undefined &&
    Object.hasOwn(first.value, metadataName) &&
    isMetadata(first.value[metadataName])
    ? parts
    : undefined;
}

/** A custom resource may have a field `sops` of its own. */
function isMetadata(value: unknown): boolean {
  return typeof value === "object" && value !== null && ("mac" in value || "lastmodified" in value);
}

async function decryptSource(
  source: SourceText,
  documents: readonly EncryptedDocument[],
  keys: KeysAtHand,
): Promise<SourceText | Diagnostic> {
  const [first] = documents;
  const place = first && placesIn(first.spans, first.value)?.get(metadataName)?.keyStart;
  const file = await openFile(first?.value[metadataName], keys);
  const result = "message" in file ? file : decryptDocuments(source.text, documents, file);
  if ("message" in result) {
    return fileRefusal(source, { ...result, at: result.at ?? place });
  }
  const { text, values, places } = result;
  return { ...source, text, shown: source.text, secrets: { values, places } };
}
