import { type CelType, simpleTypes } from "../model/type.ts";
import type { Estimate } from "./estimate.ts";

/**
 * The way from a variable to a part of it: a variable, then fields, `@items`, `@values`, `@keys` or
 * `@indices`. Ways share storage as they do in the API server's estimate, where a way that is made longer
 * twice keeps the last step only: of `self.a.b.all(k, v, …)` the way to `k` becomes that to `v`. Estimates,
 * and so verdicts, depend on it.
 */
export interface TypePath {
  readonly steps: string[];
  readonly length: number;
  readonly capacity: number;
}

/** No way: the part is no part of a variable. */
export const noPath: TypePath = { steps: [], length: 0, capacity: 0 };

/** The way to a variable. */
export function variablePath(name: string): TypePath {
  return { steps: [name], length: 1, capacity: 1 };
}

/** The way with one more step. Takes the place of a step that was added to the same storage before. */
export function extendPath(path: TypePath, step: string): TypePath {
  if (path.length < path.capacity) {
    path.steps[path.length] = step;
    return { ...path, length: path.length + 1 };
  }
  const steps = [...path.steps.slice(0, path.length), step];
  return { steps, length: steps.length, capacity: Math.max(1, path.capacity * 2) };
}

/** The same way to the entries of a list. Leaves the storage alone. */
export function itemsPath(path: TypePath): TypePath {
  return path.length === 0
    ? noPath
    : { steps: [...path.steps.slice(0, path.length), "@items"], length: path.length + 1, capacity: 0 };
}

/**
 * How long the part of a variable may be, where its type says so; undefined where the way leads nowhere. What
 * is no text, list or map counts as 0, as in the API server's estimate. Every variable has the type `root`.
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
