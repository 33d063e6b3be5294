import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { SourceText } from "../object/diagnostic/source-text.ts";
import { compareText, type GroupKind } from "../object/object-ref.ts";

/** A CRD to store: the kind that it defines, and its text as JSON. */
export interface CachedDefinition extends GroupKind {
  readonly text: string;
}

/** The CRDs that a user has stored, in a folder with one file for each kind. */
export class DefinitionCache {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Reads the CRDs of these kinds that are stored. Throws the error of the file system. */
  async read(kinds: readonly GroupKind[]): Promise<readonly SourceText[]> {
    const stored = new Set(await this.#names());
    const names = kinds.map(fileName).filter((name) => name !== undefined);
    return this.#texts([...new Set(names)].filter((name) => stored.has(name)));
  }

  /** Reads all stored CRDs, sorted by kind. Throws the error of the file system. */
  async readAll(): Promise<readonly SourceText[]> {
    return this.#texts(await this.#names());
  }

  /**
   * Stores CRDs, in place of those of the same kinds. Each is written to another file and renamed, so that
   * concurrent calls and readers see whole files only, and none is stored if one cannot be written. Throws
   * the error of the file system, and a RangeError for a kind whose name is none.
   */
  async store(definitions: readonly CachedDefinition[]): Promise<void> {
    const files = definitions.map(({ text, ...kind }) => ({ name: fileName(kind), text }));
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const parts = await mkdtemp(join(this.#folder, ".add-"));
    try {
      for (const { name, text } of files) {
        if (name === undefined) {
          throw new RangeError("a kind to store has an invalid name");
        }
        await writeFile(join(parts, name), text, { flag: "wx", mode: 0o600 });
      }
      for (const { name = "" } of files) {
        await rename(join(parts, name), join(this.#folder, name));
      }
    } finally {
      await rm(parts, { recursive: true, force: true });
    }
  }

  /** Removes the CRDs of these kinds. Throws the error of the file system. */
  async remove(kinds: readonly GroupKind[]): Promise<void> {
    for (const name of kinds.map(fileName).filter((one) => one !== undefined)) {
      await rm(join(this.#folder, name), { force: true });
    }
  }

  async #names(): Promise<readonly string[]> {
    const names = await unlessMissing(readdir(this.#folder));
    return (names ?? []).filter((name) => filePattern.test(name)).toSorted(compareText);
  }

  async #texts(names: readonly string[]): Promise<readonly SourceText[]> {
    const texts: SourceText[] = [];
    for (const name of names) {
      const file = join(this.#folder, name);
      // Another call may remove it meanwhile.
      const text = await unlessMissing(readFile(file, "utf8"));
      if (text !== undefined) {
        texts.push({ name: file, text });
      }
    }
    return texts;
  }
}

/** Names without anything that leads to another folder. */
const filePattern = /^[a-z0-9][-a-z0-9.]*\.json$/;

/** The file of a kind: `crontab.stable.example.com.json`; undefined for a name that no kind has. */
function fileName({ group, kind }: GroupKind): string | undefined {
  const name = `${kind}.${group}.json`.toLowerCase();
  return filePattern.test(name) ? name : undefined;
}

async function unlessMissing<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}
