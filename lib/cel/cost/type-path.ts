import { type CelType, simpleTypes } from "../model/type.ts";
import type { Estimate } from "./estimate.ts";

/**
 * The path from a variable to a part of it: a variable, then fields, `@items`, `@values`, `@keys` or
 * `@indices`. Paths share storage as in the API server's estimate, where a path that is extended twice keeps
 * the last step only: in `self.a.b.all(k, v, …)` the path to `k` becomes that to `v`. Estimates, and so
 * verdicts, depend on it.
 */
export interface TypePath {
  readonly steps: string[];
  readonly length: number;
  readonly capacity: number;
}

/** The path of a part that does not come from a variable. */
export const noPath: TypePath = { steps: [], length: 0, capacity: 0 };

/** Returns the path to a variable. */
export function variablePath(name: string): TypePath {
  return { steps: [name], length: 1, capacity: 1 };
}

/** Returns the path with one more step. Overwrites a step that was added to the same storage before. */
export function extendPath(path: TypePath, step: string): TypePath {
  if (path.length < path.capacity) {
    path.steps[path.length] = step;
    return { ...path, length: path.length + 1 };
  }
  const steps = [...path.steps.slice(0, path.length), step];
  return { steps, length: steps.length, capacity: Math.max(1, path.capacity * 2) };
}

/** Returns the path to the entries of a list, without changing the shared storage. */
export function itemsPath(path: TypePath): TypePath {
  return path.length === 0
    ? noPath
    : { steps: [...path.steps.slice(0, path.length), "@items"], length: path.length + 1, capacity: 0 };
}

/**
 * Returns the size of the part of a variable according to its type; undefined if the path is invalid.
 * Anything but a string, list or map counts as 0, as in the API server's estimate. Every variable has the
 * type `root`.
 */
export function declaredSize(root: CelType | undefined, path: TypePath): Estimate | undefined {
  if (root === undefined || path.length === 0) {
    return undefined;
  }
  let type: CelType | undefined = root;
  for (let index = 1; index < path.length && type !== undefined; index += 1) {
    type = stepInto(type, path.steps[index] ?? "");
  }
  return type === undefined
    ? undefined
    : { min: 0, max: "maxElements" in type ? (type.maxElements ?? 0) : 0 };
}

function stepInto(type: CelType, step: string): CelType | undefined {
  if (step === "@items" || step === "@values") {
    return entryType(type);
  }
  if (step === "@keys") {
    return type.kind === "map" ? simpleTypes.string : undefined;
  }
  return type.kind === "object" ? type.fields.get(step) : undefined;
}

function entryType(type: CelType): CelType | undefined {
  if (type.kind === "list") {
    return type.element;
  }
  return type.kind === "map" ? type.value : undefined;
}
