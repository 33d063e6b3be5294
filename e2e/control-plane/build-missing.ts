/** Builds programs that are missing, one builder at a time on this machine. */
import { spawnSync } from "node:child_process";

import { CannotStart } from "./cannot-start.ts";
import { exclusively } from "./exclusive.ts";
import { cacheFolder } from "./folder.ts";
import { missingGo } from "./go.ts";
import type { Progress } from "./progress.ts";

/** A program that is built once, from a Go module. */
export interface Buildable {
  readonly name: string;
  /** The folder of the module. */
  readonly module: string;
  readonly isBuilt: () => boolean;
  readonly build: () => Promise<void>;
}

/**
 * Builds the programs that are missing and reports each as a step. Throws {@link CannotStart} if one is
 * missing and this machine has no Go to build it.
 */
export async function buildMissing(programs: readonly Buildable[], progress: Progress): Promise<void> {
  const unbuilt = (): readonly Buildable[] => programs.filter(({ isBuilt }) => !isBuilt());
  if (unbuilt().length === 0) {
    return;
  }
  refuseIfMissing(neededGo(unbuilt()));
  await exclusively(
    `build:${cacheFolder()}`,
    async () => {
      // Another process may have built some of them meanwhile.
      const missing = unbuilt();
      if (missing.length > 0) {
        await buildAll(missing, progress);
      }
    },
    () => progress.say("waiting for another process that builds programs"),
  );
}

async function buildAll(missing: readonly Buildable[], progress: Progress): Promise<void> {
  const names = missing.map(({ name }) => name).join(", ");
  progress.say(`building ${names} into ${cacheFolder()}; this happens once and takes several minutes`);
  for (const [index, { name, build }] of missing.entries()) {
    const position = `[${index + 1}/${missing.length}]`;
    await progress.step({ position, running: `building ${name}`, done: `built ${name}` }, build);
  }
}

/**
 * Checks what this machine needs to build the missing programs and to run them as a control plane. Throws
 * {@link CannotStart} with all that is missing, in one line.
 */
export function checkPrerequisites(programs: readonly Buildable[]): void {
  const isLinux = process.platform === "linux";
  refuseIfMissing([
    ...(isLinux ? [] : [`Linux (found ${process.platform})`]),
    ...neededGo(programs.filter(({ isBuilt }) => !isBuilt())),
    ...(spawnSync("openssl", ["version"]).status === 0 ? [] : ["openssl 3 (found none)"]),
  ]);
}

function neededGo(unbuilt: readonly Buildable[]): readonly string[] {
  const [first] = unbuilt;
  const go = first === undefined ? undefined : missingGo(first.module);
  return go === undefined ? [] : [`${go}, to build ${unbuilt.map(({ name }) => name).join(", ")}`];
}

function refuseIfMissing(phrases: readonly string[]): void {
  if (phrases.length > 0) {
    throw new CannotStart(`missing on this machine: ${phrases.join("; ")}`);
  }
}
