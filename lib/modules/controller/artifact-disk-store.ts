import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { rmSync } from "node:fs";
import { join } from "node:path";

/** A version of a module that is stored on disk. */
export interface Shelved {
  readonly module: string;
  readonly label: string;
  /** The repository that it came from. */
  readonly repo: string;
  /** The folder of its files. */
  readonly folder: string;
  /** Digest of the image. */
  readonly digest: string;
  /** When it was pulled, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * The disk store of pulled versions. Each pull has a folder of its own, and a record beside it names the
 * version that the folder holds. The record is written once the files are complete and is removed before
 * them, so that a version exists as a whole or not at all, whenever the process is killed.
 */
export class ArtifactDiskStore {
  readonly #folder: string;
  readonly #left = new Map<string, Shelved>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** All stored versions, by key. */
  get left(): ReadonlyMap<string, Shelved> {
    return this.#left;
  }

  /** Reads the records in the folder, and removes everything without one. */
  async begin(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const names = await readdir(this.#folder);
    for (const name of names.filter((each) => each.endsWith(suffix))) {
      const read = await readRecord(join(this.#folder, name));
      if (read !== undefined && names.includes(read.name) && recordName(read.key) === name) {
        this.#left.set(read.key, { ...read.shelved, folder: join(this.#folder, read.name) });
      }
    }
    const known = new Set(
      [...this.#left].flatMap(([key, { folder }]) => [
        recordName(key),
        folder.slice(this.#folder.length + 1),
      ]),
    );
    await Promise.all(
      names
        .filter((name) => !known.has(name))
        .map(async (name) => rm(join(this.#folder, name), { recursive: true, force: true })),
    );
  }

  /** The version, if it is stored. */
  find(key: string): Shelved | undefined {
    return this.#left.get(key);
  }

  /** An unused folder for a pull, which `discard` removes. */
  place(module: string): { readonly folder: string; readonly discard: () => Promise<void> } {
    const folder = join(this.#folder, `${module}-${randomUUID()}`);
    return { folder, discard: async () => rm(folder, { recursive: true, force: true }) };
  }

  /** Stores those files as the version, and removes the ones that it had before. */
  async keep(key: string, shelved: Shelved): Promise<Shelved> {
    const { folder, ...rest } = shelved;
    const record = join(this.#folder, recordName(key));
    const name = folder.slice(this.#folder.length + 1);
    await writeFile(`${record}.new`, JSON.stringify({ key, name, ...rest }), { mode: 0o600 });
    await rename(`${record}.new`, record);
    const before = this.#left.get(key);
    this.#left.set(key, shelved);
    if (before !== undefined) {
      await rm(before.folder, { recursive: true, force: true });
    }
    return shelved;
  }

  /**
   * Removes a version. It is gone for callers immediately; the promise resolves when its files are removed.
   * What cannot be removed is left for the next start.
   */
  async remove(key: string): Promise<void> {
    const shelved = this.#left.get(key);
    if (shelved === undefined) {
      return;
    }
    this.#left.delete(key);
    try {
      rmSync(join(this.#folder, recordName(key)), { force: true });
      await rm(shelved.folder, { recursive: true, force: true });
    } catch {
      // Without its record the folder is an orphan; with it, a version that is no longer needed.
    }
  }
}

const suffix = ".json";

function recordName(key: string): string {
  return `${createHash("sha256").update(key).digest("hex").slice(0, 32)}${suffix}`;
}

interface ArtifactRecord {
  readonly key: string;
  /** Name of the folder. */
  readonly name: string;
  readonly shelved: Omit<Shelved, "folder">;
}

async function readRecord(file: string): Promise<ArtifactRecord | undefined> {
  try {
    const record: unknown = JSON.parse(await readFile(file, "utf8"));
    const texts = ["key", "name", "module", "label", "repo", "digest"].map((field) => textIn(record, field));
    if (texts.includes(undefined)) {
      return undefined;
    }
    const [key = "", name = "", module = "", label = "", repo = "", digest = ""] = texts;
    return { key, name, shelved: { module, label, repo, digest, at: Number(Object(record).at) } };
  } catch {
    return undefined;
  }
}

function textIn(record: unknown, field: string): string | undefined {
  const value: unknown = Object(record)[field];
  return typeof value === "string" ? value : undefined;
}
