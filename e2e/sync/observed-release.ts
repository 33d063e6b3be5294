/** A release applied with shared watches, and the watch for its drift afterwards. */
import type { ExecutionContext } from "ava";

import type { Result } from "../../lib/apply/model/event.ts";
import { RestMapper } from "../../lib/apply/model/rest-mapper.ts";
import { apply } from "../../lib/engine.ts";
import type { Access } from "../../lib/client/model/access.ts";
import type { Cluster } from "../../lib/client/model/cluster.ts";
import { applySetId, parentName } from "../../lib/inventory/apply-set.ts";
import type { JsonObject } from "../../lib/object/json.ts";
import type { Plan } from "../../lib/plan/plan.ts";
import { makeUnit } from "../../lib/sync/config/make-unit.ts";
import type { DriftWatch } from "../../lib/sync/drift/drift-watch.ts";
import { startDriftDetector } from "../../lib/sync/drift/drift-detector.ts";
import { unitRequest } from "../../lib/sync/unit/unit-request.ts";
import { openSite, type Site } from "../apply/site.ts";
import { call, wallClock } from "../open-test-cluster.ts";
import { openCached } from "../cluster-variants.ts";

/** The result of a run. */
export interface Applied {
  readonly result: Result;
  readonly plan: Plan;
  readonly settled: ReadonlySet<string>;
}

/** A watch for drift, formatted as text. */
export interface ObservedDrift extends DriftWatch {
  /** `changed apps/Deployment/web by kubectl-edit`, without the namespace. */
  readonly words: () => readonly string[];
  /** Resolves once the condition holds; rejects after a minute with the state. */
  readonly until: (what: string, isSo: () => boolean) => Promise<void>;
  /** The number of drift notifications. */
  readonly received: () => number;
}

/** An environment for releases of a test. */
export interface ReleaseSite {
  readonly site: Site;
  readonly cluster: Cluster;
  readonly apply: (manifests: readonly JsonObject[]) => Promise<Applied>;
  readonly guard: (made: Applied) => Promise<ObservedDrift>;
}

/**
 * Opens one, which is deleted after the test; `way` is the access to the cluster if not by the kubeconfig.
 */
export async function openReleaseSite(t: ExecutionContext, way?: Access): Promise<ReleaseSite> {
  const site = await openSite(t);
  const cluster = await openCached(t, way ?? site.cluster.kubeconfig);
  return {
    site,
    cluster,
    apply: (manifests) => applyOver(cluster, site, manifests),
    guard: async (made) => guardOver(t, made, { cluster, site }),
  };
}

async function applyOver(cluster: Cluster, site: Site, manifests: readonly JsonObject[]): Promise<Applied> {
  const unit = makeUnit({
    name: site.release,
    namespace: site.namespace,
    source: { url: "https://git.example/shop", ref: "main" },
  });
  const text = manifests.map((manifest) => `---\n${JSON.stringify(manifest)}\n`).join("");
  let plan: Plan | undefined;
  const result = await apply(
    {
      ...unitRequest(unit),
      validate: "ignore",
      externalDeps: "error",
      invalid: "fail",
      source: "test",
      atomic: false,
      sources: { read: async () => Promise.resolve({ sources: [{ name: "set.yaml", text }], found: [] }) },
      onPlan: async (planned) => {
        plan = planned.plan;
        return Promise.resolve();
      },
    },
    {
      cluster,
      clock: wallClock,
      random: Math.random,
      signal: call().signal,
      emit: () => undefined,
      runId: "e2e",
      tooling: "converge/e2e",
    },
  );
  if (plan === undefined) {
    throw new Error(result.message ?? "there was no plan");
  }
  const written = result.outcomes.filter(
    ({ operation, actuation }) => operation === "apply" && actuation === "Succeeded",
  );
  return { result, plan, settled: new Set(written.map(({ target }) => target.key)) };
}

async function guardOver(
  t: ExecutionContext,
  { plan, settled }: Applied,
  { cluster, site }: { readonly cluster: Cluster; readonly site: Site },
): Promise<ObservedDrift> {
  const kinds = new RestMapper(cluster, await cluster.discover(call()));
  const id = applySetId({ name: parentName(site.release), namespace: site.namespace });
  const made = { plan, id, settled, ignored: [] };
  const facts = { cluster, kinds, clock: wallClock, readiness: "converge", ...made } as const;
  const waiting = new Set<() => void>();
  let received = 0;
  const watch = startDriftDetector(facts, () => {
    received += 1;
    for (const look of waiting) {
      look();
    }
  });
  t.teardown(() => {
    watch.close();
  });
  const words = (): readonly string[] => wordsOf(watch, site.namespace);
  const until: ObservedDrift["until"] = async (what, isSo) => {
    const so = Promise.withResolvers<void>();
    const look = (): void => {
      if (isSo()) {
        so.resolve();
      }
    };
    const cancel = wallClock.after(60_000, () => {
      so.reject(new Error(`not ${what}: ${words().join(", ")} ${JSON.stringify(watch.health())}`));
    });
    waiting.add(look);
    look();
    await so.promise.finally(cancel);
    waiting.delete(look);
  };
  return { ...watch, words, until, received: () => received };
}

function wordsOf(watch: DriftWatch, namespace: string): readonly string[] {
  return watch.drifts().map(({ key, kind, by }) => {
    const place = key.replace(`/namespaces/${namespace}`, "");
    return [kind, place, ...(by.length === 0 ? [] : ["by", ...by])].join(" ");
  });
}
