import { isArray, isObject, type JsonValue } from "../../object/json.ts";
import type { FieldFault } from "../model/field-fault.ts";
import { heededFormat, textTest } from "../format/format.ts";
import type { Schema } from "../model/schema.ts";
import { choiceCheck } from "./choice-check.ts";
import { addEnumFault, enumTest } from "./enum-check.ts";
import { listCheck, type CheckOf, objectCheck } from "./object-check.ts";
import { numberCheck } from "./number-check.ts";
import { isUnchangedValue, type Correlated } from "./correlated-value.ts";
import { type Check, type ValidationContext, startRun } from "./validation-context.ts";
import { stringCheck } from "./string-check.ts";
import { addTypeFault, hasType, typesOf, kindOf, type ValueKind } from "./type-check.ts";

/** A schema compiled to check values. */
export interface ValueChecker {
  /**
   * Returns the faults of a value as the API server would report them, in the order of the value. With the
   * old value (`old`), faults of unchanged parts are left out. Complexity: linear in the value, times its
   * alternatives.
   */
  readonly check: (value: JsonValue, old?: JsonValue) => readonly FieldFault[];
}

const checkers = new WeakMap<Schema, Map<number, ValueChecker>>();

/**
 * Compiles the checker of a schema for Kubernetes 1.`minor`, once. List types, metadata and rules are checked
 * elsewhere. Source: Kubernetes documentation, "Custom Resources", validation and ratcheting.
 */
export function compileChecker(schema: Schema, minor: number): ValueChecker {
  const known = checkers.get(schema) ?? new Map<number, ValueChecker>();
  checkers.set(schema, known);
  const checker = known.get(minor) ?? makeChecker(schema, minor);
  known.set(minor, checker);
  return checker;
}

function makeChecker(schema: Schema, minor: number): ValueChecker {
  const check = checkOf(schema, minor);
  return {
    check: (value, old) => {
      const run = startRun();
      check(value, run, old === undefined ? undefined : { value, old, schema });
      return run.faults.length < 2 ? run.faults : distinct(run.faults);
    },
  };
}

/** Several alternatives may report the same fault. */
function distinct(faults: readonly FieldFault[]): readonly FieldFault[] {
  const byText = new Map<string, FieldFault>();
  for (const fault of faults) {
    const text = JSON.stringify([fault.reason, fault.path, fault.place, fault.message]);
    if (!byText.has(text)) {
      byText.set(text, fault);
    }
  }
  return [...byText.values()];
}

/** The check is compiled when the first value is checked: most parts of a large schema are never used. */
function checkOf(schema: Schema, minor: number): Check {
  let check: Check | undefined;
  return (value, run, pair) => {
    check ??= presentCheck(schema, minor);
    const before = run.faults.length;
    check(value, run, pair);
    if (pair !== undefined && run.faults.length > before && isUnchangedValue(pair)) {
      run.faults.length = before;
    }
  };
}

function presentCheck(schema: Schema, minor: number): Check {
  const below: CheckOf = (part) => checkOf(part, minor);
  const types = typesOf(schema);
  const format = heededFormat({ types, format: schema.format, minor });
  const checkChoice = choiceCheck(schema, below);
  const checkKind = kindCheck(schema, { types, format, below });
  const checkNull = nullCheck(schema, types);
  const isListed = schema.enum === undefined || schema.enum.length === 0 ? undefined : enumTest(schema.enum);
  const isTyped = types.length > 0 || format !== undefined;
  const type = { types, format };
  return (value, run, pair) => {
    if (value === null) {
      checkNull(run);
      return;
    }
    const kind = kindOf(value);
    // Every check counts once in addition to its findings; see `ValidationContext.matches`.
    run.matches += 3;
    if (isTyped) {
      run.matches += 1;
      if (hasType(type, value, kind)) {
        run.matches += 1;
      } else {
        addTypeFault(type, value, run);
      }
    }
    run.matches += 1;
    checkChoice?.(value, run);
    checkKind({ value, kind, run, pair });
    if (isListed !== undefined && !isListed(value)) {
      addEnumFault(schema.enum ?? [], value, run);
    }
  };
}

function nullCheck(schema: Schema, types: readonly string[]): (run: ValidationContext) => void {
  const { enum: listed = [] } = schema;
  return (run) => {
    if (types.length > 0 && !schema.nullable) {
      addTypeFault({ types, format: undefined }, null, run);
    } else {
      run.matches += 1;
    }
    if (listed.length > 0) {
      addEnumFault(listed, null, run);
    }
  };
}

interface Present {
  readonly value: JsonValue;
  readonly kind: ValueKind;
  readonly run: ValidationContext;
  readonly pair: Correlated | undefined;
}

interface KindCheckParts {
  readonly types: readonly string[];
  readonly format: string | undefined;
  readonly below: CheckOf;
}

/** Checks the constraints that apply to values of one kind only. */
function kindCheck(schema: Schema, { types, format, below }: KindCheckParts): (present: Present) => void {
  const checkString = stringCheck(schema, format === undefined ? undefined : textTest(format));
  const checkNumber = numberCheck(schema, types, format);
  const checkList = listCheck(schema, below);
  const checkObject = objectCheck(schema, below);
  return ({ value, run, pair }) => {
    if (typeof value === "string") {
      checkString(value, run);
    } else if (typeof value === "number" || typeof value === "bigint") {
      checkNumber(value, run);
    } else if (isArray(value)) {
      run.matches += 1;
      checkList(value, run, pair);
    } else if (isObject(value)) {
      run.matches += 1;
      checkObject(value, run, pair);
    }
  };
}
