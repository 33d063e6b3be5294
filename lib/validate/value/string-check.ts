import { compileRe2 } from "../../object/re2.ts";
import type { TextTest } from "../format/format.ts";
import type { Schema } from "../model/schema.ts";
import { addFault, type ValidationContext } from "./validation-context.ts";

/** A check of a string: reports the first fault of its length and pattern, and also one of its format. */
export type StringCheck = (text: string, run: ValidationContext) => void;

/** Compiles the check of strings by a schema. Lengths count code points. */
export function stringCheck(schema: Schema, test: TextTest | undefined): StringCheck {
  const { maxLength = Infinity, minLength = 0, format } = schema;
  const pattern = schema.pattern === undefined ? undefined : patternTest(schema.pattern);
  return (text, run) => {
    run.matches += 1;
    if (isLonger(text, maxLength)) {
      addFault(run, "FieldValueTooLong", `may not be longer than ${characters(maxLength)}`);
    } else if (minLength > 0 && !isLonger(text, minLength - 1)) {
      addFault(run, "FieldValueInvalid", `must have at least ${characters(minLength)}`);
    } else if (pattern !== undefined) {
      const refusal = pattern(text);
      if (refusal !== undefined) {
        addFault(run, "FieldValueInvalid", refusal);
      }
    }
    if (test !== undefined) {
      run.matches += 1;
      if (!test(text)) {
        addFault(run, "FieldValueTypeInvalid", `must be a string in the format ${format}`);
      }
    }
  };
}

function characters(count: number): string {
  return count === 1 ? "1 character" : `${count} characters`;
}

/**
 * Reports whether the text has more than `most` code points. Complexity: only a text of nearly that length is
 * counted.
 */
function isLonger(text: string, most: number): boolean {
  if (text.length <= most) {
    return false;
  }
  if (text.length > 2 * most) {
    return true;
  }
  let count = 0;
  for (const _ of text) {
    count += 1;
  }
  return count > most;
}

/**
 * The maximum number of pattern steps, which take some two seconds. Although they are linear, a long text and
 * a large pattern together take minutes.
 */
const mostWork = 100_000_000;

/**
 * Returns a function that reports the fault of a text by a pattern. The pattern is compiled on first use;
 * nothing matches an invalid one.
 */
function patternTest(source: string): (text: string) => string | undefined {
  const refusal = `must match the pattern ${source}`;
  let pattern: ReturnType<typeof compileRe2> | undefined;
  return (text) => {
    pattern ??= compileRe2(source);
    if ("fault" in pattern) {
      return refusal;
    }
    if (text.length * pattern.size > mostWork) {
      return `is too long to be matched with the pattern ${source}: ${text.length} characters`;
    }
    return pattern.test(text) ? undefined : refusal;
  };
}
