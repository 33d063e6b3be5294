import { randomBytes } from "node:crypto";
import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chance } from "./chance.ts";
import { groupOf, homeOf, type SetPlace, sideOf } from "./fault-set.ts";
import { tryKills } from "./kill-trial.ts";
import { type Reference, type References, recordReference } from "./reference.ts";
import { type TrialEnvironment, prepareHome, type StepEnvironment } from "./step.ts";
import { tryThirdParty } from "./third-party-trial.ts";
import type { Finding } from "./trial.ts";
import { tryTransientFaults } from "./transient-fault-trial.ts";

/** The kinds of disturbance. */
export const disturbances = ["faults", "kill", "third-party"] as const;
export type Disturbance = (typeof disturbances)[number];

/** One seed of one kind of disturbance. */
export interface Trial {
  readonly disturbance: Disturbance;
  readonly seed: number;
}

const trials = { faults: tryTransientFaults, kill: tryKills, "third-party": tryThirdParty } as const;

/** Runs one trial in namespaces of its own, and returns its findings; empty if all is well. */
export async function runTrial(
  { disturbance, seed }: Trial,
  environment: TrialEnvironment,
  references: References,
): Promise<readonly Finding[]> {
  const home = chance(disturbance, seed, "home") < 0.3 ? "owned" : "guest";
  return withEnvironment({ environment, home, mark: `${disturbance[0]}${seed}` }, (stage) =>
    trials[disturbance](seed, stage, references[home]),
  );
}

/** Records the results of undisturbed runs. Takes some 15 s, mostly for the termination of namespaces. */
export async function recordReferences(environment: TrialEnvironment): Promise<References> {
  const [owned, guest] = await Promise.all([
    recordReferenceOf(environment, "owned", 0),
    recordReferenceOf(environment, "guest", 2),
  ]);
  return { owned, guest };
}

function recordReferenceOf(
  environment: TrialEnvironment,
  home: SetPlace["home"],
  first: number,
): Promise<Reference> {
  return withEnvironment({ environment, home, mark: `r${first}` }, (stage) =>
    withEnvironment({ environment, home, mark: `r${first + 1}` }, (other) => recordReference(stage, other)),
  );
}

/** Unique among processes that use the same cluster. */
const process = `f${randomBytes(3).toString("hex").slice(1)}`;

async function withEnvironment<Result>(
  {
    environment,
    home,
    mark,
  }: { readonly environment: TrialEnvironment; readonly home: SetPlace["home"]; readonly mark: string },
  act: (stage: StepEnvironment) => Promise<Result>,
): Promise<Result> {
  const place: SetPlace = { token: `${process}-${mark}`, home };
  using folder = mkdtempDisposableSync(join(tmpdir(), "converge-faults-"));
  try {
    const stage = { ...environment, place, folder: folder.path };
    await prepareHome(stage);
    return await act(stage);
  } finally {
    await deleteLeftovers(environment, place);
  }
}

/** Deletes the leftovers of a failed trial, without waiting for the end of the deletion. */
async function deleteLeftovers({ plane: { api } }: TrialEnvironment, place: SetPlace): Promise<void> {
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
