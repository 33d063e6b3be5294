import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { createHash } from "node:crypto";

import type { KeyedMutex } from "../../async/locks.ts";
import { compareText } from "../../object/object-ref.ts";
import type { GitAccess } from "../model/git-source.ts";

/** Options of checkouts. */
interface CheckoutsOptions {
  readonly folder: string;
  /** A folder on the same file system. */
  readonly trash: string;
  readonly turns: KeyedMutex;
  readonly nextName: () => string;
}

/** A folder with content that is held until it is released. */
interface LeasedDirectory<Result> {
  readonly folder: string;
  /** The result of filling the folder. */
  readonly result: Result;
  readonly release: () => Promise<void>;
}

interface Laid<Result> {
  readonly folder: string;
  readonly result: Result;
  holders: number;
}

/** Folders that are filled once for all who want the same, and removed at the last release. */
export class Checkouts<Result> {
  readonly #options: CheckoutsOptions;
  readonly #laid = new Map<string, Laid<Result>>();

  constructor(options: CheckoutsOptions) {
    this.#options = options;
  }

  /**
   * Holds the folder of that name, or has an empty one filled; it becomes visible only once it is complete.
   */
  async take(
    name: string,
    signal: AbortSignal,
    layOut: (folder: string) => Promise<Result>,
  ): Promise<LeasedDirectory<Result>> {
    return this.#options.turns.take(`checkout ${name}`, signal, async () => {
      const laid = this.#laid.get(name) ?? (await this.#lay(layOut));
      this.#laid.set(name, laid);
      laid.holders += 1;
      let isHeld = true;
      const release = async (): Promise<void> => {
        if (isHeld) {
          isHeld = false;
          await this.#release(name, laid);
        }
      };
      return { folder: laid.folder, result: laid.result, release };
    });
  }

  /** Removes folders that are not held. */
  async tidy(): Promise<void> {
    const { folder } = this.#options;
    const names = await readdir(folder);
    const held = new Set([...this.#laid.values()].map((laid) => laid.folder));
    for (const path of names.map((name) => join(folder, name))) {
      if (!held.has(path)) {
        await rm(path, { recursive: true, force: true });
      }
    }
  }

  async #lay(layOut: (folder: string) => Promise<Result>): Promise<Laid<Result>> {
    const { folder, trash, nextName } = this.#options;
    const name = nextName();
    const unfinished = join(trash, name);
    try {
      await mkdir(unfinished, { mode: 0o755 });
      const result = await layOut(unfinished);
      const laid = { folder: join(folder, name), result, holders: 0 };
      await rename(unfinished, laid.folder);
      return laid;
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
  }

  async #release(name: string, laid: Laid<Result>): Promise<void> {
    laid.holders -= 1;
    if (laid.holders === 0) {
      this.#laid.delete(name);
      await rm(laid.folder, { recursive: true, force: true });
    }
  }
}

/** Returns a name for a folder that is the same for the same facts; the order of fields does not matter. */
export function hashOf(facts: readonly (string | number | boolean | GitAccess)[]): string {
  const text = JSON.stringify(
    facts.map((fact) =>
      typeof fact === "object"
        ? Object.entries(fact).toSorted(([left], [right]) => compareText(left, right))
        : fact,
    ),
  );
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
