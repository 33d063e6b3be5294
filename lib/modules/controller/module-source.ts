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
import { errorMessage } from "../../object/bug-error.ts";

/** A module to run: the files of a version with the settings from the user. */
export interface RunningModule {
  readonly name: string;
  /** The version, or the image tag of an override: `v1.4.3`. */
  readonly label: string;
  /** Digest of the image. */
  readonly digest: string;
  /** The folder of its files, which is read-only. */
  readonly folder: string;
  /** Whether the files are a chart. */
  readonly isChart: boolean;
  /** The values that its chart is rendered with. */
  readonly values: JsonObject;
  /** Whether a user forced the image, so that it belongs to no release. */
  readonly isForced: boolean;
  /** When it was pulled, in milliseconds since 1970. */
  readonly at: number;
}

/** The name of the values file in a checked-out chart. */
export const valuesFile = "converge-values.json";

/** The folders that hold the manifests of a module without a chart. */
const manifestFolders = ["crds", "manifests"];

/** Returns the source URL of a module's unit. */
export function moduleUrl(name: string): string {
  return `module://${name}`;
}

/**
 * Modules as sources of units in place of git repositories: the followed revision is the version that was
 * decided on, and a checkout holds its files.
 */
export class ModuleStore implements GitStore {
  readonly #folder: string;
  readonly #running = new Map<string, RunningModule>();
  #kept: ReadonlySet<string> = new Set();
  readonly #checkouts = new Map<string, Promise<SharedCheckout>>();

  /** `folder` is used by the store alone; `begin` removes what an earlier process left there. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Empties its folder. */
  async begin(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
  }

  /** The version of a module that should run now; undefined if there is none. */
  running(name: string): RunningModule | undefined {
    return this.#running.get(name);
  }

  /** Reports whether a module runs that label: a version, or `tag@digest` of an override. */
  isRunning(name: string, label: string): boolean {
    const running = this.#running.get(name);
    return running !== undefined && [running.label, `${running.label}@${running.digest}`].includes(label);
  }

  /** Sets the version of a module that should run. Returns whether it differs from the previous one. */
  run(module: RunningModule): boolean {
    const before = this.#running.get(module.name);
    this.#running.set(module.name, module);
    return before === undefined || commitOf(before) !== commitOf(module);
  }

  /** Sets which modules should run, whether or not their files are pulled. All others are dropped. */
  keep(names: Iterable<string>): void {
    this.#kept = new Set(names);
    for (const name of this.#running.keys()) {
      if (!this.#kept.has(name)) {
        this.#running.delete(name);
      }
    }
  }

  /** Reports whether a module should run: its objects in the cluster stay, even while it has no unit. */
  keeps(name: string): boolean {
    return this.#kept.has(name);
  }

  /**
   * Opens the module at that URL as a repository. Its methods reject with a GitError if no version of the
   * module should run.
   */
  open({ url }: Parameters<GitStore["open"]>[0]): GitRepository {
    const name = url.slice(moduleUrl("").length);
    const current = (): RunningModule => {
      const found = this.#running.get(name);
      if (found === undefined) {
        throw new GitError("missing", `no version of module ${name} should run`);
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

  /** Does nothing: a checkout is removed when its last user releases it. */
  async tidy(): Promise<void> {
    return Promise.resolve();
  }

  async #layOut(module: RunningModule, { commit }: GitRevision): Promise<Checkout> {
    if (commitOf(module) !== commit) {
      throw new GitError("missing", `another version of module ${module.name} should run now`);
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
        : new GitError(
            "local",
            `the files of module ${module.name} cannot be written: ${errorMessage(error)}`,
          );
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

/** Reports whether the files of a module are a chart. */
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
