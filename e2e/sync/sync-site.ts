import type { ExecutionContext } from "ava";

import type { Clock } from "../../lib/async/clock.ts";
import { openSite, type Site } from "../apply/site.ts";
import { openTestRepository, type TestRepository } from "../git/test-repository.ts";
import { beginSidecar, line, type LogLine, type Sidecar } from "./sidecar.ts";

/** A namespace with a repository, and sidecars that keep the one at the other. */
export interface SyncSite extends Site {
  readonly repository: TestRepository;
  /** Begins a sidecar for the unit `shop`: what `deploy/` of `main` holds; it looks every second. */
  readonly beginSync: (words?: readonly string[], clock?: Clock) => Sidecar;
}

/** Opens a site, whose namespace and sidecars go with the test. */
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

/** Waits until the unit is ready at a commit, which it may be already. */
export async function readyAt(sidecar: Sidecar, commit: string, unit = "shop"): Promise<LogLine> {
  return sidecar.received(line("state", { unit, phase: "Ready", applied: commit }), 0);
}

/** A ConfigMap as text. */
export function configMap(name: string, data: Readonly<Record<string, string>> = {}): string {
  return `${JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data })}\n`;
}
