import { field, isArray, isObject, type JsonObject, type JsonValue, type Path } from "../object/json.ts";

/** A path in a value, and the mark of everything under it. */
export interface LeafPath<Mark> {
  readonly path: Path;
  readonly mark: Mark;
}

/**
 * Copies a value with a replacement for every string, number, boolean and null under the paths; lists and
 * fields stay. If paths are nested the inner one counts, and of two equal paths the last. Complexity: O(size
 * of everything under the paths and beside the ways to them).
 */
export function replaceLeaves<Mark>(
  root: JsonValue,
  places: readonly LeafPath<Mark>[],
  write: (leaf: JsonValue, mark: Mark) => JsonValue,
): JsonValue {
  let made = root;
  const put = (value: JsonValue): void => {
    made = value;
  };
  const fork = forkOf(places);
  // An explicit stack instead of recursion: the depth of a value is up to its author.
  const ahead: Part<Mark>[] = [{ value: root, fork, mark: fork.mark, put }];
  for (let part = ahead.pop(); part !== undefined; part = ahead.pop()) {
    const { value, mark } = part;
    if (isArray(value)) {
      ahead.push(...listParts(part, value));
    } else if (isObject(value)) {
      ahead.push(...objectParts(part, value));
    } else if (mark !== undefined) {
      part.put(write(value, mark.is));
    }
  }
  return made;
}

/** A tree of the paths, by their steps. */
interface Fork<Mark> {
  mark: { readonly is: Mark } | undefined;
  readonly ways: Map<string | number, Fork<Mark>>;
}

function forkOf<Mark>(places: readonly LeafPath<Mark>[]): Fork<Mark> {
  const root: Fork<Mark> = { mark: undefined, ways: new Map() };
  for (const { path, mark } of places) {
    let fork = root;
    for (const step of path) {
      const next: Fork<Mark> = fork.ways.get(step) ?? { mark: undefined, ways: new Map() };
      fork.ways.set(step, next);
      fork = next;
    }
    fork.mark = { is: mark };
  }
  return root;
}

/**
 * A part of the copy that is still to be made. No `fork`: no path leads into it; no `mark`: it is under none.
 */
interface Part<Mark> {
  readonly value: JsonValue;
  readonly fork: Fork<Mark> | undefined;
  readonly mark: Fork<Mark>["mark"];
  readonly put: (value: JsonValue) => void;
}

function listParts<Mark>(part: Part<Mark>, list: readonly JsonValue[]): readonly Part<Mark>[] {
  const copy = [...list];
  part.put(copy);
  return list.flatMap((value, index) => {
    const put = (made: JsonValue): void => {
      copy[index] = made;
    };
    return partAt(part, index, { value, put });
  });
}

/** Of all the fields of a large object only those on a path are visited. */
function objectParts<Mark>(part: Part<Mark>, object: JsonObject): readonly Part<Mark>[] {
  const copy: Record<string, JsonValue> = { ...object };
  part.put(copy);
  const steps = part.mark === undefined ? [...(part.fork?.ways.keys() ?? [])] : Object.keys(object);
  return steps.flatMap((step) => {
    const name = String(step);
    const value = field(object, name);
    const put = (made: JsonValue): void => {
      if (name === "__proto__") {
        Object.defineProperty(copy, name, { ...visible, value: made });
      } else {
        copy[name] = made;
      }
    };
    return value === undefined ? [] : partAt(part, step, { value, put });
  });
}

const visible = { enumerable: true, writable: true, configurable: true } as const;

function partAt<Mark>(
  { fork, mark }: Part<Mark>,
  step: string | number,
  place: Pick<Part<Mark>, "value" | "put">,
): readonly Part<Mark>[] {
  const way = fork?.ways.get(step);
  const inner = way?.mark ?? mark;
  return way === undefined && inner === undefined ? [] : [{ ...place, fork: way, mark: inner }];
}
