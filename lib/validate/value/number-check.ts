import type { Schema } from "../model/schema.ts";
import { addFault, addRootFault, type ValidationContext } from "./validation-context.ts";
import { isInt64, isNearInteger } from "./type-check.ts";

/** A check of a number: its range, its bounds and its `multipleOf`. */
export type NumberCheck = (value: number | bigint, run: ValidationContext) => void;

/**
 * Compiles the check of numbers by a schema. `types` are those that it allows, `format` the one that the API
 * server enforces.
 */
export function numberCheck(
  schema: Schema,
  types: readonly string[],
  format: string | undefined,
): NumberCheck {
  const isInRange = rangeTest(types, format);
  const steps = [
    ...multipleSteps(schema, isInRange),
    ...minimumSteps(schema, isInRange),
    ...maximumSteps(schema, isInRange),
  ];
  return (value, run) => {
    run.matches += 2;
    if (!isInRange(value)) {
      addRangeFault(run, "", types.length === 1 ? (format ?? types[0]) : undefined);
    }
    if (steps.length > 0) {
      // A number that fits 64 bits is compared as an integer, with bounds truncated to integers; any other as
      // a double.
      const isInteger = isInt64(value);
      const compared = isInteger ? value : Number(value);
      for (const step of steps) {
        step(compared, isInteger, run);
      }
    }
  };
}

type Step = (value: number | bigint, isInteger: boolean, run: ValidationContext) => void;
type RangeTest = (value: number | bigint) => boolean;

function addRangeFault(run: ValidationContext, subject: string, range: string | undefined): void {
  addRootFault(run, `${subject}must be in the range of ${range ?? "a number"}`);
}

/**
 * Returns the test whether a number is in the range of its type and format. Fractions are in no range of
 * integers.
 */
function rangeTest(types: readonly string[], format: string | undefined): RangeTest {
  const type = types.length === 1 ? types[0] : undefined;
  if (type === "integer") {
    const past = 2 ** 31;
    return format === "int32"
      ? (value) => isInt64(value) && value >= -past && value < past
      : (value) => isInt64(value);
  }
  return type === "number" && format === "float"
    ? (value) => Number.isFinite(Math.fround(Number(value)))
    : () => true;
}

function multipleSteps({ multipleOf }: Schema, isInRange: RangeTest): readonly Step[] {
  if (multipleOf === undefined) {
    return [];
  }
  const factor = Number(multipleOf);
  const fits = isInRange(factor);
  const whole = toInt64(factor);
  return [
    (value, isInteger, run) => {
      if (!fits) {
        addRangeFault(run, "multipleOf of its schema ", undefined);
      }
      const isMultiple =
        fits && isInteger ? isWholeMultiple(value, whole) : isNearMultiple(Number(value), factor);
      if (!isMultiple) {
        addFault(run, "FieldValueInvalid", `must be a multiple of ${multipleOf}`);
      }
    },
  ];
}

function isWholeMultiple(value: number | bigint, factor: number): boolean {
  return factor > 0 && BigInt(value) % BigInt(factor) === 0n;
}

function isNearMultiple(value: number, factor: number): boolean {
  return factor > 0 && isNearInteger(factor < 1 ? (1 / factor) * value : value / factor);
}

function maximumSteps({ maximum, exclusiveMaximum }: Schema, isInRange: RangeTest): readonly Step[] {
  if (maximum === undefined) {
    return [];
  }
  const most = Number(maximum);
  const fits = isInRange(most);
  const whole = toInt64(most);
  const fact = exclusiveMaximum ? `must be less than ${maximum}` : `must be at most ${maximum}`;
  return [
    (value, isInteger, run) => {
      if (!fits) {
        addRangeFault(run, "maximum of its schema ", undefined);
      }
      const bound = fits && isInteger ? whole : most;
      if (exclusiveMaximum ? value >= bound : value > bound) {
        addFault(run, "FieldValueInvalid", fact);
      }
    },
  ];
}

function minimumSteps({ minimum, exclusiveMinimum }: Schema, isInRange: RangeTest): readonly Step[] {
  if (minimum === undefined) {
    return [];
  }
  const least = Number(minimum);
  const fits = isInRange(least);
  const whole = toInt64(least);
  const fact = exclusiveMinimum ? `must be greater than ${minimum}` : `must be at least ${minimum}`;
  return [
    (value, isInteger, run) => {
      if (!fits) {
        addRangeFault(run, "minimum of its schema ", undefined);
      }
      const bound = fits && isInteger ? whole : least;
      if (exclusiveMinimum ? value <= bound : value < bound) {
        addFault(run, "FieldValueInvalid", fact);
      }
    },
  ];
}

/**
 * Truncates a double to a 64-bit integer; one that does not fit becomes the smallest one, as on the
 * processors of API servers.
 */
function toInt64(value: number): number {
  const whole = Math.trunc(value);
  return isInt64(whole) ? whole : -(2 ** 63);
}
