import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import type { KeyedMutex } from "../../async/keyed-mutex.ts";

/** Where checkouts are, and what is needed to make them. */
export interface CheckoutsFacts {
  readonly folder: string;
  /** On the same file system. */
  readonly trash: string;
  readonly turns: KeyedMutex;
  readonly nextName: () => string;
}

/** Something laid out that is held until it is let go. */
export interface LeasedDirectory<Result> {
  readonly folder: string;
  /** What was told of it when it was laid out. */
  readonly result: Result;
  readonly release: () => Promise<void>;
}

interface Laid<Result> {
  readonly folder: string;
  readonly result: Result;
  holders: number;
}

/** Folders that are laid out once for all who want the same, and removed when the last one lets go. */
export class Checkouts<Result> {
  readonly #facts: CheckoutsFacts;
  readonly #laid = new Map<string, Laid<Result>>();

  constructor(facts: CheckoutsFacts) {
    this.#facts = facts;
  }

  /**
   * Holds what is laid out by that name, or has it laid out into an empty folder; only when that is whole it
   * is seen by anybody.
   */
  async take(
    name: string,
    signal: AbortSignal,
    layOut: (folder: string) => Promise<Result>,
  ): Promise<LeasedDirectory<Result>> {
    return this.#facts.turns.take(`checkout ${name}`, signal, async () => {
      const laid = this.#laid.get(name) ?? (await this.#lay(layOut));
      this.#laid.set(name, laid);
      laid.holders += 1;
      let isHeld = true;
      const release = async (): Promise<void> => {
        if (isHeld) {
          isHeld = false;
          await this.#letGo(name, laid);
        }
      };
      return { folder: laid.folder, result: laid.result, release };
    });
  }

  /** Removes folders that nobody holds. */
  async tidy(): Promise<void> {
    const { folder } = this.#facts;
    const names = await readdir(folder);
    const held = new Set([...this.#laid.values()].map((laid) => laid.folder));
    for (const path of names.map((name) => join(folder, name))) {
      if (!held.has(path)) {
        await rm(path, { recursive: true, force: true });
      }
    }
  }

  async #lay(layOut: (folder: string) => Promise<Result>): Promise<Laid<Result>> {
    const { folder, trash, nextName } = this.#facts;
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

  async #letGo(name: string, laid: Laid<Result>): Promise<void> {
    laid.holders -= 1;
    if (laid.holders === 0) {
      this.#laid.delete(name);
      await rm(laid.folder, { recursive: true, force: true });
    }
  }
}
