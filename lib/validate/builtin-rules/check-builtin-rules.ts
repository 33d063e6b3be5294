import { field, type JsonObject, stringField } from "../../object/json.ts";
import type { FieldFault } from "../model/field-fault.ts";
import { distinctFaults, otherFaults } from "../model/distinct-faults.ts";
import { type FieldPath, formatFieldPath } from "../model/field-fault.ts";
import { reportInvalid } from "./check/faults.ts";
import { type NameRule, pathSegment } from "./check/names.ts";
import { fieldPart, listAt, type Part, rootPart, textAt, textOf } from "./check/part.ts";
import { type KindRules, rulesOf } from "./rule-registry.ts";

/** Options of checking an object. */
export interface RuleOptions {
  /** The minor version of Kubernetes: 36 for 1.36. */
  readonly minor: number;
  /** The object that is replaced: the live one, or an earlier manifest. */
  readonly old?: JsonObject;
}

/** Checks objects of built-in kinds by the rules of the API server. */
export interface RuleChecker {
  /** Checks an object by the rules beyond its schema, and returns the faults of both. */
  readonly check: (
    object: JsonObject,
    bySchema: readonly FieldFault[],
    check: RuleOptions,
  ) => readonly FieldFault[];
}

/**
 * The rules of the API server. The object must have fields of the right types. An object that replaces
 * another one in another version is checked as a new one.
 */
export const serverRules: RuleChecker = {
  check: (object, bySchema, check) => {
    const known = rulesOf(stringField(object, "apiVersion") ?? "", stringField(object, "kind") ?? "");
    const found = ruleFaults(object, known, check);
    const isRead = (fault: FieldFault): boolean => !isUnread(object, check.minor, fault);
    const kept =
      known?.check === undefined
        ? bySchema
        : bySchema.filter((fault) => isRead(fault) && isKept(fault, found));
    return [...kept, ...otherFaults(found, kept)];
  },
};

function ruleFaults(
  object: JsonObject,
  known: KindRules | undefined,
  { minor, old }: RuleOptions,
): readonly FieldFault[] {
  const run = { faults: [], minor };
  const root = rootPart(object, run);
  const isSameVersion = old !== undefined && field(old, "apiVersion") === field(object, "apiVersion");
  const before = isSameVersion ? rootPart(old, run) : undefined;
  if (before === undefined) {
    checkName(fieldPart(root, "metadata"), known?.name(minor) ?? pathSegment);
  }
  if (known?.hasKubeFinalizers === true) {
    checkFinalizers(fieldPart(root, "metadata"));
  }
  known?.check?.(root, before);
  return distinctFaults(run.faults);
}

/**
 * Reports whether a fault by the schema is also one to the server. Where the rules of a kind are known, they
 * say what is required, and a value that is none of those listed counts once. Entries of a list that an apply
 * cannot distinguish stay.
 */
function isKept(fault: FieldFault, found: readonly FieldFault[]): boolean {
  const { reason, path } = fault;
  if (reason === "FieldValueRequired" && typeof path.at(-1) !== "number") {
    return found.some((one) => one.reason === reason && samePath(one.path, path));
  }
  return (
    reason !== "FieldValueNotSupported" ||
    !(isGated(path) || found.some((one) => covers(one.place ?? one.path, path)))
  );
}

/** Ends of the paths of fields that the API server drops: their feature gates are off in all versions. */
const gated: readonly FieldPath[] = [["stopSignal"], ["httpGet", "protocol"], ["grpc", "mode"]];

function isGated(path: FieldPath): boolean {
  return gated.some((end) => samePath(path.slice(-end.length), end));
}

/** Before 1.34 the API server does not look at values in the pods of a StatefulSet. */
function isUnread(object: JsonObject, minor: number, { reason, path }: FieldFault): boolean {
  const isValue = reason === "FieldValueNotSupported" && covers(["spec", "template", "spec"], path);
  return isValue && minor < 34 && stringField(object, "kind") === "StatefulSet";
}

function samePath(left: FieldPath, right: FieldPath): boolean {
  return left.length === right.length && covers(left, right);
}

function covers(start: FieldPath, path: FieldPath): boolean {
  return (
    start.length <= path.length && formatFieldPath(start) === formatFieldPath(path.slice(0, start.length))
  );
}

const standardFinalizers: ReadonlySet<string> = new Set(["foregroundDeletion", "kubernetes", "orphan"]);

/** Checks that finalizers have a domain, or are those of Kubernetes. */
function checkFinalizers(metadata: Part): void {
  for (const finalizer of listAt(metadata, "finalizers")) {
    const name = textOf(finalizer);
    if (!name.includes("/") && !standardFinalizers.has(name)) {
      reportInvalid(finalizer, "name is neither a standard finalizer name nor is it fully qualified");
    }
  }
}

const generatedLength = 58;

/** Checks the name, or the one that would be generated. The reader of manifests reports a missing one. */
function checkName(metadata: Part, rule: NameRule): void {
  const [name, prefix] = [textAt(metadata, "name"), textAt(metadata, "generateName")];
  if (prefix !== "") {
    reportInvalid(fieldPart(metadata, "generateName"), rule(prefix.replace(/-$/, "a")));
  }
  const made = name === "" && prefix !== "" ? `${prefix.slice(0, generatedLength)}abcde` : name;
  if (made !== "") {
    reportInvalid(fieldPart(metadata, "name"), rule(made));
  }
}
