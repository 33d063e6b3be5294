/**
 * Compares the order of `converge apply --compat=argocd` with that of the sync engine of Argo CD, by the audit
 * log of the control plane of the tests: the engine syncs a set into one namespace, converge applies it to
 * another one; then both a second set, so that objects are changed and pruned and hooks replaced.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { JsonObject } from "../../../lib/object/json.ts";
import type { Recorded } from "../../../fixtures/recording-shell.ts";
import { runConverge } from "../../apply/run-converge.ts";
import { repeatUntilTeardown } from "../../control-plane/background-loop.ts";
import type { TestCluster } from "../../control-plane/test-cluster.ts";
import type { OrderCase, OrderVerdict } from "../order-verdict.ts";
import type { ArgoCase, CaseMaker } from "./argo-case.ts";
import type { ArgoEngine, SyncAnswer } from "./argo-engine.ts";
import { writesBy } from "./audited-writes.ts";
import { compareWrites } from "./compare-writes.ts";
import { scaledToZero } from "./kinds.ts";
import { manifestCases } from "./manifest-cases.ts";
import { randomCase } from "./random-case.ts";
import { ruleCases } from "./rule-cases.ts";

/** What a comparison needs. */
export interface ArgoWorkshop {
  readonly cluster: TestCluster;
  readonly engine: ArgoEngine;
  /** The folder for manifests. */
  readonly folder: string;
}

/** The cases to judge. */
export interface ArgoSelection {
  readonly cases: number;
  readonly seed: string;
  /** A folder with manifests of others: files, or folders of files. */
  readonly manifests?: string | undefined;
  /** The name of the only case. */
  readonly only?: string | undefined;
}

/** Cases of one rule each, then those made of manifests, then random ones. */
export function argoCases(selection: ArgoSelection, workshop: ArgoWorkshop): readonly OrderCase[] {
  const { cases, seed, manifests, only } = selection;
  const named: readonly (readonly [string, CaseMaker])[] = [
    ...Object.entries(ruleCases),
    ...(manifests === undefined ? [] : manifestCases(manifests, seed)),
    ...Array.from({ length: cases }, (_, index) => [String(index), randomCase("argo", seed, index)] as const),
  ];
  return named
    .filter(([name]) => only === undefined || name === only)
    .map(([name, maker]) => ({ name, judge: () => judge(name, maker, workshop) }));
}

/** A namespace with what one of the tools applies to it. */
interface Side {
  readonly namespace: string;
  readonly sets: ArgoCase;
  readonly folder: string;
}

async function judge(name: string, maker: CaseMaker, workshop: ArgoWorkshop): Promise<OrderVerdict> {
  const { cluster } = workshop;
  await using stack = new AsyncDisposableStack();
  const t = { teardown: (end: () => unknown): void => stack.defer(async () => void (await end())) };
  const sides: Side[] = [];
  for (const tool of ["engine", "converge"]) {
    const namespace = await cluster.createNamespace(t);
    await cluster.api("POST", `/apis/apps/v1/namespaces/${namespace}/deployments`, scaledToZero);
    const folder = join(workshop.folder, name.replaceAll(/\W+/g, "-"), tool);
    sides.push({ namespace, sets: maker(namespace), folder });
  }
  const [theirs, ours] = sides;
  if (theirs === undefined || ours === undefined) {
    return [];
  }
  serveIngresses(t, cluster, [theirs.namespace, ours.namespace]);
  const cleared = new Set<string>();
  stack.defer(async () => {
    for (const path of cleared) {
      await cluster.api("DELETE", path);
    }
  });
  const first = await round("first", [theirs, ours], { workshop, cleared });
  if (typeof first !== "string" || first === "refused by both" || theirs.sets.second === undefined) {
    return first;
  }
  return await round("second", [theirs, ours], { workshop, cleared });
}

/** Gives each Ingress an address: Argo CD waits for it, and there is no controller. */
function serveIngresses(
  t: { readonly teardown: (end: () => unknown) => void },
  { api }: TestCluster,
  namespaces: readonly string[],
): void {
  const status = { loadBalancer: { ingress: [{ ip: "192.0.2.1" }] } };
  repeatUntilTeardown(t, async () => {
    for (const namespace of namespaces) {
      const collection = `/apis/networking.k8s.io/v1/namespaces/${namespace}/ingresses`;
      const { object } = await api("GET", collection);
      for (const { metadata, status: known } of object?.items ?? []) {
        if (JSON.stringify(known).length < JSON.stringify(status).length) {
          await api("PATCH", `${collection}/${metadata.name}/status`, { status });
        }
      }
    }
  });
}

interface Around {
  readonly workshop: ArgoWorkshop;
  /** Collects the paths of cluster-scoped objects. */
  readonly cleared: Set<string>;
}

async function round(
  which: "first" | "second",
  [theirs, ours]: readonly [Side, Side],
  { workshop: { cluster, engine }, cleared }: Around,
): Promise<OrderVerdict> {
  const mark = await cluster.auditMark();
  const [answer, applied] = await Promise.all([
    engine.sync({
      app: theirs.namespace,
      folder: write(theirs, which),
      namespace: theirs.namespace,
      revision: "0123456789abcdef",
      seconds: 90,
    }),
    runConverge(
      ["apply", write(ours, which), "-n", ours.namespace, "--release=judged", "--compat=argocd"],
      cluster,
    ),
  ]);
  const events = await cluster.auditSince(mark);
  const writes = {
    engine: writesBy(events, { agent: "argo-engine/", namespace: theirs.namespace }),
    converge: writesBy(events, { agent: "converge/", namespace: ours.namespace }),
  };
  for (const { id, path, verb } of [...writes.engine, ...writes.converge]) {
    if (verb === "apply" && id.includes("//")) {
      cleared.add(path);
    }
  }
  const isUntouched = writes.engine.length + writes.converge.length === 0;
  if (isUntouched && answer.phase !== "Succeeded" && applied.code !== 0) {
    return "refused by both";
  }
  const differences = [
    ...compareEnds(answer, applied),
    ...compareWrites({ ...writes, stepEnds: answer.stepEnds }),
  ];
  return differences.length === 0 ? "same order" : differences.map((line) => `${which} sync: ${line}`);
}

function write({ folder, sets }: Side, which: "first" | "second"): string {
  const path = join(folder, which);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "set.yaml"), textOf(sets[which] ?? []));
  return path;
}

function textOf(objects: readonly JsonObject[]): string {
  return objects.map((object) => `---\n${JSON.stringify(object)}\n`).join("");
}

function compareEnds({ phase, message }: SyncAnswer, { code, stdout, stderr }: Recorded): readonly string[] {
  const isSynced = phase === "Succeeded";
  return isSynced === (code === 0)
    ? []
    : [`Argo CD ends with ${phase} (${message}), converge with ${code}: ${stderr}${stdout}`];
}
