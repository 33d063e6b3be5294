import { compileRe2 } from "../../object/re2.ts";
import type { TextTest } from "../format/format.ts";
import type { Schema } from "../model/schema.ts";
import { addFault, type ValidationContext } from "./validation-context.ts";

/** A check of a string: of its length and pattern the first fault is told, and one of its format besides. */
export type StringCheck = (text: string, run: ValidationContext) => void;

/** The check that a schema asks of strings. Lengths count code points. */
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
 * Whether the text has more code points than that. Complexity: only a text of nearly that length is counted.
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
 * Steps of patterns, some two seconds of them. Linear though they are, a long text and a large pattern
 * together take minutes.
 */
const mostWork = 100_000_000;

/**
 * What a pattern has against a text, read when it is first needed; nothing matches one that cannot be read.
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
      return `is too long to be tried on the pattern ${source}: ${text.length} characters`;
    }
    return pattern.test(text) ? undefined : refusal;
  };
}
