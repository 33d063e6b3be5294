import { isObject, type JsonValue, isArray } from "../../object/json.ts";
import { addTypeFault, type PartCheck } from "./validation-context.ts";
import type { FieldType } from "./field-type.ts";
import { listCheck } from "./list-check.ts";
import { type CheckedDefinition, checkMapping, mapCheck, objectCheck } from "./object-check.ts";
import { choiceCheck, scalarCheck } from "./scalar-check.ts";
import type { PackedSchemas } from "./packed-schema-reader.ts";

/**
 * Returns a function that compiles the check of a definition, once, on first use. Checks of the definitions
 * it refers to are compiled when an object has such a part.
 */
export function checkCompiler(book: PackedSchemas): (definition: string) => PartCheck {
  const checks = new Map<string, PartCheck>();
  const kinds = new Set(book.kinds.values());
  const checkOf = (name: string): PartCheck => {
    const known = checks.get(name);
    if (known !== undefined) {
      return known;
    }
    const check = objectCheck(() => compileDefinition(name));
    checks.set(name, check);
    return check;
  };
  const compileDefinition = (name: string): CheckedDefinition => {
    const fields = book.fieldsOf(name);
    const isKind = kinds.has(name);
    return {
      fields: new Map(
        fields.map((field) => {
          const check = compileType(field.type, checkOf);
          return [field.name, isKind && field.name === "status" ? statusCheck(check) : check];
        }),
      ),
      required: fields
        .filter(({ required }) => required)
        .map((field) => ({ name: field.name, emptiness: emptinessOf(field.type) })),
      readAsEmpty: fields.filter(({ readAsEmpty }) => readAsEmpty).map(({ name: field }) => field),
    };
  };
  return checkOf;
}

type CheckOf = (definition: string) => PartCheck;

function statusCheck(check: PartCheck): PartCheck {
  return (value, run) => {
    check(value, { ...run, isStatus: true });
  };
}

function compileType(type: FieldType, checkOf: CheckOf): PartCheck {
  switch (type.is) {
    case "scalar":
      return scalarCheck(type.of);
    case "choice":
      return choiceCheck(type.values);
    case "mapping":
      return checkMapping;
    case "object":
      return checkOf(type.name);
    case "map":
      return mapCheck(entryCheck(type.of, checkOf));
    case "list":
      return listCheck(entryCheck(type.of, checkOf), type.unique);
    case "either":
      return eitherCheck(type, checkOf);
    case "any":
    default:
      return takeAll;
  }
}

function takeAll(): void {
  // The server keeps any value as it is.
}

/** Null in a list or map is the empty value of its type: "" or {}, which may lack required fields. */
function entryCheck(type: FieldType, checkOf: CheckOf): PartCheck {
  const check = compileType(type, checkOf);
  if (type.is === "object") {
    return check;
  }
  return (value, run) => {
    if (value !== null) {
      check(value, run);
    }
  };
}

function eitherCheck(type: FieldType & { readonly is: "either" }, checkOf: CheckOf): PartCheck {
  const object = compileType(type.object, checkOf);
  const other = compileType(type.other, checkOf);
  const isList = type.other.is === "list";
  return (value, run) => {
    if (isObject(value)) {
      object(value, { ...run, unknown: run.dropped ?? run.unknown, hasAtomicLists: true });
    } else if (isList ? Array.isArray(value) : typeof value === "boolean") {
      other(value, { ...run, hasAtomicLists: true });
    } else {
      addTypeFault(run, isList ? "a schema or a list" : "a schema or a boolean", value);
    }
  };
}

/**
 * Returns the complaint about the value of a required field that is present but empty to Go; undefined if it
 * is not empty.
 */
export type Emptiness = (value: JsonValue) => string | undefined;

/**
 * Returns the emptiness test of a required field of that type. Values of a wrong type are never empty: they
 * are reported elsewhere.
 */
export function emptinessOf(type: FieldType): Emptiness {
  if (type.is === "list") {
    return emptyList;
  }
  if (type.is === "choice") {
    return emptyText;
  }
  return type.is === "scalar" ? (emptyScalars.get(type.of) ?? neverEmpty) : neverEmpty;
}

const emptyText: Emptiness = (value) => (value === "" ? "may not be empty" : undefined);

const emptyList: Emptiness = (value) =>
  isArray(value) && value.length === 0 ? "may not be empty" : undefined;

const zero: Emptiness = (value) => (value === 0 ? "may not be 0" : undefined);

function neverEmpty(): undefined {
  return undefined;
}

const emptyScalars: ReadonlyMap<string, Emptiness> = new Map([
  ["string", emptyText],
  ["bytes", emptyText],
  ["int32", zero],
  ["int64", zero],
]);
