import { field, type JsonObject, type JsonValue } from "../../object/json.ts";
import { fault, typeName, type ObjectFault } from "./object-fault.ts";
import { unrendered } from "./template.ts";

/** A name that becomes part of an API path, and the rules for it. */
interface PathName {
  readonly field: "name" | "namespace";
  readonly code: "NameInvalid" | "NamespaceInvalid";
  /** Accepted by the API server everywhere. */
  readonly sound: (text: string) => boolean;
  readonly rule: string;
}

const subdomain = /^[a-z0-9]+(?:(?:-+|\.)[a-z0-9]+)*$/;
const label = /^[a-z0-9]+(?:-+[a-z0-9]+)*$/;

/** Reports whether the name is valid for every kind: apimachinery's `IsDNS1123Subdomain`. */
export function isSoundName(name: string): boolean {
  return name.length <= 253 && subdomain.test(name);
}

/** Reports whether the name is valid for a namespace: apimachinery's `IsDNS1123Label`. */
export function isSoundNamespace(namespace: string): boolean {
  return namespace.length <= 63 && label.test(namespace);
}

const objectName: PathName = {
  field: "name",
  code: "NameInvalid",
  sound: isSoundName,
  rule: "lower-case letters, digits, `-` and `.`, at most 253, with a letter or digit at both ends",
};
const namespaceName: PathName = {
  field: "namespace",
  code: "NamespaceInvalid",
  sound: isSoundNamespace,
  rule: "lower-case letters, digits and `-`, at most 63, with a letter or digit at both ends",
};

/**
 * Groups whose kinds may have names such as `system:node`: the API server accepts every path segment there.
 */
const freelyNamed: ReadonlySet<string> = new Set(["rbac.authorization.k8s.io", "certificates.k8s.io"]);

/** The object whose metadata are validated. */
export interface Named {
  readonly title: string;
  readonly group: string;
}

/** The faults of a name that is specified and not empty. */
export function nameFaults(name: JsonValue, { title, group }: Named): readonly ObjectFault[] {
  return pathNameFaults(name, { title, place: objectName, free: freelyNamed.has(group) });
}

/** The faults of the namespace; null and empty mean that none is specified. */
export function namespaceFaults(metadata: JsonObject, { title }: Named): readonly ObjectFault[] {
  const namespace = field(metadata, "namespace") ?? "";
  return namespace === "" ? [] : pathNameFaults(namespace, { title, place: namespaceName, free: false });
}

interface Judged {
  readonly title: string;
  readonly place: PathName;
  readonly free: boolean;
}

function pathNameFaults(value: JsonValue, { title, place, free }: Judged): readonly ObjectFault[] {
  const { code } = place;
  const where = { path: ["metadata", place.field], part: "value" } as const;
  const subject = `${title}: metadata.${place.field}`;
  if (typeof value !== "string") {
    const remedy = typeof value === "object" ? "write a string" : "quote it";
    return [fault(code, `${subject} reads as ${typeName(value)}: ${remedy}`, where)];
  }
  const refusal = refusalOf(value, free);
  if (refusal !== undefined) {
    return [fault(code, `${subject}${refusal}`, where)];
  }
  if (free || place.sound(value)) {
    return [];
  }
  const message = `${subject} is not a valid name (${place.rule}), so the API server may reject it: rename it`;
  return [{ ...fault(code, message, where), severity: "warning" }];
}

/** Texts that are not valid as an API path segment: apimachinery's `IsValidPathSegmentName`. */
const noPathSegment = /^\.{1,2}$|[/%]/;
const controlCharacter = /[\p{Cc}\u2028\u2029]/u;

/** The reason no API server accepts the name, to be appended to the fact. */
function refusalOf(text: string, free: boolean): string | undefined {
  if (text.includes("{{")) {
    return `: ${unrendered}`;
  }
  if (noPathSegment.test(text)) {
    return " must not be `.` or `..`, or contain `/` or `%`";
  }
  if (controlCharacter.test(text)) {
    return " contains a control character or a line break: remove it";
  }
  return !free && /\s/.test(text) ? " contains white space: remove it" : undefined;
}
