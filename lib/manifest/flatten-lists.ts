import { entries, field, isObject, stringField, type JsonValue, type Path } from "../object/json.ts";

/** A value that should be an object, with its place in the document. */
export interface Candidate {
  readonly value: JsonValue;
  readonly path: Path;
}

/**
 * The candidates of a document: its value itself or, where that is a list of objects, its items, also of lists in
 * lists. A list is a `kind: List`, or a kind that ends in `List` with a list of items. Items of a typed list that
 * have neither apiVersion nor kind get the list's, as apimachinery's decoder gives them.
 */
export function flattenLists(value: JsonValue): readonly Candidate[] {
  const found: Candidate[] = [];
  const open: Candidate[] = [{ value, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isList(next.value)) {
      for (const item of itemsOf(next).toReversed()) {
        open.push(item);
      }
    } else {
      found.push(next);
    }
  }
  return found;
}

function isList(value: JsonValue): boolean {
  const kind = stringField(value, "kind");
  const items = field(value, "items");
  if (kind === "List" && field(value, "apiVersion") === "v1") {
    return items === undefined || items === null || Array.isArray(items);
  }
  return kind !== undefined && kind.endsWith("List") && Array.isArray(items);
}

function itemsOf(list: Candidate): Candidate[] {
  const itemKind = stringField(list.value, "kind")?.slice(0, -"List".length) ?? "";
  const apiVersion = stringField(list.value, "apiVersion");
  return entries(field(list.value, "items")).map((item, index) => ({
    value:
      itemKind !== "" && apiVersion !== undefined && lacksType(item)
        ? { apiVersion, kind: itemKind, ...item }
        : item,
    path: [...list.path, "items", index],
  }));
}

function lacksType(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return isObject(value) && !Object.hasOwn(value, "apiVersion") && !Object.hasOwn(value, "kind");
}
