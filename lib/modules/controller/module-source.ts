import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { JsonObject } from "../../object/json.ts";
import {
  type Checkout,
  GitError,
  type GitRepository,
  type GitRevision,
  type GitStore,
} from "../../git/model/git-repository.ts";

/** A module that is to run: the files of a version with the settings that a person has given it. */
export interface RunningModule {
  readonly name: string;
  /** The version, or the image tag of an override: `v1.4.3`. */
  readonly label: string;
  /** Of the image. */
  readonly digest: string;
  /** Where its files lie. Nobody changes them. */
  readonly folder: string;
  /** Whether they are a chart. */
  readonly isChart: boolean;
  /** What its chart is rendered with. */
  readonly values: JsonObject;
  /** A person has forced it: it is of no release. */
  readonly isForced: boolean;
  /** When it was pulled, in milliseconds since 1970. */
  readonly at: number;
}

/** The file of values beside a chart, as it is laid out. */
export const valuesFile = "converge-values.json";

/** What a module that is no chart has its manifests in. */
const manifestFolders = ["crds", "manifests"];

/** The address of a module as a source of a unit. */
export function moduleUrl(name: string): string {
  return `module://${name}`;
}

/**
 * Modules as sources of units, in the place of git repositories: what is followed is the version that was
 * decided on, and what is laid out are its files.
 */
export class ModuleStore implements GitStore {
  readonly #folder: string;
  readonly #running = new Map<string, RunningModule>();
  #kept: ReadonlySet<string> = new Set();
  readonly #checkouts = new Map<string, Promise<SharedCheckout>>();

  /** `folder` is for it alone; what an earlier process has left there is removed by `open`. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Empties its folder. */
  async begin(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
  }

  /** The version of a module that is to run now; undefined where none is. */
  running(name: string): RunningModule | undefined {
    return this.#running.get(name);
  }

  /** Whether that is what runs of a module: a version, or `tag@digest` of an override. */
  isRunning(name: string, label: string): boolean {
    const running = this.#running.get(name);
    return running !== undefined && [running.label, `${running.label}@${running.digest}`].includes(label);
  }

  /** From now on this is the version that is to run. Tells whether that is news. */
  run(module: RunningModule): boolean {
    const before = this.#running.get(module.name);
    this.#running.set(module.name, module);
    return before === undefined || commitOf(before) !== commitOf(module);
  }

  /** From now on these modules, and no others, are to run, whether their files are here or not. */
  keep(names: Iterable<string>): void {
    this.#kept = new Set(names);
    for (const name of this.#running.keys()) {
      if (!this.#kept.has(name)) {
        this.#running.delete(name);
      }
    }
  }

  /**
   * Whether a module is to run: what it has brought to the cluster stays, although it may be of no unit for
   * now.
   */
  keeps(name: string): boolean {
    return this.#kept.has(name);
  }

  /** The module at that address, as a unit sees it. */
  open({ url }: Parameters<GitStore["open"]>[0]): GitRepository {
    const name = url.slice(moduleUrl("").length);
    const current = (): RunningModule => {
      const found = this.#running.get(name);
      if (found === undefined) {
        throw new GitError("missing", `no version of module ${name} is to run`);
      }
      return found;
    };
    return {
      look: async () => Promise.resolve(revisionOf(current())),
      fetch: async () => Promise.resolve(revisionOf(current())),
      print: async ({ commit }) => Promise.resolve(commit),
      layOut: async (revision) => this.#layOut(current(), revision),
    };
  }

  /** There is nothing to be tidied: what is laid out goes with the last who uses it. */
  async tidy(): Promise<void> {
    return Promise.resolve();
  }

  async #layOut(module: RunningModule, { commit }: GitRevision): Promise<Checkout> {
    if (commitOf(module) !== commit) {
      throw new GitError("missing", `another version of module ${module.name} is to run by now`);
    }
    const known = this.#checkouts.get(commit);
    const opening = known ?? this.#layOutAnew(module);
    this.#checkouts.set(commit, opening);
    try {
      const shared = await opening;
      shared.users += 1;
      return {
        revision: revisionOf(module),
        folder: shared.folder,
        isModule: true,
        release: this.#releaser(commit, shared),
      };
    } catch (error) {
      this.#checkouts.delete(commit);
      throw error instanceof GitError
        ? error
        : new GitError("local", `the files of module ${module.name} cannot be laid out: ${messageOf(error)}`);
    }
  }

  #releaser(commit: string, shared: SharedCheckout): () => Promise<void> {
    let isHeld = true;
    return async () => {
      shared.users -= isHeld ? 1 : 0;
      isHeld = false;
      if (shared.users === 0) {
        this.#checkouts.delete(commit);
        await rm(shared.folder, { recursive: true, force: true });
      }
    };
  }

  async #layOutAnew(module: RunningModule): Promise<SharedCheckout> {
    const { name } = module;
    const target = await mkdtemp(join(this.#folder, `${name}-`));
    try {
      await fill(target, module);
      return { folder: target, users: 0 };
    } catch (error) {
      await rm(target, { recursive: true, force: true });
      throw error;
    }
  }
}

async function fill(target: string, { folder, isChart: isWhole, values }: RunningModule): Promise<void> {
  if (isWhole) {
    await cp(folder, target, { recursive: true });
    await writeFile(join(target, valuesFile), JSON.stringify(values), { mode: 0o600 });
    return;
  }
  const there = await foldersIn(folder);
  for (const part of manifestFolders.filter((each) => there.includes(each))) {
    await cp(join(folder, part), join(target, part), { recursive: true });
  }
}

interface SharedCheckout {
  readonly folder: string;
  users: number;
}

/** Whether the files of a module are a chart. */
export async function isChart(folder: string): Promise<boolean> {
  try {
    return (await stat(join(folder, "Chart.yaml"))).isFile();
  } catch {
    return false;
  }
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { withFileTypes: true });
  return found.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function commitOf({ digest, label, name, values }: RunningModule): string {
  return createHash("sha256")
    .update(JSON.stringify([name, label, digest, values]))
    .digest("hex");
}

function revisionOf(module: RunningModule): GitRevision {
  const { at, label, name } = module;
  return { commit: commitOf(module), ref: label, subject: `${name} ${label}`, author: "converge", at };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
