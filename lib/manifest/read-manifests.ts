import type { Diagnostic, Severity } from "../object/diagnostic.ts";
import { isObject, type JsonValue, objectField, stringField, type Path } from "../object/json.ts";
import type { Origin, SourceText } from "../object/source-text.ts";
import { BoundedList } from "./bounded-list.ts";
import { omittedMessage } from "./fault-list.ts";
import { findObjectFaults } from "./find-object-faults.ts";
import { flattenLists, pathOf, type Candidate } from "./flatten-lists.ts";
import { lineAt } from "./line.ts";
import { contentStart, locate } from "./locate.ts";
import type { ReadObject, SourceDocument } from "./manifest.ts";
import { withGeneratedName } from "./generated-name.ts";
import { type ObjectFault, titleOf } from "./object-fault.ts";
import { readEach, type ReadDocument } from "./read-source.ts";

/** What a source holds: its objects in the order of the text, and everything that is wrong with it. */
export interface Reading {
  readonly objects: readonly ReadObject[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Faults of one source that are listed. */
const mostFaults = 1000;

/**
 * Reads the Kubernetes objects of a text as kubectl does: every YAML document or JSON value, lists taken apart, empty
 * documents passed over. Faults are collected, up to a thousand; an object with an error is left out, the others stay.
 *
 * Complexity: linear in the text, in time and in memory.
 */
export function readManifests(source: SourceText): Reading {
  const reading: OpenReading = {
    objects: [],
    errors: new BoundedList(mostFaults),
    others: new BoundedList(mostFaults),
  };
  for (const part of readEach(source)) {
    if ("code" in part) {
      reading.errors.add(() => part);
    } else {
      readObjects(part, reading);
    }
  }
  const { objects, errors, others } = reading;
  return { objects, diagnostics: [...listed(errors, "error"), ...listed(others, "warning")] };
}

interface OpenReading {
  readonly objects: ReadObject[];
  readonly errors: BoundedList<Diagnostic>;
  /** Warnings and notes. */
  readonly others: BoundedList<Diagnostic>;
}

function listed({ items, omitted }: BoundedList<Diagnostic>, severity: Severity): readonly Diagnostic[] {
  const origin = items.at(-1)?.origin;
  return omitted === 0 || origin === undefined
    ? items
    : [...items, { code: "FaultsOmitted", severity, message: omittedMessage(omitted, "file"), origin }];
}

function readObjects({ document, tree }: ReadDocument, reading: OpenReading): void {
  for (const fault of tree.faults) {
    reading.errors.add(() => fault);
  }
  if (tree.faults.length === 0 && tree.value !== null) {
    for (const candidate of flattenLists(tree.value)) {
      readCandidate({ document, candidate }, reading);
    }
  }
}

function readCandidate(written: Place, reading: OpenReading): void {
  if (isKappConfig(written.candidate.value)) {
    reading.others.add(() => objectDiagnostic(kappConfigIgnored, written));
    return;
  }
  const place = nameHook(written, reading);
  const faults = findObjectFaults(place.candidate.value);
  for (const fault of faults) {
    const list = fault.severity === "error" ? reading.errors : reading.others;
    list.add(() => objectDiagnostic(fault, place));
  }
  const object = faults.some((fault) => fault.severity === "error") ? undefined : readObject(place);
  if (object !== undefined) {
    reading.objects.push(object);
  }
}

/** kapp reads such a document itself; no API server serves it. */
function isKappConfig(value: JsonValue): boolean {
  return (
    stringField(value, "apiVersion") === "kapp.k14s.io/v1alpha1" && stringField(value, "kind") === "Config"
  );
}

const kappConfigIgnored: ObjectFault = {
  code: "OrderNotObeyed",
  severity: "warning",
  message: "a Config of kapp is not obeyed, and not applied: its rules have no effect",
  path: ["kind"],
  part: "value",
};

/** The place with the name that a hook is given there. */
function nameHook(place: Place, reading: OpenReading): Place {
  const value = withGeneratedName(place.candidate.value);
  if (value === undefined) {
    return place;
  }
  const named = { ...place, candidate: { ...place.candidate, value } };
  const message = `${titleOf(value)}: a hook with generateName is applied under this name, which changes with its content`;
  reading.others.add(() => ({
    code: "NameGenerated",
    severity: "note",
    message,
    origin: locate(place.document, [...pathOf(place.candidate), "metadata", "generateName"], "key"),
  }));
  return named;
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
    origin: locate(document, [...pathOf(candidate), ...fault.path], fault.part),
  };
}

function readObject({ document, candidate }: Place): ReadObject | undefined {
  const { value } = candidate;
  if (!isObject(value)) {
    return undefined;
  }
  const path = pathOf(candidate);
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

function firstLine(document: SourceDocument, path: Path): Origin {
  const { source } = document;
  const { line } = path.length > 0 ? locate(document, path, "value") : lineAt(source, contentStart(document));
  return { file: source.name, line };
}
