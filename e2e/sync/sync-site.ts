import type { ExecutionContext } from "ava";

import type { Clock } from "../../lib/async/clock.ts";
import { openSite, type Site } from "../apply/site.ts";
import { openTestRepository, type TestRepository } from "../git/test-repository.ts";
import { beginSidecar, line, type LogLine, type Sidecar } from "./sidecar.ts";

/** A namespace with a repository, and sidecars that apply the repository to it. */
export interface SyncSite extends Site {
  readonly repository: TestRepository;
  /** Starts a sidecar for the unit `shop`, which is `deploy/` on `main`, polled every second. */
  readonly beginSync: (words?: readonly string[], clock?: Clock) => Sidecar;
}

/** Opens a site, whose namespace and sidecars end with the test. */
export async function openSyncSite(t: ExecutionContext): Promise<SyncSite> {
  const site = await openSite(t);
  const repository = await openTestRepository(t);
  const { kubeconfig } = site.cluster;
  const home = ["--release", site.release, "-n", site.namespace];
  return {
    ...site,
    repository,
    beginSync: (words = [], clock) =>
      beginSidecar(
        t,
        [
          "--repo",
          repository.url,
          "--ref",
          "main",
          "--path",
          "deploy",
          "--interval",
          "1s",
          ...home,
          ...words,
        ],
        { kubeconfig, ...(clock === undefined ? {} : { clock }) },
      ),
  };
}

/** Waits until the unit is ready at a commit; it may be so already. */
export async function readyAt(sidecar: Sidecar, commit: string, unit = "shop"): Promise<LogLine> {
  return sidecar.received(line("state", { unit, phase: "Ready", applied: commit }), 0);
}

/** A ConfigMap as text. */
export function configMap(name: string, data: Readonly<Record<string, string>> = {}): string {
  return `${JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data })}\n`;
}
