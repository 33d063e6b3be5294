import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { isObject, type JsonObject, stringField, type Path } from "../object/json.ts";
import { nameOf, namespaceOf } from "../object/metadata.ts";
import { markDecrypted } from "../redact/decrypted-values.ts";
import type { Origin, SourceText } from "../object/diagnostic/source-text.ts";
import { BoundedList, withOmittedCount } from "./text/fault-list.ts";
import { isNamed, withoutFaultyEntries } from "./validation/metadata-fault.ts";
import { validateObject } from "./validation/validate-object.ts";
import { flattenLists, listPath, type FlattenedObject } from "./flatten-lists.ts";
import { lineAt } from "./text/source-map.ts";
import { contentStart, locateField } from "./locate-field.ts";
import type { FaultyObject, ReadObject, SourceDocument } from "./manifest.ts";
import { type AnnotationChange, chartOrderOf } from "./chart-order.ts";
import { isFieldRules } from "./field-rules-document.ts";
import { isKappConfig, isKappConfigMap, type KappConfig, readKappConfigs } from "./kapp-config.ts";
import { isHealthRules } from "./health-rules-document.ts";
import { withGeneratedName } from "./generated-name.ts";
import { type ObjectFault, titleOf } from "./validation/object-fault.ts";
import { readEach, type ReadDocument } from "./parse-source.ts";

/** The content of a source: its objects in the order of the text, and all of its faults. */
export interface ParseResult {
  readonly objects: readonly ReadObject[];
  /**
   * Documents and objects with errors, which are not among the objects; of those without a name, the first
   * thousand.
   */
  readonly faulty: readonly FaultyObject[];
  /** The configurations of kapp. */
  readonly configs: readonly KappConfig[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The maximum number of faults reported for one source. */
const mostFaults = 1000;

/**
 * Reads the Kubernetes objects of a text as kubectl does: every YAML document or JSON value, lists flattened,
 * empty documents skipped. Faults are collected, up to a thousand; an object with an error is set apart, the
 * others are kept.
 *
 * Complexity: linear in the text, in time and in memory.
 */
export function readManifests(source: SourceText): ParseResult {
  const reading: OpenReading = {
    objects: [],
    configs: [],
    named: [],
    unreadable: new BoundedList(mostFaults),
    errors: new BoundedList(mostFaults),
    others: new BoundedList(mostFaults),
    ordered: chartOrderOf(source),
  };
  for (const part of readEach(source)) {
    if ("code" in part) {
      reading.errors.add(() => part);
    } else {
      readObjects(part, reading);
    }
  }
  const { objects, configs, named, unreadable, errors, others } = reading;
  const faulty = [...named, ...unreadable.items];
  return {
    objects,
    faulty,
    configs,
    diagnostics: [...withOmittedCount(errors, "error"), ...withOmittedCount(others, "warning")],
  };
}

interface OpenReading {
  readonly objects: ReadObject[];
  readonly configs: KappConfig[];
  /** Objects with errors whose kind and name are known. */
  readonly named: FaultyObject[];
  readonly unreadable: BoundedList<FaultyObject>;
  readonly errors: BoundedList<Diagnostic>;
  /** Warnings and notes. */
  readonly others: BoundedList<Diagnostic>;
  readonly ordered: AnnotationChange | undefined;
}

function readObjects({ document, tree }: ReadDocument, reading: OpenReading): void {
  for (const fault of tree.faults) {
    reading.errors.add(() => fault);
  }
  if (tree.faults.length > 0) {
    reading.unreadable.add(() => ({ origin: firstLine(document, []), faults: tree.faults }));
  } else if (tree.value !== null) {
    for (const candidate of flattenLists(tree.value)) {
      readCandidate({ document, candidate }, reading);
    }
  }
}

function readCandidate(written: Place, reading: OpenReading): void {
  if (isHealthRules(written.candidate.value) || isFieldRules(written.candidate.value)) {
    return;
  }
  readConfigs(written, reading);
  if (isKappConfig(written.candidate.value)) {
    return;
  }
  const place = nameHook(orderChart(written, reading), reading);
  const { value } = place.candidate;
  const found = validateObject(value);
  if (isObject(value) && !found.some(isError)) {
    reading.objects.push(readObject(value, place));
  }
  if (found.length > 0) {
    readFaulty(found, place, reading);
  }
}

function readConfigs({ candidate, document }: Place, reading: OpenReading): void {
  if (isKappConfig(candidate.value) || isKappConfigMap(candidate.value)) {
    const { configs, faults } = readKappConfigs(candidate.value, document, listPath(candidate));
    reading.configs.push(...configs);
    for (const fault of faults) {
      reading.errors.add(() => fault);
    }
  }
}

function isError({ severity }: ObjectFault): boolean {
  return severity === "error";
}

function readFaulty(found: readonly ObjectFault[], place: Place, reading: OpenReading): void {
  const faults: Diagnostic[] = [];
  for (const fault of found) {
    const list = isError(fault) ? reading.errors : reading.others;
    list.add(() => {
      const diagnostic = objectDiagnostic(fault, place);
      faults.push(diagnostic);
      return diagnostic;
    });
  }
  const errors = found.filter(isError);
  const { candidate, document } = place;
  if (errors.length > 0 && isObject(candidate.value) && isNamed(errors)) {
    const object = readObject(withoutFaultyEntries(candidate.value, errors), place);
    reading.named.push({ origin: object.origin, faults, object });
  } else if (errors.length > 0) {
    reading.unreadable.add(() => ({ origin: firstLine(document, listPath(candidate)), faults }));
  }
}

/** The place with the annotations that order the objects of its chart. */
function orderChart(place: Place, { ordered }: OpenReading): Place {
  const { candidate, document } = place;
  return ordered === undefined
    ? place
    : { document, candidate: { ...candidate, value: ordered(candidate.value, document) } };
}

/** The place with the name that its hook is given. */
function nameHook(place: Place, reading: OpenReading): Place {
  const value = withGeneratedName(place.candidate.value);
  if (value === undefined) {
    return place;
  }
  const named = { ...place, candidate: { ...place.candidate, value } };
  const message = `${titleOf(value)}: a hook with generateName is applied under this name, which is derived from its content`;
  reading.others.add(() => ({
    code: "NameGenerated",
    severity: "note",
    message,
    origin: locateField(place.document, [...listPath(place.candidate), "metadata", "generateName"], "key"),
  }));
  return named;
}

interface Place {
  readonly document: SourceDocument;
  readonly candidate: FlattenedObject;
}

function objectDiagnostic(fault: ObjectFault, { document, candidate }: Place): Diagnostic {
  const { code, severity, message } = fault;
  return {
    code,
    severity,
    message,
    origin: locateField(document, [...listPath(candidate), ...fault.path], fault.part),
  };
}

function readObject(written: JsonObject, { document, candidate }: Place): ReadObject {
  const path = listPath(candidate);
  const { secrets } = document.source;
  const value =
    secrets === undefined ? written : markDecrypted(written, secrets, { document: document.index, path });
  return {
    apiVersion: stringField(value, "apiVersion") ?? "",
    kind: stringField(value, "kind") ?? "",
    name: nameOf(value),
    namespace: namespaceOf(value),
    value,
    document,
    path,
    origin: firstLine(document, path),
  };
}

function firstLine(document: SourceDocument, path: Path): Origin {
  const { source } = document;
  const { line } =
    path.length > 0 ? locateField(document, path, "value") : lineAt(source, contentStart(document));
  return { file: source.name, line };
}
