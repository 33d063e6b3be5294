import type { CelType, TypeParameter } from "../model/type.ts";
import { simpleTypes } from "../model/type.ts";
import { partsOf, celTypeName, withParts } from "./describe-type.ts";

/**
 * What is known about the type variables of an expression while it is checked, and how much work that has
 * taken. Generic functions and chains of macros can describe types that grow as powers of two; no honest rule
 * comes near the bounds.
 */
export interface Unification {
  readonly bindings: Map<string, CelType>;
  /** What bindings were before, so that an attempt that fails leaves no trace. */
  readonly trail: (readonly [name: string, before: CelType | undefined])[];
  /** How many type variables there are. */
  variables: number;
  /** How deep in a type the work is. */
  depth: number;
  /** How many types have been looked at. */
  work: number;
  /** True where a bound has been met. From then on nothing fits. */
  exhausted: boolean;
}

const maxWork = 10_000_000;
const maxTypeDepth = 500;
const maxSubstituted = 10_000;

/** Nothing is known yet. */
export function startUnification(): Unification {
  return { bindings: new Map(), trail: [], variables: 0, depth: 0, work: 0, exhausted: false };
}

/** A type variable that nothing else uses. */
export function freshVariable(state: Unification): TypeParameter {
  const name = `_var${state.variables}`;
  state.variables += 1;
  return { kind: "parameter", name };
}

/**
 * Whether values of `source` may stand where `target` is asked for; keeps what that says about type
 * variables.
 */
export function assign(state: Unification, source: CelType, target: CelType): boolean {
  return assignAll(state, [source], [target]);
}

/** Whether each source fits its target, and there are as many; keeps what that says about type variables. */
export function assignAll(
  state: Unification,
  sources: readonly CelType[],
  targets: readonly CelType[],
): boolean {
  state.trail.length = 0;
  const fit = sources.every((source, index) => {
    const target = targets[index];
    return target !== undefined && fits(state, source, target);
  });
  if (fit && sources.length === targets.length) {
    return true;
  }
  for (const [name, before] of state.trail.toReversed()) {
    restore(state, name, before);
  }
  return false;
}

/** The more general of two types of which one fits the other. */
export function mostGeneral(state: Unification, first: CelType, second: CelType): CelType {
  return lessSpecific(state, first, second) ? first : second;
}

/**
 * The type with its type variables replaced by what they stand for, and those that stand for nothing by `dyn`
 * where `close` is set.
 */
export function substitute(state: Unification, type: CelType, close = false): CelType {
  return replace({ state, close, made: 0 }, type);
}

/** Whether two types are the same, names of type variables included. */
export function sameType(state: Unification, first: CelType, second: CelType): boolean {
  return (
    first === second ||
    (step(state) && isSameSort(first, second) && pairsPass(state, [first, second], sameType))
  );
}

function restore(state: Unification, name: string, before: CelType | undefined): void {
  if (before === undefined) {
    state.bindings.delete(name);
  } else {
    state.bindings.set(name, before);
  }
}

/** Counts one step; false where there may be no more. */
function step(state: Unification): boolean {
  state.work += 1;
  if (state.work > maxWork || state.depth > maxTypeDepth) {
    state.exhausted = true;
  }
  return !state.exhausted;
}

/** Whether two types have as many parts and each pair passes. */
function pairsPass(
  state: Unification,
  [first, second]: readonly [CelType, CelType],
  passes: (state: Unification, first: CelType, second: CelType) => boolean,
): boolean {
  const parts = partsOf(first);
  const others = partsOf(second);
  if (parts.length !== others.length) {
    return false;
  }
  state.depth += 1;
  const all = parts.every((part, index) => {
    const other = others[index];
    return other !== undefined && passes(state, part, other);
  });
  state.depth -= 1;
  return all;
}

function fits(state: Unification, source: CelType, target: CelType): boolean {
  if (!step(state)) {
    return false;
  }
  if (target.kind === "parameter") {
    const outcome = bind(state, source, target);
    // A variable that cannot stand for the source may still be what the source comes to stand for.
    if (outcome !== "unbound" || source.kind !== "parameter") {
      return outcome === "fits";
    }
  }
  if (source.kind === "parameter") {
    return bind(state, target, source) === "fits";
  }
  return fitsWithoutVariables(state, source, target);
}

function fitsWithoutVariables(state: Unification, source: CelType, target: CelType): boolean {
  if (isDynamic(source) || isDynamic(target)) {
    return true;
  }
  if (source.kind === "null" || target.kind === "null") {
    return isNullable(source.kind === "null" ? target : source);
  }
  // All types of types fit each other: `type(x) == int` is asked when it runs.
  return isSameSort(source, target) && (source.kind === "type" || pairsPass(state, [source, target], fits));
}

function isSameSort(first: CelType, second: CelType): boolean {
  return first.kind === second.kind && celTypeName(first) === celTypeName(second);
}

/** Whether anything goes: `dyn`, and what has a fault of its own. */
export function isDynamic(type: CelType): boolean {
  return type.kind === "dyn" || type.kind === "error";
}

const nullableKinds: ReadonlySet<CelType["kind"]> = new Set([
  "duration",
  "null",
  "object",
  "opaque",
  "optional",
  "timestamp",
]);

function isNullable(type: CelType): boolean {
  return nullableKinds.has(type.kind);
}

/** Tries to let a type variable stand for a type. */
function bind(state: Unification, type: CelType, variable: TypeParameter): "clash" | "fits" | "unbound" {
  if (sameType(state, type, variable)) {
    return "fits";
  }
  const bound = state.bindings.get(variable.name);
  if (bound === undefined) {
    return setBinding(state, variable, type) ? "fits" : "unbound";
  }
  if (sameType(state, type, bound)) {
    return "fits";
  }
  state.depth += 1;
  const compatible = fits(state, type, bound);
  state.depth -= 1;
  if (compatible) {
    setBinding(state, variable, mostGeneral(state, type, bound));
  }
  return compatible ? "fits" : "clash";
}

/** Lets a type variable stand for a type, unless it is part of it. */
function setBinding(state: Unification, variable: TypeParameter, type: CelType): boolean {
  const may = !occurs(state, variable, type);
  if (may) {
    state.trail.push([variable.name, state.bindings.get(variable.name)]);
    state.bindings.set(variable.name, type);
  }
  return may;
}

function occurs(state: Unification, variable: TypeParameter, type: CelType): boolean {
  if (!step(state) || (type.kind === "parameter" && type.name === variable.name)) {
    return true;
  }
  const bound = type.kind === "parameter" ? state.bindings.get(type.name) : undefined;
  state.depth += 1;
  const found = (bound === undefined ? partsOf(type) : [bound]).some((part) => occurs(state, variable, part));
  state.depth -= 1;
  return found;
}

function isOpen(type: CelType): boolean {
  return type.kind === "dyn" || type.kind === "parameter";
}

function lessSpecific(state: Unification, first: CelType, second: CelType): boolean {
  if (!step(state) || isOpen(first)) {
    return true;
  }
  if (isOpen(second) || !isSameSort(first, second)) {
    return false;
  }
  return first.kind === "type" || pairsPass(state, [first, second], lessSpecific);
}

interface Replacement {
  readonly state: Unification;
  readonly close: boolean;
  /** How many types this one has been made of. */
  made: number;
}

function replace(run: Replacement, type: CelType): CelType {
  const { state } = run;
  run.made += 1;
  if (run.made > maxSubstituted) {
    state.exhausted = true;
  }
  if (!step(state)) {
    return simpleTypes.error;
  }
  const bound = type.kind === "parameter" ? state.bindings.get(type.name) : undefined;
  if (bound === undefined && type.kind === "parameter") {
    return run.close ? simpleTypes.dyn : type;
  }
  state.depth += 1;
  const replaced = bound === undefined ? replaceParts(run, type) : replace(run, bound);
  state.depth -= 1;
  return replaced;
}

/** The type itself where none of its parts has changed. */
function replaceParts(run: Replacement, type: CelType): CelType {
  const parts = partsOf(type);
  const replaced = parts.map((part) => replace(run, part));
  return replaced.every((part, index) => part === parts[index]) ? type : withParts(type, replaced);
}
