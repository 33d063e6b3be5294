import { dirname } from "node:path";

import { CallError, errno } from "./errno.ts";
import { bareFolder, type FileFacts, type ListedFile, type ReadableFiles } from "./rooted-files.ts";

/** Files on disk with others above them, by absolute paths, which hide those on disk. */
export class OverlaidFiles implements ReadableFiles {
  readonly #below: ReadableFiles;
  readonly #added: ReadonlyMap<string, Uint8Array>;
  /** The entries of folders that added files are in, by their names. */
  readonly #folders = new Map<string, Map<string, ListedFile["type"]>>();

  constructor(below: ReadableFiles, added: ReadonlyMap<string, Uint8Array>) {
    this.#below = below;
    this.#added = added;
    for (const path of added.keys()) {
      for (let child = path; child !== "/"; child = dirname(child)) {
        const parent = dirname(child);
        const entries = this.#folders.get(parent) ?? new Map<string, ListedFile["type"]>();
        const name = child.slice(parent === "/" ? 1 : parent.length + 1);
        this.#folders.set(parent, entries.set(name, child === path ? 4 : 3));
      }
    }
  }

  /** The first path outside of the root that was requested. */
  get outside(): string | undefined {
    return this.#below.outside;
  }

  /** Returns the facts about a file; about the link itself unless `follow`. */
  facts(path: string, follow: boolean): FileFacts {
    const content = this.#added.get(path);
    if (content !== undefined) {
      return { type: 4, size: content.length, modified: 0 };
    }
    return this.#folders.has(path) ? bareFolder : this.#below.facts(path, follow);
  }

  /** Reads a file. */
  read(path: string): Uint8Array {
    return this.#added.get(path) ?? this.#below.read(path);
  }

  /** Lists a folder. */
  list(path: string): readonly ListedFile[] {
    const added = this.#folders.get(path);
    if (added === undefined) {
      return this.#below.list(path);
    }
    const own = this.#listBelow(path).filter(({ name }) => !added.has(name));
    return [...own, ...[...added].map(([name, type]) => ({ name, type }))];
  }

  /** Returns the target of a link, as it is written. */
  target(path: string): string {
    if (this.#added.has(path) || this.#folders.has(path)) {
      throw new CallError(errno.invalid);
    }
    return this.#below.target(path);
  }

  #listBelow(path: string): readonly ListedFile[] {
    try {
      return this.#below.list(path);
    } catch (error) {
      if (error instanceof CallError && error.errno === errno.notFound) {
        return [];
      }
      throw error;
    }
  }
}
