import { randomBytes } from "node:crypto";
import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chance } from "./chance.ts";
import { groupOf, homeOf, type SetPlace, sideOf } from "./fault-set.ts";
import { tryKills } from "./kill-trial.ts";
import { type Reference, type References, takeReference } from "./reference.ts";
import { type Ground, prepareHome, type Stage } from "./step.ts";
import { tryThirdParty } from "./third-party-trial.ts";
import type { Finding } from "./trial.ts";
import { tryWeather } from "./weather-trial.ts";

/** The kinds of disturbance. */
export const disturbances = ["weather", "kill", "third-party"] as const;
export type Disturbance = (typeof disturbances)[number];

/** One seed of one kind of disturbance. */
export interface Trial {
  readonly disturbance: Disturbance;
  readonly seed: number;
}

const trials = { weather: tryWeather, kill: tryKills, "third-party": tryThirdParty } as const;

/** Runs one trial in namespaces of its own, and returns its findings; empty if all is well. */
export async function runTrial(
  { disturbance, seed }: Trial,
  ground: Ground,
  references: References,
): Promise<readonly Finding[]> {
  const home = chance(disturbance, seed, "home") < 0.3 ? "owned" : "guest";
  return onStage({ ground, home, mark: `${disturbance[0]}${seed}` }, (stage) =>
    trials[disturbance](seed, stage, references[home]),
  );
}

/** Records the results of undisturbed runs. Takes some 15 s, mostly for the termination of namespaces. */
export async function takeReferences(ground: Ground): Promise<References> {
  const [owned, guest] = await Promise.all([
    takeReferenceOf(ground, "owned", 0),
    takeReferenceOf(ground, "guest", 2),
  ]);
  return { owned, guest };
}

function takeReferenceOf(ground: Ground, home: SetPlace["home"], first: number): Promise<Reference> {
  return onStage({ ground, home, mark: `r${first}` }, (stage) =>
    onStage({ ground, home, mark: `r${first + 1}` }, (other) => takeReference(stage, other)),
  );
}

/** Unique among processes that use the same cluster. */
const process = `f${randomBytes(3).toString("hex").slice(1)}`;

async function onStage<Result>(
  { ground, home, mark }: { readonly ground: Ground; readonly home: SetPlace["home"]; readonly mark: string },
  act: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  const place: SetPlace = { token: `${process}-${mark}`, home };
  using folder = mkdtempDisposableSync(join(tmpdir(), "converge-faults-"));
  try {
    const stage = { ...ground, place, folder: folder.path };
    await prepareHome(stage);
    return await act(stage);
  } finally {
    await clearAway(ground, place);
  }
}

/** Deletes the leftovers of a failed trial, without waiting for the end of the deletion. */
async function clearAway({ plane: { api } }: Ground, place: SetPlace): Promise<void> {
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  const clusterRoles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
  for (const path of [
    `/api/v1/namespaces/${homeOf(place)}`,
    `/api/v1/namespaces/${sideOf(place)}`,
    `${definitions}/gadgets.${groupOf(place)}`,
    `${definitions}/sprockets.${groupOf(place)}`,
    `${clusterRoles}/${place.token}-reader`,
  ]) {
    await api("DELETE", path);
  }
}
