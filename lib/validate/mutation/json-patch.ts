import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  pointerKeys,
  sameJson,
} from "../../object/json.ts";

/** An operation of a JSON patch (RFC 6902). */
export interface PatchOperation {
  readonly op: string;
  readonly path: string;
  readonly from: string;
  readonly value: JsonValue | undefined;
}

/**
 * The result of a patch: the changed value, or an error in the server's words with the path that it is about.
 * Without an error, a `test` has found a difference there.
 */
export type Patched =
  | { readonly value: JsonValue }
  | { readonly error: string | undefined; readonly path: string };

/**
 * Applies a JSON patch as the API server does, by the library evanphx/json-patch 4: `replace` sets a field
 * that does not exist, and an index may be negative. Complexity: linear in the value for each operation.
 */
export function applyJsonPatch(value: JsonValue, operations: readonly PatchOperation[]): Patched {
  let current = value;
  for (const operation of operations) {
    const patched = operators[operation.op]?.(current, operation) ?? {
      error: `Unexpected kind: ${operation.op}`,
      path: operation.path,
    };
    if (!("value" in patched)) {
      return patched;
    }
    current = patched.value;
  }
  return { value: current };
}

const missing = "missing value";

type Operator = (value: JsonValue, operation: PatchOperation) => Patched;

const operators: Readonly<Partial<Record<string, Operator>>> = {
  add: (value, operation) => addAt(value, operation, operation.value ?? null),
  remove: (value, { path }) => {
    const found = edit(value, path, removeKey);
    return placed(found, path, {
      absent: `remove operation does not apply: doc is missing path: "${path}": ${missing}`,
      failed: `error in remove for path: '${path}': `,
    });
  },
  replace: replaceAt,
  move: (value, operation) => {
    const { from } = operation;
    const read = readAt(value, from);
    const key = lastKey(from);
    const place = {
      absent: `move operation does not apply: doc is missing from path: ${from}: ${missing}`,
      failed: `error in move for path: '${key}': `,
    };
    if ("error" in read || read.value === undefined) {
      return placed(
        read.value === undefined && !("error" in read) ? edit(value, from, removeKey) : read,
        from,
        place,
      );
    }
    const removed = placed(edit(value, from, removeKey), from, place);
    return "value" in removed ? addAt(removed.value, operation, read.value) : removed;
  },
  copy: (value, operation) => {
    const { from } = operation;
    const read = readAt(value, from);
    return "error" in read
      ? placed(read, from, {
          absent: `copy operation does not apply: doc is missing from path: ${from}: ${missing}`,
          failed: `error in copy for from: '${from}': `,
        })
      : addAt(value, operation, read.value ?? null);
  },
  test: testAt,
};

function addAt(value: JsonValue, { op, path }: PatchOperation, added: JsonValue): Patched {
  const what = op === "add" ? `path: "${path}"` : `destination path: ${path}`;
  return placed(edit(value, path, insertKey(added)), path, {
    absent: `${op} operation does not apply: doc is missing ${what}: ${missing}`,
    failed: op === "copy" ? "error while adding value during copy: " : `error in ${op} for path: '${path}': `,
  });
}

function replaceAt(value: JsonValue, { path, value: replacement = null }: PatchOperation): Patched {
  if (path === "") {
    return typeof replacement === "object" && replacement !== null
      ? { value: replacement }
      : { error: "replace operation value must be object or array: %!w(<nil>)", path };
  }
  const read = readAt(value, path);
  if ("error" in read) {
    const what = read.error === undefined ? "path" : "key";
    return { error: `replace operation does not apply: doc is missing ${what}: ${path}: ${missing}`, path };
  }
  return placed(edit(value, path, setKey(replacement)), path, {
    absent: "",
    failed: `error in remove for path: '${path}': `,
  });
}

function testAt(value: JsonValue, { path, value: expected = null }: PatchOperation): Patched {
  const read = path === "" ? { value } : readAt(value, path);
  if ("error" in read) {
    return placed(read, path, {
      absent: `test operation does not apply: is missing path: ${path}: ${missing}`,
      failed: `error in test for path: '${path}': `,
    });
  }
  return sameJson(read.value ?? null, expected) ? { value } : { error: undefined, path };
}

/** A failure: without an error, the container of the place does not exist. */
interface NoPlace {
  readonly error: string | undefined;
  readonly value?: undefined;
}

function placed(
  found: { readonly value: JsonValue | undefined } | NoPlace,
  path: string,
  { absent, failed }: { readonly absent: string; readonly failed: string },
): Patched {
  if (!("error" in found)) {
    return { value: found.value ?? null };
  }
  return { error: found.error === undefined ? absent : `${failed}${found.error}`, path };
}

function lastKey(path: string): string {
  return pointerKeys(path).at(-1) ?? "";
}

type Container = JsonArray | JsonObject;

/** Changes a container at a key. */
type KeyEdit = (container: Container, key: string) => { readonly value: JsonValue } | NoPlace;

const nowhere: NoPlace = { error: undefined };

function edit(value: JsonValue, path: string, change: KeyEdit): { readonly value: JsonValue } | NoPlace {
  return editBelow(value, pointerKeys(path), change);
}

/** The depth is that of the value, which the reader bounds. */
function editBelow(
  value: JsonValue | undefined,
  [key, ...rest]: readonly string[],
  change: KeyEdit,
): { readonly value: JsonValue } | NoPlace {
  if (key === undefined || (!isObject(value) && !isArray(value))) {
    return nowhere;
  }
  if (rest.length === 0) {
    return change(value, key);
  }
  const read = readKey(value, key);
  const below = "error" in read ? nowhere : editBelow(read.value, rest, change);
  return "error" in below ? below : setKey(below.value)(value, key);
}

function readAt(value: JsonValue, path: string): { readonly value: JsonValue | undefined } | NoPlace {
  let current: JsonValue | undefined = value;
  const keys = pointerKeys(path);
  for (const [depth, key] of keys.entries()) {
    if (!isObject(current) && !isArray(current)) {
      return nowhere;
    }
    const read = readKey(current, key);
    if ("error" in read) {
      return depth === keys.length - 1 ? read : nowhere;
    }
    current = read.value;
  }
  return keys.length === 0 ? nowhere : { value: current };
}

function readKey(container: Container, key: string): { readonly value: JsonValue | undefined } | NoPlace {
  if (!isArray(container)) {
    return { value: Object.hasOwn(container, key) ? container[key] : undefined };
  }
  const index = indexIn(key, container.length, container.length);
  return typeof index === "number" ? { value: container[index] } : index;
}

/** Returns the index that a key means, which must be below a size; a negative one counts from the end. */
function indexIn(key: string, size: number, length: number): number | NoPlace {
  if (!/^[+\-]?\d+$/v.test(key)) {
    return { error: `strconv.Atoi: parsing ${JSON.stringify(key)}: invalid syntax` };
  }
  const index = Number(key);
  return index >= size || index < -length
    ? { error: `Unable to access invalid index: ${index}: invalid index referenced` }
    : index + (index < 0 ? length : 0);
}

function setKey(value: JsonValue): KeyEdit {
  return (container, key) => {
    if (!isArray(container)) {
      return { value: { ...container, [key]: value } };
    }
    const index = indexIn(key, container.length, container.length);
    return typeof index === "number" ? { value: container.with(index, value) } : index;
  };
}

function insertKey(value: JsonValue): KeyEdit {
  return (container, key) => {
    if (!isArray(container)) {
      return { value: { ...container, [key]: value } };
    }
    if (key === "-") {
      return { value: [...container, value] };
    }
    const size = container.length + 1;
    const index = indexIn(key, size, size);
    if (typeof index === "number") {
      return { value: container.toSpliced(index, 0, value) };
    }
    const isNumber = index.error?.startsWith("Unable") === true;
    return isNumber ? index : { error: `value was not a proper array index: '${key}': ${index.error}` };
  };
}

function removeKey(container: Container, key: string): { readonly value: JsonValue } | NoPlace {
  if (!isArray(container)) {
    const { [key]: _, ...rest } = container;
    return Object.hasOwn(container, key)
      ? { value: rest }
      : { error: `Unable to remove nonexistent key: ${key}: ${missing}` };
  }
  const index = indexIn(key, container.length, container.length);
  return typeof index === "number" ? { value: container.toSpliced(index, 1) } : index;
}
