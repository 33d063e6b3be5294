import type { CelType } from "../model/type.ts";
import type { Operand } from "./call-estimate.ts";
import { itemsPath } from "./type-path.ts";

/** Returns an entry of a list operand as an operand; undefined if the operand has no entries. */
export function entryOf(list: Operand): Operand | undefined {
  const type = firstPart(list.type);
  return type === undefined ? undefined : { type, path: itemsPath(list.path) };
}

/** Returns the first parameter of a generic type: of a map its keys. */
function firstPart(type: CelType): CelType | undefined {
  if ("element" in type) {
    return type.element;
  }
  if ("key" in type) {
    return type.key;
  }
  if ("of" in type) {
    return type.of;
  }
  return "value" in type ? type.value : undefined;
}
