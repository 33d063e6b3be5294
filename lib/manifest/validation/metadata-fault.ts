import type { DiagnosticCode } from "../../object/diagnostic/diagnostic-code.ts";
import {
  field,
  isObject,
  stringField,
  type JsonObject,
  type JsonValue,
  type Path,
} from "../../object/json.ts";
import { truncateWord } from "../../object/message-text.ts";
import { isSoundName, isSoundNamespace, nameFaults, namespaceFaults, type Named } from "./name-fault.ts";
import { fault, firstWord, missing, nearMiss, typeName, type ObjectFault } from "./object-fault.ts";
import { metadataOf } from "../../object/metadata.ts";

/** All faults in the metadata of an object; `title` names the object, `group` is its API group. */
export function metadataFaults(value: JsonObject, named: Named): readonly ObjectFault[] {
  const { title } = named;
  const metadata = field(value, "metadata");
  if (metadata === undefined || metadata === null) {
    const near = missing(value, "metadata", "write one, with a name");
    return [
      fault("NameMissing", near.message, { path: metadata === null ? ["metadata"] : near.path, part: "key" }),
    ];
  }
  if (!isObject(metadata)) {
    const message = `${title}: metadata is ${typeName(metadata)}: write a mapping, with a name`;
    return [fault("MetadataInvalid", message, { path: ["metadata"], part: "value" })];
  }
  return [
    ...writtenNameFaults(metadata, named),
    ...namespaceFaults(metadata, named),
    ...stringMapFaults(metadata, {
      title,
      name: "annotations",
      one: "annotation",
      code: "AnnotationNotString",
    }),
    ...stringMapFaults(metadata, { title, name: "labels", one: "label", code: "LabelNotString" }),
  ];
}

function writtenNameFaults(metadata: JsonObject, named: Named): readonly ObjectFault[] {
  const name = field(metadata, "name") ?? "";
  return name === "" ? [nameMissing(metadata, named.title)] : nameFaults(name, named);
}

function nameMissing(metadata: JsonObject, title: string): ObjectFault {
  if (stringField(metadata, "generateName") !== undefined) {
    const message = `${title} has generateName but no name: apply needs a fixed name, so set metadata.name`;
    return fault("NameMissing", message, { path: ["metadata", "generateName"], part: "key" });
  }
  const near = nearMiss(metadata, "name");
  const message =
    near === undefined
      ? `${title} has no metadata.name: write one`
      : `${title} has no metadata.name, but ${JSON.stringify(truncateWord(near))}: did you mean "name"?`;
  const key = near ?? (Object.hasOwn(metadata, "name") ? "name" : undefined);
  return fault("NameMissing", message, {
    path: key === undefined ? ["metadata"] : ["metadata", key],
    part: "key",
  });
}

interface StringMap {
  readonly title: string;
  readonly name: "annotations" | "labels";
  readonly one: "annotation" | "label";
  readonly code: DiagnosticCode;
}

function stringMapFaults(metadata: JsonObject, map: StringMap): readonly ObjectFault[] {
  const found = field(metadata, map.name);
  if (found === undefined || found === null) {
    return [];
  }
  const path = ["metadata", map.name];
  if (!isObject(found)) {
    const message = `${map.title}: metadata.${map.name} is ${typeName(found)}: write a mapping of strings`;
    return [fault("MetadataInvalid", message, { path, part: "value" })];
  }
  return Object.keys(found).flatMap((key) =>
    entryFault(field(found, key) ?? null, { map, key, path: [...path, key] }),
  );
}

interface MapEntry {
  readonly map: StringMap;
  readonly key: string;
  readonly path: Path;
}

/** The API server reads null as an empty string, so it is only a warning. */
function entryFault(value: JsonValue, { map, key, path }: MapEntry): readonly ObjectFault[] {
  if (typeof value === "string") {
    return [];
  }
  const subject = `${map.title}: the ${map.one} ${firstWord(key)}`;
  if (value === null) {
    const message = `${subject} has no value and counts as an empty string: write "" or a value`;
    return [{ code: map.code, severity: "warning", message, path, part: "key" }];
  }
  const remedy = typeof value === "object" ? "write a string" : "quote it";
  return [fault(map.code, `${subject} reads as ${typeName(value)}: ${remedy}`, { path, part: "value" })];
}

/** Reports whether the metadata are free of faults: the fast path for almost all objects. */
export function isSoundMetadata(metadata: JsonObject): boolean {
  const { name, namespace = "", annotations, labels } = metadata;
  return (
    typeof name === "string" &&
    isSoundName(name) &&
    typeof namespace === "string" &&
    (namespace === "" || isSoundNamespace(namespace)) &&
    holdsStrings(annotations) &&
    holdsStrings(labels)
  );
}

function holdsStrings(value: JsonValue | undefined): boolean {
  return (
    value === undefined ||
    (isObject(value) && Object.values(value).every((entry) => typeof entry === "string"))
  );
}

/**
 * Reports whether errors of an object leave its kind and its name readable: they are only about labels,
 * annotations and redacted values.
 */
export function isNamed(errors: readonly ObjectFault[]): boolean {
  return errors.every((error) => error.code === "ValueMasked" || isEntryFault(error));
}

function isEntryFault({ path: [first, second] }: ObjectFault): boolean {
  return first === "metadata" && (second === "labels" || second === "annotations");
}

/** The value without the labels and annotations that these errors are about. Complexity: linear. */
export function withoutFaultyEntries(value: JsonObject, errors: readonly ObjectFault[]): JsonObject {
  const places = Map.groupBy(
    errors.filter(isEntryFault).map(({ path }) => path),
    ([, map]) => map,
  );
  const metadata = Object.entries(metadataOf(value)).flatMap(([name, part]) => {
    const keys = new Set(places.get(name)?.map(([, , key]) => key));
    if (keys.size === 0) {
      return [[name, part] as const];
    }
    const sound = isObject(part) ? Object.entries(part).filter(([key]) => !keys.has(key)) : [];
    return [[name, Object.fromEntries(sound)] as const];
  });
  return { ...value, metadata: Object.fromEntries(metadata) };
}
