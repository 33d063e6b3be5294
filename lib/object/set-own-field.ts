import type { JsonValue } from "./json.ts";

/** An object under construction. */
export interface MutableObject {
  [key: string]: JsonValue;
}

/** Sets a field of the object itself, even if its name is `__proto__`. */
export function setOwnField(draft: MutableObject, key: string, value: JsonValue): void {
  if (key === "__proto__") {
    Object.defineProperty(draft, key, { value, enumerable: true, writable: true, configurable: true });
  } else {
    draft[key] = value;
  }
}
