import { isObject, type JsonObject, type JsonValue } from "../../object/json.ts";
import { addTypeFault, type ValidationContext, type PartCheck } from "./validation-context.ts";

/** The fields of a definition, each with its check, and the required ones. */
export interface CheckedDefinition {
  readonly fields: ReadonlyMap<string, PartCheck>;
  readonly required: readonly RequiredField[];
  /** The fields that are read as empty mappings if they are absent, and then lack a required field. */
  readonly readAsEmpty: readonly string[];
}

/** A required field. Go cannot distinguish an empty value, the zero of its type, from an absent one. */
export interface RequiredField {
  readonly name: string;
  /** Returns the complaint about a value that is present but empty: `may not be empty`. */
  readonly emptiness: (value: JsonValue) => string | undefined;
}

/**
 * Compiles the check of an object of a definition. The definition is passed as a function, since definitions
 * may be recursive.
 */
export function objectCheck(definition: () => CheckedDefinition): PartCheck {
  let known: CheckedDefinition | undefined;
  return (value, run) => {
    known ??= definition();
    if (value === null) {
      checkRequired(known, {}, run);
    } else if (isObject(value)) {
      checkFields(known, value, run);
      checkRequired(known, value, run);
    } else {
      addTypeFault(run, "a mapping", value);
    }
  };
}

function checkFields({ fields }: CheckedDefinition, value: JsonObject, run: ValidationContext): void {
  for (const name of Object.keys(value)) {
    const check = fields.get(name);
    const part = value[name];
    if (check === undefined) {
      run.unknown.push([...run.path, name]);
    } else if (part !== null && part !== undefined) {
      run.path.push(name);
      check(part, run);
      run.path.pop();
    }
  }
}

function checkRequired(definition: CheckedDefinition, value: JsonObject, run: ValidationContext): void {
  if (run.isStatus) {
    return;
  }
  checkAbsent(definition, value, run);
  for (const { name, emptiness } of definition.required) {
    const part = Object.hasOwn(value, name) ? (value[name] ?? null) : null;
    const message = part === null ? "is required" : emptiness(part);
    if (message !== undefined) {
      run.faults.push({ reason: "FieldValueRequired", path: [...run.path, name], message });
    }
  }
}

function checkAbsent(
  { readAsEmpty, fields }: CheckedDefinition,
  value: JsonObject,
  run: ValidationContext,
): void {
  for (const name of readAsEmpty) {
    if (!Object.hasOwn(value, name) || value[name] === null) {
      run.path.push(name);
      fields.get(name)?.(null, run);
      run.path.pop();
    }
  }
}

/** Compiles the check of a mapping with arbitrary keys. */
export function mapCheck(entry: PartCheck): PartCheck {
  return (value, run) => {
    if (!isObject(value)) {
      addTypeFault(run, "a mapping", value);
      return;
    }
    for (const key of Object.keys(value)) {
      run.path.push({ key });
      entry(value[key] ?? null, run);
      run.path.pop();
    }
  };
}

/** Checks a mapping that may hold anything. */
export function checkMapping(value: JsonValue, run: ValidationContext): void {
  if (!isObject(value)) {
    addTypeFault(run, "a mapping", value);
  }
}
