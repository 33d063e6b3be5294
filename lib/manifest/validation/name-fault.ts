import { field, type JsonObject, type JsonValue } from "../../object/json.ts";
import { fault, typeName, type ObjectFault } from "./object-fault.ts";
import { unrendered } from "./template.ts";

/** What stands in a path of the API, and the rules for it. */
interface PathName {
  readonly field: "name" | "namespace";
  readonly code: "NameInvalid" | "NamespaceInvalid";
  /** What the API server takes everywhere. */
  readonly sound: (text: string) => boolean;
  readonly rule: string;
}

const subdomain = /^[a-z0-9]+(?:(?:-+|\.)[a-z0-9]+)*$/;
const label = /^[a-z0-9]+(?:-+[a-z0-9]+)*$/;

/** Whether every kind may bear the name: apimachinery's `IsDNS1123Subdomain`. */
export function isSoundName(name: string): boolean {
  return name.length <= 253 && subdomain.test(name);
}

/** Whether a namespace may be called so: apimachinery's `IsDNS1123Label`. */
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
 * Groups whose kinds may be called `system:node` and the like: the API server takes every path segment there.
 */
const freelyNamed: ReadonlySet<string> = new Set(["rbac.authorization.k8s.io", "certificates.k8s.io"]);

/** The object whose metadata is judged. */
export interface Named {
  readonly title: string;
  readonly group: string;
}

/** What is wrong with a name that is written and not empty. */
export function nameFaults(name: JsonValue, { title, group }: Named): readonly ObjectFault[] {
  return pathNameFaults(name, { title, place: objectName, free: freelyNamed.has(group) });
}

/** What is wrong with the namespace; none is written where it is null or empty. */
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
  const message = `${subject} breaks the rule for names (${place.rule}), and the API server may refuse it: change it`;
  return [{ ...fault(code, message, where), severity: "warning" }];
}

/** What cannot stand in a path of the API: apimachinery's `IsValidPathSegmentName`. */
const noPathSegment = /^\.{1,2}$|[/%]/;
const controlCharacter = /[\p{Cc}\u2028\u2029]/u;

/** Why no API server would take the name, to be said behind what it is. */
function refusalOf(text: string, free: boolean): string | undefined {
  if (text.includes("{{")) {
    return `: ${unrendered}`;
  }
  if (noPathSegment.test(text)) {
    return " may not be `.` or `..` nor hold `/` or `%`";
  }
  if (controlCharacter.test(text)) {
    return " holds a control character or a line break: remove it";
  }
  return !free && /\s/.test(text) ? " holds white space: remove it" : undefined;
}
