/** Appends a value to the list of a key. */
export function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) {
    lists.set(key, [value]);
  } else {
    list.push(value);
  }
}

/** Appends values to a list; spread arguments of `push` overflow the stack if there are too many. */
export function appendAll<Value>(list: Value[], values: readonly Value[]): void {
  for (const value of values) {
    list.push(value);
  }
}
