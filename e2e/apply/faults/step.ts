import { parentName } from "../../../lib/inventory/apply-set.ts";
import type { TestCluster } from "../../control-plane/test-cluster.ts";
import { homeOf, sideOf, type SetPlace, type Version, writeSet } from "./fault-set.ts";
import { release } from "./live-state.ts";

/**
 * The steps of a release. `atomic`: an upgrade that fails at its end, and is rolled back by itself.
 * `rollback`: to the installation.
 */
export const steps = ["install", "atomic", "upgrade", "rollback", "delete"] as const;
export type Step = (typeof steps)[number];

/** The exit code of a step that nothing disturbs. */
export const expectedCode: Readonly<Record<Step, number>> = {
  install: 0,
  atomic: 1,
  upgrade: 0,
  rollback: 0,
  delete: 0,
};

/** The environment that all trials share. */
export interface TrialEnvironment {
  readonly plane: TestCluster;
  /** The command under test; that of the checkout if absent. */
  readonly program?: string;
}

/** The environment for the steps of one release. */
export interface StepEnvironment extends TrialEnvironment {
  readonly place: SetPlace;
  /** A folder for manifests and kubeconfigs. */
  readonly folder: string;
  /** The timeout of a run that should not wait for the end of an outage. */
  readonly patience?: string;
}

/** The arguments of converge for a step. */
export function wordsOf(step: Step, { place, folder }: StepEnvironment): readonly string[] {
  const where = ["--release", release, "-n", homeOf(place)];
  // Few enough that old revisions are dropped under faults too, and enough that the first one can still be
  // rolled back to in every sequence of steps: a kill may come too late to stop its run.
  const writing = [...where, "--allow-prune=all", "--max-prune=100%", "--history-max=4"];
  const applying = (version: Version): readonly string[] => [
    "apply",
    writeSet(folder, place, version),
    ...writing,
  ];
  const words: Readonly<Record<Step, () => readonly string[]>> = {
    install: () => applying("first"),
    upgrade: () => applying("second"),
    atomic: () => [...applying("broken"), "--atomic"],
    rollback: () => ["rollback", "1", ...writing],
    delete: () => ["delete", ...where, "--delete-contents"],
  };
  return words[step]();
}

/**
 * Creates the initial state of a `guest`: its namespaces, and in one of them an object of kubectl without an
 * owner.
 */
export async function prepareHome({ plane, place }: StepEnvironment): Promise<void> {
  if (place.home === "owned") {
    return;
  }
  const home = homeOf(place);
  for (const name of [home, sideOf(place)]) {
    await plane.api("POST", "/api/v1/namespaces", { metadata: { name } });
  }
  const applied = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "adopted", namespace: home, annotations: {} },
    data: { by: "kubectl", old: "yes" },
  };
  const annotations = { "kubectl.kubernetes.io/last-applied-configuration": `${JSON.stringify(applied)}\n` };
  const path = `/api/v1/namespaces/${home}/configmaps?fieldManager=kubectl-client-side-apply`;
  const { status, text } = await plane.api("POST", path, {
    ...applied,
    metadata: { ...applied.metadata, annotations },
  });
  if (status !== 201) {
    throw new Error(`${path}: ${text}`);
  }
}

/** Shortens the lease of a dead run, as if most of its time had passed. */
export async function expireLock({ plane, place }: StepEnvironment): Promise<void> {
  const path = `/apis/coordination.k8s.io/v1/namespaces/${homeOf(place)}/leases/${parentName(release)}`;
  await plane.api("PATCH", path, { spec: { leaseDurationSeconds: 1 } });
}
