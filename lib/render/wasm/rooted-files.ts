import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync } from "node:fs";
import { readlinkSync, realpathSync, type Stats } from "node:fs";
import { dirname, join } from "node:path";

import { CallError, errno, errnoOf, RenderLimitError } from "./errno.ts";

/** The most that one rendering may read. */
export interface ReadLimits {
  /** Files that are opened, and entries of folders. */
  readonly files: number;
  /** Bytes of all files together. */
  readonly bytes: number;
}

/** The type of a file, as WASI counts them. */
export type FileType = 3 | 4 | 7;

/** Facts about a file. */
export interface FileFacts {
  readonly type: FileType;
  readonly size: number;
  readonly modified: number;
}

/** An entry of a folder. */
export interface ListedFile {
  readonly name: string;
  readonly type: FileType;
}

/** Files that a renderer may read. */
export type ReadableFiles = Pick<RootedFiles, "facts" | "read" | "list" | "target" | "outside">;

/** The facts about a folder that holds nothing of its own. */
export const bareFolder: FileFacts = { type: 3, size: 0, modified: 0 };

/**
 * The files at and below a root, read-only, by their absolute paths. Folders above the root look empty, and
 * nothing else exists. Links may lead to files below the root only. Throws a {@link CallError} for whatever
 * cannot be read, and a {@link RenderLimitError} if it is too much.
 */
export class RootedFiles {
  readonly #root: string;
  readonly #limits: ReadLimits;
  readonly #realFolders = new Map<string, string>();
  #files = 0;
  #bytes = 0;
  #outside: string | undefined;

  /** The root is a real path: without links. */
  constructor(root: string, limits: ReadLimits) {
    this.#root = root;
    this.#limits = limits;
  }

  /** The first path outside of the root that was requested. */
  get outside(): string | undefined {
    return this.#outside;
  }

  /** Returns the facts about a file; about the link itself unless `follow`. */
  facts(path: string, follow: boolean): FileFacts {
    return this.#isAbove(path)
      ? bareFolder
      : attempt(() => factsOf(lstatSync(this.#real(path, follow), { throwIfNoEntry: true })));
  }

  /** Reads a file. */
  read(path: string): Uint8Array {
    const real = this.#real(path, true);
    this.#count(1);
    return attempt(() => {
      // What is not a file, as a pipe, would block forever.
      const descriptor = openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      try {
        const facts = fstatSync(descriptor);
        if (!facts.isFile()) {
          throw new CallError(errno.accessDenied);
        }
        this.#countBytes(facts.size);
        return readFileSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
    });
  }

  /** Lists a folder. */
  list(path: string): readonly ListedFile[] {
    if (this.#isAbove(path)) {
      return [];
    }
    const entries = attempt(() => readdirSync(this.#real(path, true), { withFileTypes: true }));
    this.#count(entries.length);
    return entries.flatMap((entry) => {
      const type = typeOf(entry);
      return type === undefined ? [] : [{ name: entry.name, type }];
    });
  }

  /** Returns the target of a link, as it is written. */
  target(path: string): string {
    if (this.#isAbove(path)) {
      throw new CallError(errno.invalid);
    }
    return attempt(() => readlinkSync(this.#real(path, false)));
  }

  #isAbove(path: string): boolean {
    return path === "/" || this.#root.startsWith(`${path}/`);
  }

  /** Returns the real path: of the file, or of the link itself unless `follow`. */
  #real(path: string, follow: boolean): string {
    if (!this.#isInside(path)) {
      throw this.#refusal(path);
    }
    return attempt(() => {
      const real = follow || path === this.#root ? realpathSync(path) : this.#beside(path);
      if (!this.#isInside(real)) {
        throw this.#refusal(real);
      }
      return real;
    });
  }

  /** Resolves the links of all folders on the way, each once. */
  #beside(path: string): string {
    const parent = dirname(path);
    const real = this.#realFolders.get(parent) ?? realpathSync(parent);
    this.#realFolders.set(parent, real);
    return join(real, path.slice(parent.length));
  }

  #isInside(path: string): boolean {
    return path === this.#root || this.#root === "/" || path.startsWith(`${this.#root}/`);
  }

  #refusal(path: string): CallError {
    this.#outside ??= path;
    return new CallError(errno.accessDenied);
  }

  #count(files: number): void {
    this.#files += files;
    if (this.#files > this.#limits.files) {
      throw new RenderLimitError(`has more than ${this.#limits.files.toLocaleString("en")} files`);
    }
  }

  #countBytes(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limits.bytes) {
      throw new RenderLimitError(`reads more than ${Math.round(this.#limits.bytes / 2 ** 20)} MB of files`);
    }
  }
}

function typeOf(entry: Pick<Stats, "isDirectory" | "isFile" | "isSymbolicLink">): FileType | undefined {
  if (entry.isDirectory()) {
    return 3;
  }
  if (entry.isSymbolicLink()) {
    return 7;
  }
  return entry.isFile() ? 4 : undefined;
}

function factsOf(stats: Stats): FileFacts {
  const type = typeOf(stats);
  if (type === undefined) {
    throw new CallError(errno.accessDenied);
  }
  return { type, size: stats.size, modified: stats.mtimeMs };
}

function attempt<Result>(act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (error instanceof CallError || error instanceof RenderLimitError) {
      throw error;
    }
    throw new CallError(errnoOf(error));
  }
}
