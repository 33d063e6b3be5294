import { entries, field, isObject, stringField, type JsonValue, type Path } from "../object/json.ts";

/**
 * A value that should be an object, with its location in the enclosing list; undefined for the value of a
 * document.
 */
export interface FlattenedObject {
  readonly value: JsonValue;
  readonly place: { readonly list: FlattenedObject; readonly index: number } | undefined;
}

/** The path of a candidate in its document. Complexity: O(depth), so it is computed only where needed. */
export function listPath(candidate: FlattenedObject): Path {
  const path: (string | number)[] = [];
  for (let { place } = candidate; place !== undefined; { place } = place.list) {
    path.push(place.index, "items");
  }
  return path.toReversed();
}

/**
 * The candidates of a document: its value itself or, if that is a list of objects, its items, also those of
 * nested lists. A list is a `kind: List`, or a kind that ends in `List` with a list of items. Items of a
 * typed list that have neither apiVersion nor kind get those of the list, as in apimachinery's decoder.
 */
export function* flattenLists(value: JsonValue): Generator<FlattenedObject, void> {
  const open: Iterator<FlattenedObject>[] = [[{ value, place: undefined }].values()];
  for (let items = open.at(-1); items !== undefined; items = open.at(-1)) {
    const { value: next, done } = items.next();
    if (done === true) {
      open.pop();
    } else if (isList(next.value)) {
      open.push(itemsOf(next));
    } else {
      yield next;
    }
  }
}

function isList(value: JsonValue): boolean {
  const kind = stringField(value, "kind");
  const items = field(value, "items");
  if (kind === "List" && field(value, "apiVersion") === "v1") {
    return items === undefined || items === null || Array.isArray(items);
  }
  return kind !== undefined && kind.endsWith("List") && Array.isArray(items);
}

function* itemsOf(list: FlattenedObject): Generator<FlattenedObject, void> {
  const itemKind = stringField(list.value, "kind")?.slice(0, -"List".length) ?? "";
  const apiVersion = stringField(list.value, "apiVersion");
  for (const [index, item] of entries(field(list.value, "items")).entries()) {
    const isUntyped = itemKind !== "" && apiVersion !== undefined && lacksType(item);
    yield { value: isUntyped ? { apiVersion, kind: itemKind, ...item } : item, place: { list, index } };
  }
}

function lacksType(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return isObject(value) && !Object.hasOwn(value, "apiVersion") && !Object.hasOwn(value, "kind");
}
