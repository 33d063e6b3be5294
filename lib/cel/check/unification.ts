import type { CelType, TypeParameter } from "../model/type.ts";
import { simpleTypes } from "../model/type.ts";
import { partsOf, celTypeName, withParts } from "./describe-type.ts";

/**
 * The bindings of the type variables of an expression during the check, and the work done so far. Generic
 * functions and chains of macros can describe types that grow as powers of two; no legitimate rule comes near
 * the bounds.
 */
export interface Unification {
  readonly bindings: Map<string, CelType>;
  /** Previous bindings, to undo a failed attempt. */
  readonly trail: (readonly [name: string, before: CelType | undefined])[];
  /** The number of type variables. */
  variables: number;
  /** The current depth within a type. */
  depth: number;
  /** The number of types visited. */
  work: number;
  /** Whether a bound has been exceeded. From then on nothing fits. */
  exhausted: boolean;
}

const maxWork = 10_000_000;
const maxTypeDepth = 500;
const maxSubstituted = 10_000;

/** Returns a state without bindings. */
export function startUnification(): Unification {
  return { bindings: new Map(), trail: [], variables: 0, depth: 0, work: 0, exhausted: false };
}

/** Returns a new type variable. */
export function freshVariable(state: Unification): TypeParameter {
  const name = `_var${state.variables}`;
  state.variables += 1;
  return { kind: "parameter", name };
}

/** Reports whether values of `source` are assignable to `target`; keeps the resulting bindings. */
export function assign(state: Unification, source: CelType, target: CelType): boolean {
  return assignAll(state, [source], [target]);
}

/**
 * Reports whether each source is assignable to its target, and there are as many; keeps the resulting
 * bindings.
 */
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

/** Returns the more general of two types of which one fits the other. */
export function mostGeneral(state: Unification, first: CelType, second: CelType): CelType {
  return lessSpecific(state, first, second) ? first : second;
}

/**
 * Returns the type with its type variables replaced by their bindings, and unbound ones by `dyn` if `close`
 * is set.
 */
export function substitute(state: Unification, type: CelType, close = false): CelType {
  return replace({ state, close, made: 0 }, type);
}

/** Reports whether two types are the same, names of type variables included. */
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

/** Counts one step; false if the bounds are exceeded. */
function step(state: Unification): boolean {
  state.work += 1;
  if (state.work > maxWork || state.depth > maxTypeDepth) {
    state.exhausted = true;
  }
  return !state.exhausted;
}

/** Reports whether two types have as many parts and each pair passes. */
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
    // If the variable cannot be bound to the source, the source may still be bound to it.
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
  // All types of types fit each other: `type(x) == int` is evaluated at run time.
  return isSameSort(source, target) && (source.kind === "type" || pairsPass(state, [source, target], fits));
}

function isSameSort(first: CelType, second: CelType): boolean {
  return first.kind === second.kind && celTypeName(first) === celTypeName(second);
}

/** Reports whether the type accepts anything: `dyn`, and that of a part with a fault of its own. */
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

/** Tries to bind a type variable to a type. */
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

/** Binds a type variable to a type, unless it is part of it. */
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
  /** The number of types that this one has been built from. */
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

/** Returns the type itself if none of its parts has changed. */
function replaceParts(run: Replacement, type: CelType): CelType {
  const parts = partsOf(type);
  const replaced = parts.map((part) => replace(run, part));
  return replaced.every((part, index) => part === parts[index]) ? type : withParts(type, replaced);
}
