/** The phases that a contender with many units is taken through. */
import { setTimeout as pause } from "node:timers/promises";

import type { LiveObject } from "../../e2e/control-plane/api.ts";
import type { ContenderSite, RunningContender } from "./contender.ts";
import { annotateObject } from "./custom-objects.ts";
import { eachOf } from "./each-of.ts";
import { fileOf, firstFiles, isFailing, unitFiles, unitText, versionKey } from "./unit-files.ts";

/** A phase, whose work is measured. */
export interface Phase {
  readonly phase: string;
  /** Done before it is measured. */
  readonly prepare?: () => Promise<void>;
  /** Returns the unit whose delay is measured, an empty name for all units, and undefined for none. */
  readonly work: () => Promise<string | undefined>;
}

const share = 0.2;

/** The phase in which somebody edits a Deployment, and the controller corrects that. */
export const driftPhase = "drift in one unit";

/** Returns the phases in their order; the first one starts the contender. */
export function phasesOf(
  site: ContenderSite,
  { units, rest }: { readonly units: number; readonly rest: number },
  start: () => Promise<RunningContender>,
): readonly Phase[] {
  const one = site.units[Math.floor(units / 2)] ?? "";
  const healthy = site.units.filter((_, index) => !isFailing(index, share));
  let running: RunningContender | undefined;
  let commit = "";
  const push = (files: () => Record<string, string>) => async (): Promise<void> => {
    commit = await site.repository.commit(files());
  };
  const follow = async (waiting: readonly string[]): Promise<void> => {
    await started(running).notify(commit);
    await started(running).ready(commit, waiting);
  };
  return [
    {
      phase: "fresh",
      prepare: push(() => firstFiles(units)),
      work: async () => {
        running = await start();
        await running.ready(commit, site.units);
        return undefined;
      },
    },
    {
      phase: "unchanged, on request",
      prepare: () => expectVersions(site, (index) => (index < units ? "1" : "")),
      work: async () => {
        await started(running).requestAll();
        return undefined;
      },
    },
    {
      phase: "at rest",
      work: async () => {
        await pause(rest * 1000);
        return undefined;
      },
    },
    {
      phase: "commit that changes no unit",
      prepare: push(() => ({ "README.md": "Nothing that is applied.\n" })),
      work: async () => {
        await started(running).notify(commit);
        await started(running).verified(commit, site.units);
        return undefined;
      },
    },
    {
      phase: driftPhase,
      work: async () => {
        const path = `${deploymentOf(site, one)}?fieldManager=somebody`;
        await annotateObject(site.cluster, path, { [versionKey]: "edited" });
        await site.cluster.until(deploymentOf(site, one), (object) => versionIn(object) === "1");
        return one;
      },
    },
    {
      phase: "one unit changed",
      prepare: push(() => ({ [fileOf(one)]: unitText(one, "2") })),
      work: async () => {
        await follow([one]);
        return one;
      },
    },
    {
      phase: "all units changed",
      prepare: push(() => unitFiles({ units, version: "3" })),
      work: async () => {
        await follow(site.units);
        return "";
      },
    },
    {
      phase: "restart",
      prepare: async () => {
        await expectVersions(site, () => "3");
        await started(running).stop();
      },
      work: async () => {
        await started(running).restart(commit);
        return undefined;
      },
    },
    {
      phase: "20 % begin to fail",
      prepare: push(() => unitFiles({ units, version: "4", failing: share })),
      work: async () => {
        await follow(healthy);
        return "";
      },
    },
    {
      phase: "all changed while 20 % fail",
      prepare: push(() => unitFiles({ units, version: "5", failing: share })),
      work: async () => {
        await follow(healthy);
        return "";
      },
    },
  ];
}

function started(running: RunningContender | undefined): RunningContender {
  if (running === undefined) {
    throw new Error("it was not started");
  }
  return running;
}

/** Throws unless every Deployment in the cluster has the version that the repository gives it. */
async function expectVersions(site: ContenderSite, versionOf: (index: number) => string): Promise<void> {
  const { cluster, units } = site;
  await eachOf([...units.entries()], async ([index, unit]) => {
    const { object } = await cluster.api("GET", deploymentOf(site, unit));
    const version = versionIn(object);
    if (version !== versionOf(index)) {
      throw new Error(`${unit} is said to be ready, but has version ${version}`);
    }
  });
}

function deploymentOf({ namespace }: ContenderSite, unit: string): string {
  return `/apis/apps/v1/namespaces/${namespace}/deployments/${unit}`;
}

function versionIn(object: LiveObject | undefined): string | undefined {
  return object?.metadata.annotations?.[versionKey];
}
