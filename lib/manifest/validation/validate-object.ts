import {
  field,
  isObject,
  stringField,
  type JsonObject,
  type JsonValue,
  objectField,
  type Path,
} from "../../object/json.ts";
import { groupOf } from "../../object/object-ref.ts";
import { isSoundMetadata, metadataFaults } from "./metadata-fault.ts";
import { fault, missing, titleOf, typeName, type ObjectFault } from "./object-fault.ts";
import { unrendered } from "./template.ts";

/**
 * All faults that keep a value from being an object that can be applied, not only the first. Messages do not
 * repeat values, except names.
 */
export function validateObject(value: JsonValue): readonly ObjectFault[] {
  if (!isObject(value)) {
    const message = `found ${typeName(value)} instead of a Kubernetes object (apiVersion, kind, metadata)`;
    return [fault("NotAnObject", message, { path: [], part: "value" })];
  }
  if (isSound(value)) {
    return placeholderErrors(value);
  }
  if (["apiVersion", "kind", "metadata"].every((name) => field(value, name) === undefined)) {
    const message =
      "a mapping without apiVersion, kind and metadata is not a Kubernetes object; pass the values of a chart with --values";
    return [fault("NotAnObject", message, { path: [], part: "value" })];
  }
  const title = titleOf(value);
  const group = groupOf(stringField(value, "apiVersion") ?? "");
  return [
    ...apiVersionFaults(value, title),
    ...kindFaults(value, title),
    ...metadataFaults(value, { title, group }),
    ...placeholderErrors(value),
  ];
}

const soundWord = /^[^/\s{\p{Cc}]+$/u;

const soundApiVersion = /^(?:[^/\s{\p{Cc}]+\/)?[^/\s{\p{Cc}]+$/u;

/** Reports whether the object has no faults: the fast path for almost all of them. */
function isSound(value: JsonObject): boolean {
  const { apiVersion, kind, metadata } = value;
  return (
    typeof apiVersion === "string" &&
    soundApiVersion.test(apiVersion) &&
    typeof kind === "string" &&
    soundWord.test(kind) &&
    isObject(metadata) &&
    isSoundMetadata(metadata)
  );
}

function apiVersionFaults(value: JsonObject, title: string): readonly ObjectFault[] {
  const apiVersion = field(value, "apiVersion");
  const place = { path: ["apiVersion"], part: "value" } as const;
  if (apiVersion === undefined) {
    const { message, path } = missing(value, "apiVersion", "write one, like `apps/v1`");
    return [fault("ApiVersionMissing", message, { path, part: "key" })];
  }
  if (typeof apiVersion !== "string" || apiVersion === "") {
    const fact = apiVersion === "" ? "empty" : typeName(apiVersion);
    return [
      fault("ApiVersionMissing", `${title}: apiVersion is ${fact}: write a string, like \`apps/v1\``, place),
    ];
  }
  if (apiVersion.includes("{{")) {
    return [fault("ApiVersionInvalid", `${title}: apiVersion: ${unrendered}`, place)];
  }
  return soundApiVersion.test(apiVersion)
    ? []
    : [
        fault(
          "ApiVersionInvalid",
          `${title}: apiVersion must be \`version\` or \`group/version\`, like \`v1\` or \`apps/v1\``,
          place,
        ),
      ];
}

function kindFaults(value: JsonObject, title: string): readonly ObjectFault[] {
  const kind = field(value, "kind");
  if (kind === undefined) {
    const { message, path } = missing(value, "kind", "write one, like `Deployment`");
    return [fault("KindMissing", message, { path, part: "key" })];
  }
  if (typeof kind === "string" && soundWord.test(kind)) {
    return [];
  }
  return [fault("KindMissing", `${title}: kind${kindRefusal(kind)}`, { path: ["kind"], part: "value" })];
}

/** The reason a kind is refused, to be appended to the fact. */
function kindRefusal(kind: JsonValue): string {
  if (typeof kind === "string" && kind.includes("{{")) {
    return `: ${unrendered}`;
  }
  const fact = kind === "" ? "empty" : "not a valid kind";
  return ` is ${typeof kind === "string" ? fact : typeName(kind)}: write a string, like \`Deployment\``;
}

/** The placeholder that converge prints for a redacted value. */
const mask = /^\(hidden(?:, \d+ bytes?)?\)$/;

/**
 * The values of an object that are placeholders: the output of `get` without `--show-secrets` is not a
 * manifest, and applying it would replace the values by the placeholders. Only objects that may have been
 * redacted are searched: Secrets, and those marked as sensitive.
 */
export function placeholderErrors(object: JsonObject): readonly ObjectFault[] {
  return mayBeMasked(object) ? masksIn(object).map((path) => maskedFault(object, path)) : [];
}

function mayBeMasked(object: JsonObject): boolean {
  const annotations = objectField(object["metadata"], "annotations");
  return (
    object["kind"] === "Secret" ||
    Object.hasOwn(annotations, "werf.io/sensitive") ||
    Object.hasOwn(annotations, "werf.io/sensitive-paths")
  );
}

function maskedFault(object: JsonObject, path: Path): ObjectFault {
  return fault(
    "ValueMasked",
    `${titleOf(object)}: ${path.join(".")} is the placeholder of a hidden value: print the manifest with \`converge get --show-secrets\``,
    { path, part: "value" },
  );
}

function masksIn(object: JsonObject): readonly Path[] {
  const found: Path[] = [];
  const ahead: { readonly value: JsonValue; readonly path: Path }[] = [{ value: object, path: [] }];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const { value, path } = next;
    if (typeof value === "string" && mask.test(value)) {
      found.push(path);
    } else if (Array.isArray(value)) {
      ahead.push(...value.map((entry: JsonValue, index) => ({ value: entry, path: [...path, index] })));
    } else if (isObject(value)) {
      ahead.push(...Object.entries(value).map(([name, entry]) => ({ value: entry, path: [...path, name] })));
    }
  }
  return found;
}
