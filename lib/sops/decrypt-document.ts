import type { Hash } from "node:crypto";

import type { DecryptedPlace } from "../object/diagnostic/source-text.ts";
import type { JsonObject } from "../object/json.ts";
import { truncateWord } from "../object/message-text.ts";
import type { SourceDocument } from "../manifest/manifest.ts";
import { placesIn, type SourceMap } from "../manifest/text/source-map.ts";
import { decryptValue, type DecryptedValue, isEncryptedValue } from "./encrypted-value.ts";
import { formatFloat } from "./go-number.ts";
import { type FileKey, isAuthentic, macFault, startMac } from "./mac.ts";
import type { FileFault } from "./open-file.ts";
import type { SopsMetadata } from "./metadata.ts";
import { plainScalarText } from "./plain-scalar.ts";
import { applyEdits, dropEntry, dropField, replaceValue, type TextEdit, writeValue } from "./rewrite-text.ts";
import { type Leaf, metadataName, visitLeaves } from "./visit-leaves.ts";

/** A document of an encrypted file. */
export interface EncryptedDocument {
  readonly document: SourceDocument;
  readonly value: JsonObject;
  readonly spans: SourceMap;
}

/** The decrypted text of a file. */
export interface DecryptedText {
  readonly text: string;
  readonly values: readonly string[];
  readonly places: readonly DecryptedPlace[];
}

interface Decryption extends FileKey {
  readonly hash: Hash;
  readonly edits: TextEdit[];
  readonly values: Set<string>;
  readonly places: DecryptedPlace[];
  readonly faults: FileFault[];
}

/**
 * Decrypts the documents of one file, and verifies the MAC over all of their values. Nothing of a file with a
 * fault is returned.
 */
export function decryptDocuments(
  text: string,
  documents: readonly EncryptedDocument[],
  { metadata, key }: FileKey,
): DecryptedText | FileFault {
  const run: Decryption = {
    metadata,
    key,
    hash: startMac(metadata),
    edits: [],
    values: new Set(),
    places: [],
    faults: [],
  };
  for (const part of documents) {
    decryptDocument(part, run);
    const [fault] = run.faults;
    if (fault !== undefined) {
      return fault;
    }
  }
  if (!isAuthentic(run.hash, run)) {
    return { code: "SopsInvalid", message: macFault, at: macPlace(documents) };
  }
  return { text: applyEdits(text, run.edits), values: [...run.values], places: run.places };
}

function macPlace([first]: readonly EncryptedDocument[]): number | undefined {
  return first && placesIn(first.spans, first.value)?.get(metadataName)?.keyStart;
}

function decryptDocument({ document, value, spans }: EncryptedDocument, run: Decryption): void {
  const shared = visitLeaves(value, spans, (leaf) => decryptLeaf(leaf, document, run));
  if (shared !== undefined) {
    run.faults.push({ ...sharedFault, at: shared.sharedAt });
  }
  const metadata = placesIn(spans, value)?.get(metadataName);
  if (metadata !== undefined) {
    run.edits.push(dropField(document.source.text, metadata, document.start));
  }
}

const sharedFault = {
  code: "SopsUnsupported",
  message:
    "has anchors, aliases or tags, which SOPS does not write: encrypt the file again with `sops encrypt`",
} as const;

/** Decrypts one scalar; reports whether it is a comment. */
function decryptLeaf(leaf: Leaf, document: SourceDocument, run: Decryption): boolean {
  const { metadata, hash } = run;
  if (isShared(leaf, document)) {
    run.faults.push({ ...sharedFault, at: leaf.span.valueStart });
  }
  if (!isEncrypted(leaf, metadata)) {
    if (!metadata.macOnlyEncrypted) {
      hash.update(macText(leaf, document) ?? "");
    }
    return false;
  }
  // SOPS does not encrypt empty texts.
  return leaf.value !== "" && decryptEncrypted(leaf, document, run);
}

function isEncrypted({ value, keys }: Leaf, { rule }: SopsMetadata): boolean {
  return rule(keys) ?? (typeof value === "string" && isEncryptedValue(value));
}

function decryptEncrypted(leaf: Leaf, document: SourceDocument, run: Decryption): boolean {
  const { value, keys, span } = leaf;
  const found = decryptValue(typeof value === "string" ? value : "", run.key, `${keys.join(":")}:`);
  if ("fault" in found) {
    const message = `has a value, of ${truncateWord(keys.join("."))}, that ${found.fault}`;
    run.faults.push({ code: "SopsInvalid", message, at: span.valueStart });
    return false;
  }
  return found.type === "comment"
    ? takeComment(leaf, document, run)
    : takeValue(leaf, found, { document, run });
}

function isShared({ span, isInList }: Leaf, { source, format }: SourceDocument): boolean {
  const between = isInList ? "" : source.text.slice(span.keyEnd, span.valueStart);
  return (
    format === "yaml" &&
    (/[&!]/.test(between) || /^[*&!]/.test(source.text.slice(span.valueStart, span.valueStart + 1)))
  );
}

function takeComment(leaf: Leaf, { source }: SourceDocument, run: Decryption): boolean {
  const edit = leaf.isInList ? dropEntry(source.text, leaf.span) : undefined;
  if (edit === undefined) {
    const message =
      "has an encrypted comment where a value is expected: encrypt the file again with `sops encrypt`";
    run.faults.push({ code: "SopsUnsupported", message, at: leaf.span.valueStart });
    return false;
  }
  run.edits.push(edit);
  return true;
}

function takeValue(
  leaf: Leaf,
  found: DecryptedValue,
  { document, run }: { readonly document: SourceDocument; readonly run: Decryption },
): false {
  run.hash.update(found.text);
  run.values.add(found.type === "bool" ? found.text.toLowerCase() : found.text);
  run.places.push({ document: document.index, path: leaf.path });
  run.edits.push(replaceValue(document.source.text, leaf.span, writeValue(found)));
  return false;
}

/** Returns the text by which the MAC covers a value that is not encrypted; null for none. */
function macText({ value, span }: Leaf, { source, format }: SourceDocument): string | null {
  const written = source.text.slice(span.valueStart, span.valueEnd);
  if (format === "yaml" && /^[^"'|>]/.test(written) && !written.includes("\n")) {
    return plainScalarText(written.trim());
  }
  if (typeof value === "boolean") {
    return value ? "True" : "False";
  }
  if (typeof value === "number" || typeof value === "bigint") {
    return format === "json" ? jsonNumber(written.trim()) : String(value);
  }
  return typeof value === "string" ? value : null;
}

/** Go reads an integer of 64 bits, or else a float. */
function jsonNumber(written: string): string {
  const isInteger = /^-?\d{1,19}$/.test(written) && BigInt.asIntN(64, BigInt(written)) === BigInt(written);
  return isInteger ? BigInt(written).toString() : formatFloat(Number(written));
}
