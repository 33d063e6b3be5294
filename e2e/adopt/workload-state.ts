import type { LiveObject } from "../control-plane/api.ts";
import type { Site } from "../apply/site.ts";

/** The state of a workload by which a restart of its pods, or a new rollout, is recognized. */
export interface WorkloadState {
  readonly uid: string | undefined;
  /** The generation of a Deployment counts annotations too. */
  readonly spec: LiveObject["spec"];
  /** UIDs of its pods and ReplicaSets. */
  readonly children: readonly string[];
}

/**
 * Reads the state of a workload as soon as its pods are created: `apps/deployments/web`, whose pods have the
 * label `app=web`.
 */
export async function workloadState(site: Site, place: string, label: string): Promise<WorkloadState> {
  const workload = await site.cluster.until(site.at(place), isScaled);
  const lists = await Promise.all(
    ["pods", "apps/replicasets"].map(
      async (kind) =>
        (await site.cluster.api("GET", `${site.at(kind)}?labelSelector=${label}`)).object?.items ?? [],
    ),
  );
  const children = lists.flat().map(({ metadata }) => metadata.uid);
  return { uid: workload?.metadata.uid, spec: workload?.spec, children: children.toSorted() };
}

/** Whether the controller has seen the current spec and created all pods. It omits a count of 0. */
function isScaled(workload: LiveObject | undefined): boolean {
  const { metadata, spec = {}, status = {} } = workload ?? {};
  return (
    status["observedGeneration"] === metadata?.generation && (status["replicas"] ?? 0) === spec["replicas"]
  );
}
