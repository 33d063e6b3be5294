import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Cluster } from "../../lib/client/model/cluster.ts";
import type { Unit } from "../../lib/sync/unit/unit.ts";
import { openClusterOf } from "../flags/cluster-flags.ts";
import type { ExitCode } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import type { SidecarFlags } from "../flags/sync-flags.ts";

/** Ends one after the other, all of them, whatever goes wrong with one. */
export async function closeInOrder(ends: readonly (() => Promise<void>)[]): Promise<void> {
  const [first, ...rest] = ends;
  try {
    await first?.();
  } finally {
    await (rest.length === 0 ? undefined : closeInOrder(rest));
  }
}

/** Opens the cluster as that service account sees it, or as oneself. Throws AccessError. */
export async function openClusterAs(
  as: Unit["serviceAccount"],
  flags: SidecarFlags,
  shell: Host,
): Promise<Cluster> {
  const user = as === undefined ? {} : { as: `system:serviceaccount:${as.namespace}:${as.name}` };
  return openClusterOf({ ...flags, ...user }, { shell, concurrency: flags.concurrency });
}

/** A name of its own for each replica, which a container keeps when it is started again. */
export function replicaIdentity({ identity }: SidecarFlags, { env, runId }: Host): string {
  const given = identity ?? env["POD_NAME"] ?? "";
  const name = (given === "" ? runId : given).toLowerCase().replaceAll(/[^a-z0-9.-]+/g, "-");
  return name
    .replaceAll(/^[^a-z0-9]+/g, "")
    .slice(-63)
    .replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, "");
}

/**
 * Gives a folder for what is kept between runs: a part of the one that is named, or one that goes with the
 * process.
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
