import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { Origin } from "../object/diagnostic/source-text.ts";
import {
  isObject,
  type JsonObject,
  type JsonValue,
  objectField,
  type Path,
  stringField,
} from "../object/json.ts";
import { metadataOf } from "../object/metadata.ts";
import { type FieldPart, locateField } from "./locate-field.ts";
import type { SourceDocument } from "./manifest.ts";
import { readSource } from "./parse-source.ts";

/** A `Config` of kapp: a document, or the text of a ConfigMap. */
export interface KappConfig {
  readonly value: JsonObject;
  readonly document: SourceDocument;
  /** The path of the Config in the document, or of the text that contains it. */
  readonly path: Path;
  /** The document inside of that text; absent for a Config that is a document itself. */
  readonly inner?: SourceDocument;
}

/** The configurations of a manifest, and the faults of their texts. */
export interface KappConfigReading {
  readonly configs: readonly KappConfig[];
  readonly faults: readonly Diagnostic[];
}

/** Reports whether a value is a Config of kapp, which kapp reads itself: no API server serves its kind. */
export function isKappConfig(value: JsonValue): boolean {
  return (
    stringField(value, "apiVersion") === "kapp.k14s.io/v1alpha1" && stringField(value, "kind") === "Config"
  );
}

const configLabel = "kapp.k14s.io/config";
const textKey = "config.yml";

/** Reports whether a value is a ConfigMap with a Config of kapp; it is applied nevertheless. */
export function isKappConfigMap(value: JsonValue): boolean {
  return (
    stringField(value, "apiVersion") === "v1" &&
    stringField(value, "kind") === "ConfigMap" &&
    Object.hasOwn(objectField(metadataOf(value), "labels"), configLabel)
  );
}

/** Reads the configurations of kapp in a value at that path of a document. */
export function readKappConfigs(value: JsonValue, document: SourceDocument, path: Path): KappConfigReading {
  if (isKappConfig(value) && isObject(value)) {
    return { configs: [{ value, document, path }], faults: [] };
  }
  return isKappConfigMap(value) ? readConfigMap(value, document, path) : { configs: [], faults: [] };
}

function readConfigMap(value: JsonValue, document: SourceDocument, path: Path): KappConfigReading {
  const text = stringField(objectField(value, "data"), textKey);
  const place: Path = [...path, "data", textKey];
  const origin = locateField(document, place, "value");
  if (text === undefined) {
    const message = `a ConfigMap with the label ${configLabel} has a Config of kapp in data["${textKey}"]: add it, or remove the label`;
    return { configs: [], faults: [configFault(message, origin)] };
  }
  const { documents, diagnostics } = readSource({ name: document.source.name, text });
  const faults = [...diagnostics, ...documents.flatMap(({ tree }) => tree.faults)].map((fault) =>
    configFault(`${textKey} cannot be read: line ${fault.origin?.line ?? 1}: ${fault.message}`, origin),
  );
  const configs = documents.flatMap(({ document: inner, tree }): readonly KappConfig[] =>
    isKappConfig(tree.value) && isObject(tree.value)
      ? [{ value: tree.value, document, path: place, inner }]
      : [],
  );
  return { configs, faults };
}

/** Returns an error about a Config of kapp. */
export function configFault(message: string, origin: Origin): Diagnostic {
  return { code: "KappConfigInvalid", severity: "error", message, origin };
}

/** The place of a field of a Config. */
export function configOrigin(config: KappConfig, field: Path, part: FieldPart): Origin {
  const { document, path, inner } = config;
  if (inner === undefined) {
    return locateField(document, [...path, ...field], part);
  }
  const { file, line } = locateField(document, path, "value");
  // The text of a block begins in the line below its key.
  const first = line + (inner.source.text.includes("\n") ? 1 : 0);
  return { file, line: first + locateField(inner, field, part).line - 1 };
}
