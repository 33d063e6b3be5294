import type {
  Entry,
  Expression,
  ListExpression,
  MapExpression,
  ObjectExpression,
} from "../model/expression.ts";
import { listOf, mapOf, optionalOf, simpleTypes, type CelType, type ObjectType } from "../model/type.ts";
import {
  findMeaning,
  joinTypes,
  report,
  reportMismatch,
  reportUndeclared,
  checkedType,
  type CheckState,
} from "./checker-state.ts";
import { celTypeName, describeType } from "./describe-type.ts";
import { assign, freshVariable } from "./unification.ts";

/** Checks `[a, b]`. */
export function checkList(state: CheckState, list: ListExpression): Expression {
  let joined: CelType | undefined;
  const elements = list.elements.map((element, index) => {
    const checked = state.check(element);
    joined = joinTypes(state, joined, elementType(state, checked, list.optional.has(index)));
    return checked;
  });
  state.types.set(list.id, listOf(joined ?? freshVariable(state.unification)));
  return { ...list, elements };
}

/** Checks `{a: b}`. */
export function checkMap(state: CheckState, map: MapExpression): Expression {
  let keys: CelType | undefined;
  let values: CelType | undefined;
  const entries = map.entries.map((entry): Entry<Expression> => {
    const key = state.check(entry.key);
    keys = joinTypes(state, keys, checkedType(state, key));
    const value = state.check(entry.value);
    values = joinTypes(state, values, elementType(state, value, entry.optional));
    return { ...entry, key, value };
  });
  const keyType = keys ?? freshVariable(state.unification);
  const valueType = values ?? freshVariable(state.unification);
  state.types.set(map.id, mapOf(keyType, valueType));
  return { ...map, entries };
}

/**
 * Checks `Name{field: value}`. Without message types in the environment it is a fault: the types of schemas
 * have no names in rules. The API server
 * accepts the protocol buffer messages that come with CEL; they are not supported here, and the fault says
 * so.
 */
export function checkObject(state: CheckState, object: ObjectExpression): Expression {
  if (/^\.?google\.protobuf\./u.test(object.name)) {
    state.types.set(object.id, simpleTypes.error);
    report(
      state,
      object.offset,
      () => `literals of '${object.name}' are not supported here: use a function, such as timestamp()`,
    );
    return object;
  }
  const message = state.environment.messages?.(object.name.replace(/^\./v, ""));
  if (message !== undefined) {
    return checkMessage(state, object, message.type);
  }
  const meaning = findMeaning(state, object.name);
  if (meaning === undefined) {
    reportUndeclared(state, object, object.name);
    return object;
  }
  const { type } = meaning;
  const text =
    type.kind === "type"
      ? `'${celTypeName(type.of)}' is not a message type`
      : `'${celTypeName(type)}' is not a type`;
  state.types.set(object.id, simpleTypes.error);
  report(state, object.offset, () => text);
  const entries = object.entries.map((entry): Entry<string> => {
    const value = state.check(entry.value);
    report(state, entry.offset, () => `undefined field '${entry.key}'`);
    elementType(state, value, entry.optional);
    return { ...entry, value };
  });
  return { ...object, entries };
}

function checkMessage(state: CheckState, object: ObjectExpression, type: ObjectType): Expression {
  const entries = object.entries.map((entry): Entry<string> => {
    const value = state.check(entry.value);
    const found = elementType(state, value, entry.optional);
    const expected = type.fields.get(entry.key);
    if (expected === undefined) {
      report(state, entry.offset, () => `undefined field '${entry.key}'`);
    } else if (!assign(state.unification, found, expected)) {
      report(
        state,
        entry.offset,
        () =>
          `expected type of field '${entry.key}' is '${describeType(expected)}' but provided type is '${describeType(found)}'`,
      );
    }
    return { ...entry, value };
  });
  state.types.set(object.id, type);
  return { ...object, entries };
}

/** Returns the type of an element; for `?x`, the type within the optional. */
function elementType(state: CheckState, element: Expression, optional: boolean): CelType {
  const type = checkedType(state, element);
  if (!optional || type.kind === "dyn") {
    return type;
  }
  if (type.kind === "optional") {
    return type.value;
  }
  reportMismatch(state, element.offset, { expected: optionalOf(type), found: type });
  return type;
}
