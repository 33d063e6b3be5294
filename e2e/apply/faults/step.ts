import { parentName } from "../../../lib/inventory/apply-set.ts";
import type { TestCluster } from "../../control-plane/test-cluster.ts";
import { homeOf, sideOf, type SetPlace, type Version, writeSet } from "./fault-set.ts";
import { release } from "./live-state.ts";

/**
 * What is done to a release. `atomic`: an upgrade that fails at its end, and is rolled back by itself.
 * `rollback`: to the installation.
 */
export const steps = ["install", "atomic", "upgrade", "rollback", "delete"] as const;
export type Step = (typeof steps)[number];

/** The exit code of a step that nothing disturbs. */
export const goodEnd: Readonly<Record<Step, number>> = {
  install: 0,
  atomic: 1,
  upgrade: 0,
  rollback: 0,
  delete: 0,
};

/** What all trials have in common. */
export interface Ground {
  readonly plane: TestCluster;
  /** The converge that is tried: that of the checkout where it is left out. */
  readonly program?: string;
}

/** Everything that the steps of one release need to be started. */
export interface Stage extends Ground {
  readonly place: SetPlace;
  /** A folder of its own for manifests and kubeconfigs. */
  readonly folder: string;
  /** How long a run may take where it is not to wait for better weather. */
  readonly patience?: string;
}

/** The arguments that have converge take a step. */
export function wordsOf(step: Step, { place, folder }: Stage): readonly string[] {
  const where = ["--release", release, "-n", homeOf(place)];
  // So few revisions that old ones are dropped under faults too, and so many that the first one is there to
  // go back to as often as a story does: a kill may come too late to stop what it was for.
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
 * Has there what a `guest` finds: its namespaces, and an object in it that belongs to nobody and was written
 * by kubectl.
 */
export async function prepareHome({ plane, place }: Stage): Promise<void> {
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

/** Lets the lock of a run that is dead run out: as if most of its time had passed. */
export async function letTimePass({ plane, place }: Stage): Promise<void> {
  const path = `/apis/coordination.k8s.io/v1/namespaces/${homeOf(place)}/leases/${parentName(release)}`;
  await plane.api("PATCH", path, { spec: { leaseDurationSeconds: 1 } });
}
