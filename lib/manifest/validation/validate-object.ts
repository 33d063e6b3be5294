import { field, isObject, stringField, type JsonObject, type JsonValue } from "../../object/json.ts";
import { groupOf } from "../../object/object-ref.ts";
import { placeholderErrors } from "./redacted-placeholder.ts";
import { isSoundMetadata, metadataFaults } from "./metadata-fault.ts";
import { fault, missing, titleOf, typeName, type ObjectFault } from "./object-fault.ts";
import { unrendered } from "./template.ts";

/**
 * All faults that keep a value from being an object that can be applied, not only the first. Messages do not
 * repeat values, except names.
 */
export function validateObject(value: JsonValue): readonly ObjectFault[] {
  if (!isObject(value)) {
    const message = `${typeName(value)} stands here where a Kubernetes object (apiVersion, kind, metadata) must stand`;
    return [fault("NotAnObject", message, { path: [], part: "value" })];
  }
  if (isSound(value)) {
    return placeholderErrors(value);
  }
  if (["apiVersion", "kind", "metadata"].every((name) => field(value, name) === undefined)) {
    const message =
      "a mapping without apiVersion, kind and metadata is no Kubernetes object; values of a chart are given by --values";
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
          `${title}: apiVersion must read \`version\` or \`group/version\`, like \`v1\` or \`apps/v1\``,
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
  const fact = kind === "" ? "empty" : "no word";
  return ` is ${typeof kind === "string" ? fact : typeName(kind)}: write a string, like \`Deployment\``;
}
