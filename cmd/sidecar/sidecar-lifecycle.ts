import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Cluster } from "../../lib/client/model/cluster.ts";
import type { Unit } from "../../lib/sync/unit/unit.ts";
import type { RemoteSetup } from "../../lib/sync/clusters.ts";
import { openClusterOf, requestsInFlight, clientUserAgent } from "../flags/cluster-flags.ts";
import type { ExitCode } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import type { SidecarFlags } from "../flags/sync-flags.ts";

/** Closes one after the other, all of them, even if one fails. */
export async function closeInOrder(ends: readonly (() => Promise<void>)[]): Promise<void> {
  const [first, ...rest] = ends;
  try {
    await first?.();
  } finally {
    await (rest.length === 0 ? undefined : closeInOrder(rest));
  }
}

/** Opens the cluster as the given service account, or as the current user. Throws AccessError. */
export async function openClusterAs(
  as: Unit["serviceAccount"],
  flags: SidecarFlags,
  host: Host,
): Promise<Cluster> {
  const user = as === undefined ? {} : { as: `system:serviceaccount:${as.namespace}:${as.name}` };
  return openClusterOf({ ...flags, ...user }, { host, concurrency: flags.concurrency });
}

/** Returns the options of opening other clusters: of the flags only those that concern all of them. */
export function remoteSetup({ concurrency }: SidecarFlags, host: Host): RemoteSetup {
  const { env, homeDirectory, random, stderr } = host;
  return {
    env,
    homeDirectory,
    random,
    userAgent: clientUserAgent,
    limits: { inFlight: requestsInFlight(concurrency) },
    warn: (message) => {
      stderr.write(`${message}\n`);
    },
  };
}

/** Returns the name of this replica, which is stable across restarts of its container. */
export function replicaIdentity({ identity }: SidecarFlags, { env, runId }: Host): string {
  const given = identity ?? env["POD_NAME"] ?? "";
  const name = (given === "" ? runId : given).toLowerCase().replaceAll(/[^a-z0-9.-]+/g, "-");
  return name
    .replaceAll(/^[^a-z0-9]+/g, "")
    .slice(-63)
    .replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, "");
}

/**
 * Provides a folder for state kept between runs: a subfolder of the specified one, or a temporary one that is
 * removed at the end.
 */
export async function withStateDir(
  { stateDir, part }: Pick<SidecarFlags, "stateDir"> & { readonly part: string },
  act: (folder: string) => Promise<ExitCode>,
): Promise<ExitCode> {
  if (stateDir !== undefined) {
    const folder = join(stateDir, part);
    await mkdir(folder, { recursive: true });
    return act(folder);
  }
  const folder = await mkdtemp(join(tmpdir(), "converge-sync-"));
  try {
    return await act(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
