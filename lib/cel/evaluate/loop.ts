import { CelFailure, type Comprehension } from "../model/expression.ts";
import type { CelList, CelMap, CelValue } from "../model/value.ts";
import type {
  Compiler,
  Frame,
  StepOutcome,
  EvaluationPart,
  EvaluationScope,
  EvaluationStep,
} from "./step.ts";
import { unsupportedOperand } from "./evaluation-abort.ts";
import { asMap, isList } from "../model/value-kind.ts";
import { valueTypeName, typeOf } from "./value-type.ts";

/**
 * Compiles a loop over the entries of a list or the keys of a map. It ends with the range, or when its
 * condition is false.
 */
export function loopPart(
  compiler: Compiler,
  loop: Comprehension,
  scope: EvaluationScope | undefined,
): EvaluationPart {
  const initial = compiler.part(loop.initial, scope).run;
  const slots = { accumulated: compiler.newSlot(), first: compiler.newSlot(), second: compiler.newSlot() };
  const first: EvaluationScope = { outer: scope, name: loop.variable, slot: slots.first };
  const second: EvaluationScope = { outer: first, name: loop.secondVariable ?? "", slot: slots.second };
  const inside = loop.secondVariable === undefined ? first : second;
  const accumulator = { name: loop.accumulator, slot: slots.accumulated, initial };
  const body: EvaluationScope = { ...accumulator, outer: inside };
  return {
    run: loopStep({
      slots,
      double: loop.secondVariable !== undefined,
      range: compiler.part(loop.range, scope).run,
      condition: compiler.part(loop.condition, body).run,
      step: compiler.part(loop.step, body).run,
      result: compiler.part(loop.result, { ...accumulator, outer: scope }).run,
    }),
  };
}

interface Loop {
  readonly slots: { readonly accumulated: number; readonly first: number; readonly second: number };
  /** Whether it has two variables: index and entry, key and value. */
  readonly double: boolean;
  readonly range: EvaluationStep;
  readonly condition: EvaluationStep;
  readonly step: EvaluationStep;
  readonly result: EvaluationStep;
}

function loopStep(loop: Loop): EvaluationStep {
  return (frame) => {
    const range = loop.range(frame);
    if (range instanceof CelFailure) {
      return range;
    }
    frame.slots[loop.slots.accumulated] = undefined;
    if (!turns(loop, frame, range)) {
      return new CelFailure(`got '${goName(range)}', expected iterable type`);
    }
    return loop.result(frame);
  };
}

/** Returns the server's name for a value that is not a range: `types.Int`. */
function goName(value: CelValue): string {
  const name = valueTypeName(typeOf(value)).replace(/^google\.protobuf\.|_.*$/gv, "");
  return `types.${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

/** Iterates over the range; false if the value is not one. */
function turns(loop: Loop, frame: Frame, range: CelValue): boolean {
  if (isList(range)) {
    for (let index = 0; index < range.size; index += 1) {
      const entry = entryAt(range, index);
      if (!turn(loop, frame, loop.double ? [BigInt(index), entry] : [entry])) {
        break;
      }
    }
    return true;
  }
  const map = asMap(range);
  if (map !== undefined) {
    turnKeys(loop, frame, map);
  }
  return map !== undefined;
}

function entryAt(range: CelList, index: number): StepOutcome {
  try {
    return range.at(index);
  } catch (error) {
    return unsupportedOperand(error);
  }
}

function turnKeys(loop: Loop, frame: Frame, map: CelMap): void {
  for (const key of map.keys()) {
    if (!turn(loop, frame, loop.double ? [key, map.get(key) ?? null] : [key])) {
      return;
    }
  }
}

/** Runs one iteration and reports whether to continue. A condition that fails does not end the loop. */
function turn(
  { slots, condition, step }: Loop,
  frame: Frame,
  [first, second = null]: readonly [StepOutcome, StepOutcome?],
): boolean {
  frame.slots[slots.first] = first;
  frame.slots[slots.second] = second;
  if (condition(frame) === false) {
    return false;
  }
  frame.slots[slots.accumulated] = step(frame);
  return true;
}
