import type { Cluster } from "../../lib/client/model/cluster.ts";
import type { RunContext } from "../../lib/apply/model/run-context.ts";
import type { Host } from "../host/host.ts";

/** A release, and the environment of the lookups in it. */
export interface ReleaseLookup {
  readonly release: string;
  readonly namespace: string | undefined;
  readonly host: Pick<Host, "clock" | "random" | "runId">;
  readonly signal: AbortSignal;
}

/** Returns the numbers of the revisions of a release. */
export async function revisionNumbers(lookup: ReleaseLookup, cluster: Cluster): Promise<readonly string[]> {
  const { historyOfRelease } = await import("../../lib/apply/release/history-release.ts");
  const history = await historyOfRelease(lookup, contextOf(lookup, cluster));
  return history?.revisions.map(({ number }) => String(number)) ?? [];
}

/** Returns the objects of a release, as kubectl names them. */
export async function ownedObjects(lookup: ReleaseLookup, cluster: Cluster): Promise<readonly string[]> {
  const { statusOfRelease } = await import("../../lib/apply/release/status-release.ts");
  const { kubectlName } = await import("../../lib/object/object-ref.ts");
  const found = await statusOfRelease({ ...lookup, readiness: "converge" }, contextOf(lookup, cluster));
  return found?.objects.map(({ target }) => kubectlName(target)) ?? [];
}

function contextOf({ host, signal }: ReleaseLookup, cluster: Cluster): RunContext {
  const { clock, random, runId } = host;
  return { cluster, clock, random, signal, emit: () => {}, runId, tooling: "" };
}
