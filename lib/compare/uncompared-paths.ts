import { compareText } from "../object/object-ref.ts";

/** A path that a side does not read, such as a submodule. */
export interface UnreadPath {
  readonly path: string;
  /** `it is …` */
  readonly reason: string;
  /** The id of its content, as git has it. */
  readonly id: string;
}

/** A path that differs, but is not read on both sides: nobody knows what it changes. */
export interface UncomparedPath extends Pick<UnreadPath, "path" | "reason"> {
  /** The id of its content; undefined on a side that reads it, or does not have it. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Returns the paths that are not read on a side, without those with the same content on both, by path. */
export function uncomparedPaths(
  base: readonly UnreadPath[],
  head: readonly UnreadPath[],
): readonly UncomparedPath[] {
  const [before, after] = [byPath(base), byPath(head)];
  return [...new Set([...before.keys(), ...after.keys()])].toSorted(compareText).flatMap((path) => {
    const [was, becomes] = [before.get(path), after.get(path)];
    const { reason = "" } = becomes ?? was ?? {};
    return was?.id === becomes?.id ? [] : [{ path, reason, before: was?.id, after: becomes?.id }];
  });
}

/** An unusual tree has several entries of a path. */
function byPath(unread: readonly UnreadPath[]): ReadonlyMap<string, UnreadPath> {
  const paths = new Map<string, UnreadPath>();
  for (const one of unread) {
    const other = paths.get(one.path);
    paths.set(one.path, other === undefined ? one : { ...other, id: `${other.id} ${one.id}` });
  }
  return paths;
}
