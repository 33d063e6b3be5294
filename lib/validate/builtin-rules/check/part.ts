import { isArray, isObject, type JsonObject, type JsonValue } from "../../../object/json.ts";
import type { FaultReason, FieldFault, FieldPath, FieldStep } from "../../model/field-fault.ts";

/** The check of one object: its faults so far, and the version of Kubernetes that it is checked for. */
export interface RuleRun {
  readonly faults: FieldFault[];
  /** The minor version: 36 for 1.36. */
  readonly minor: number;
}

/**
 * A part of an object with its path, present or not. An absent part has absent parts, so that rules read as
 * in Go, where an absent structure is an empty one.
 */
export interface Part {
  /** Undefined if it is absent or null. */
  readonly value: JsonValue | undefined;
  readonly run: RuleRun;
  /** Undefined for the object itself. */
  readonly parent: Part | undefined;
  readonly step: FieldStep;
  /** The actual place, if the API server names another one. */
  readonly real?: Part;
}

/** The object itself. */
export function rootPart(object: JsonObject, run: RuleRun): Part {
  return { value: object, run, parent: undefined, step: "" };
}

/** The part at a field, or further down at the fields below it. */
export function fieldPart(part: Part, name: string, ...below: readonly string[]): Part {
  let current = child(part, fieldOf(part.value, name), name);
  for (const next of below) {
    current = child(current, fieldOf(current.value, next), next);
  }
  return current;
}

/** The same part under another path: that which the API server reports for it. */
export function reportedAt(part: Part, parent: Part, ...steps: readonly FieldStep[]): Part {
  let current = parent;
  for (const step of steps) {
    current = child(current, undefined, step);
  }
  return { ...current, value: part.value, real: part };
}

/** The entries of a list; none if it is absent. */
export function itemsOf(part: Part): readonly Part[] {
  return isArray(part.value) ? part.value.map((entry, index) => child(part, entry, index)) : none;
}

/** The entries of the list in that field. */
export function listAt(part: Part, name: string): readonly Part[] {
  return itemsOf(fieldPart(part, name));
}

/** The values of a map with their keys, which the API server writes in brackets. */
export function valuesOf(part: Part): readonly (readonly [key: string, value: Part])[] {
  const { value } = part;
  return isObject(value)
    ? Object.keys(value).map((key) => [key, child(part, fieldOf(value, key), { key })])
    : none;
}

/** The value of a map at a key, present or not. */
export function keyAt(part: Part, key: string): Part {
  return child(part, fieldOf(part.value, key), { key });
}

/** The keys of a map. */
export function keysOf(part: Part): readonly string[] {
  return isObject(part.value) ? Object.keys(part.value) : none;
}

const none: readonly never[] = [];

function child(parent: Part, value: JsonValue | undefined, step: FieldStep): Part {
  return { value: value ?? undefined, run: parent.run, parent, step };
}

function fieldOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Reports whether the part is present and not null. */
export function isSet(part: Part): boolean {
  return part.value !== undefined;
}

/** Reports whether that field is present and not null. */
export function has(part: Part, name: string): boolean {
  return (fieldOf(part.value, name) ?? null) !== null;
}

/** The number of entries of a list or a map. */
export function countOf({ value }: Part): number {
  if (isArray(value)) {
    return value.length;
  }
  return isObject(value) ? Object.keys(value).length : 0;
}

/** The text of a part; empty if it is absent. */
export function textOf({ value }: Part): string {
  return typeof value === "string" ? value : "";
}

/** The text of that field. */
export function textAt(part: Part, name: string): string {
  const value = fieldOf(part.value, name);
  return typeof value === "string" ? value : "";
}

/** The texts of the list in that field. */
export function textsAt(part: Part, name: string): readonly string[] {
  return listAt(part, name).map(textOf);
}

/** The number of a part; undefined if it is absent. */
export function numberIn({ value }: Part): number | undefined {
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined;
}

/** The number of that field. */
export function numberAt(part: Part, name: string): number | undefined {
  return numberIn(fieldPart(part, name));
}

/** Reports whether that field is true. */
export function isTrueAt(part: Part, name: string): boolean {
  return fieldOf(part.value, name) === true;
}

/** Adds a fault of the part. */
export function reportFault(part: Part, reason: FaultReason, message: string): void {
  const path = reportedPath(part);
  const place = placeOf(part);
  part.run.faults.push({ reason, path, message, ...(place === undefined ? {} : { place }) });
}

/** The path that the API server reports. */
export function reportedPath(part: Part): FieldPath {
  const steps: FieldStep[] = [];
  let current = part;
  while (current.parent !== undefined) {
    steps.push(current.step);
    current = current.parent;
  }
  return steps.toReversed();
}

/** The actual path, if another one is reported. */
function placeOf(part: Part): FieldPath | undefined {
  const steps: FieldStep[] = [];
  let isOther = false;
  let current = part;
  while (current.parent !== undefined) {
    if (current.real === undefined) {
      steps.push(current.step);
      current = current.parent;
    } else {
      isOther = true;
      current = current.real;
    }
  }
  return isOther ? steps.toReversed() : undefined;
}
