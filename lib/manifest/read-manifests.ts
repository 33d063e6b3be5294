import type { Diagnostic } from "../object/diagnostic.ts";
import { isObject, objectField, stringField } from "../object/json.ts";
import type { Origin, SourceText } from "../object/source-text.ts";
import { findObjectFaults } from "./find-object-faults.ts";
import { flattenLists, type Candidate } from "./flatten-lists.ts";
import { lineAt } from "./line.ts";
import { contentStart, locate } from "./locate.ts";
import type { ReadObject, SourceDocument } from "./manifest.ts";
import type { ObjectFault } from "./object-fault.ts";
import { readSource } from "./read-source.ts";

/** What a source holds: its objects in the order of the text, and everything that is wrong with it. */
export interface Reading {
  readonly objects: readonly ReadObject[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the Kubernetes objects of a text as kubectl does: every YAML document or JSON value, lists taken apart, empty
 * documents passed over. All faults are collected; an object with an error is left out, the others stay.
 *
 * Complexity: linear in the text.
 */
export function readManifests(source: SourceText): Reading {
  const { documents, diagnostics } = readSource(source);
  const reading: OpenReading = { objects: [], diagnostics: [...diagnostics] };
  for (const { document, tree } of documents) {
    for (const fault of tree.faults) {
      reading.diagnostics.push(fault);
    }
    if (tree.faults.length === 0 && tree.value !== null) {
      for (const candidate of flattenLists(tree.value)) {
        readCandidate({ document, candidate }, reading);
      }
    }
  }
  return reading;
}

interface OpenReading {
  readonly objects: ReadObject[];
  readonly diagnostics: Diagnostic[];
}

function readCandidate(place: Place, reading: OpenReading): void {
  const faults = findObjectFaults(place.candidate.value);
  for (const fault of faults) {
    reading.diagnostics.push(objectDiagnostic(fault, place));
  }
  const object = faults.some((fault) => fault.severity === "error") ? undefined : readObject(place);
  if (object !== undefined) {
    reading.objects.push(object);
  }
}

interface Place {
  readonly document: SourceDocument;
  readonly candidate: Candidate;
}

function objectDiagnostic(fault: ObjectFault, { document, candidate }: Place): Diagnostic {
  const { code, severity, message } = fault;
  return {
    code,
    severity,
    message,
    origin: locate(document, [...candidate.path, ...fault.path], fault.part),
  };
}

function readObject({ document, candidate }: Place): ReadObject | undefined {
  const { value, path } = candidate;
  if (!isObject(value)) {
    return undefined;
  }
  const metadata = objectField(value, "metadata");
  return {
    apiVersion: stringField(value, "apiVersion") ?? "",
    kind: stringField(value, "kind") ?? "",
    name: stringField(metadata, "name") ?? "",
    namespace: stringField(metadata, "namespace") ?? "",
    value,
    document,
    path,
    origin: firstLine(document, path),
  };
}

function firstLine(document: SourceDocument, path: Candidate["path"]): Origin {
  const { source } = document;
  const { line } = path.length > 0 ? locate(document, path, "value") : lineAt(source, contentStart(document));
  return { file: source.name, line };
}
