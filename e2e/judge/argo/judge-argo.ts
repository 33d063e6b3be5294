/**
 * * Compares the order of `converge apply --compat=argocd` with that of the sync engine of Argo CD, by the
 * audit log of the control plane of the tests: the engine syncs a set into one namespace, converge applies
 * it to another one; then both a second set, so that objects are changed and pruned and hooks replaced.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { JsonObject } from "../../../lib/object/json.ts";
import type { Recorded } from "../../../fixtures/recording-shell.ts";
import { runConverge } from "../../apply/run-converge.ts";
import { repeatUntilTeardown } from "../../control-plane/background-loop.ts";
import type { TestCluster } from "../../control-plane/test-cluster.ts";
import type { OrderCase, OrderVerdict } from "../order-verdict.ts";
import { type ArgoCase, type CaseMaker, lastingHooks, looselyPruned, unchangedObjects } from "./argo-case.ts";
import type { ArgoEngine, SyncAnswer } from "./argo-engine.ts";
import { type Write, writesBy } from "./audited-writes.ts";
import { compareBegun, compareWrites, nameIn, type WritesOfBoth } from "./compare-writes.ts";
import { scaledToZero } from "./kinds.ts";
import { manifestCases } from "./manifest-cases.ts";
import { randomCase } from "./random-case.ts";
import { ruleCases } from "./rule-cases.ts";

/** The means of a comparison. */
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
  /** A regular expression for the names of the only cases. */
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
    .filter(([name]) => only === undefined || new RegExp(`^(?:${only})$`).test(name))
    .map(([name, maker]) => ({ name, judge: () => judge(name, maker, workshop) }));
}

/** A namespace with what one of the tools applies to it. */
interface Side {
  readonly namespace: string;
  readonly sets: ArgoCase;
  readonly folder: string;
  /** The start of the user agent of the tool. */
  readonly agent: string;
}

async function judge(name: string, maker: CaseMaker, workshop: ArgoWorkshop): Promise<OrderVerdict> {
  const { cluster } = workshop;
  await using stack = new AsyncDisposableStack();
  const t = { teardown: (end: () => unknown): void => stack.defer(async () => void (await end())) };
  const open = async (tool: string): Promise<Side> => {
    const namespace = await cluster.createNamespace(t);
    await cluster.api("POST", `/apis/apps/v1/namespaces/${namespace}/deployments`, scaledToZero);
    const folder = join(workshop.folder, name.replaceAll(/\W+/g, "-"), tool);
    return { namespace, sets: maker(namespace), folder, agent: `${tool}/` };
  };
  const [theirs, ours] = [await open("argo-engine"), await open("converge")];
  serveIngresses(t, cluster, [theirs.namespace, ours.namespace]);
  const written = new Map<string, string>();
  stack.defer(async () => {
    for (const [path] of [...written].filter(([, id]) => id.includes("//"))) {
      await cluster.api("DELETE", path);
    }
  });
  const around = { workshop, written };
  const first = await compare("first", [theirs, ours], around);
  const isOver = first !== "same order" || theirs.sets.second === undefined;
  return isOver ? first : await compare("second", [theirs, ours], around);
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
        if (!JSON.stringify(known).includes("ingress")) {
          await api("PATCH", `${collection}/${metadata.name}/status`, { status });
        }
      }
    }
  });
}

interface Around {
  readonly workshop: ArgoWorkshop;
  /** The ids of what has been applied before, by path. */
  readonly written: Map<string, string>;
}

/** Syncs one of the two sets on both sides, and compares. */
async function compare(
  which: "first" | "second",
  [theirs, ours]: readonly [Side, Side],
  { workshop: { cluster, engine }, written }: Around,
): Promise<OrderVerdict> {
  const mark = await cluster.auditMark();
  const { namespace } = theirs;
  const request = { app: namespace, namespace, revision: "0123456789abcdef", seconds: 120 };
  const [answer, applied] = await Promise.all([
    engine.sync({ ...request, folder: write(theirs, which) }),
    runConverge(["apply", write(ours, which), "-n", ours.namespace, ...flags], cluster),
  ]);
  const events = await cluster.auditSince(mark);
  const [before, after] = [writesBy(events, theirs), writesBy(events, ours)];
  const known = [...written.values()];
  remember([...before, ...after], written);
  const looseNames = looselyPruned(ours.sets.first);
  const sameNames = which === "first" ? new Set<string>() : unchangedObjects(ours.sets);
  const verdict = verdictOf([answer, applied], {
    engine: before,
    converge: after,
    stepEnds: answer.stepEnds,
    lasting: lastingHooks([...ours.sets.first, ...(ours.sets.second ?? [])]),
    loose: new Set(before.map(({ id }) => id).filter((id) => looseNames.has(fullName(id, ours)))),
    unchanged: new Set(known.filter((id) => sameNames.has(fullName(id, ours)))),
  });
  return typeof verdict === "string" ? verdict : verdict.map((line) => `${which} sync: ${line}`);
}

function verdictOf([answer, applied]: readonly [SyncAnswer, Recorded], writes: WritesOfBoth): OrderVerdict {
  if (answer.phase === "Running" || applied.stdout.includes("could not be renewed")) {
    const begun = compareBegun(writes);
    return begun.length === 0 ? "out of time" : begun;
  }
  const isEmpty = writes.engine.length + writes.converge.length === 0;
  if (isEmpty && answer.phase !== "Succeeded" && applied.code !== 0) {
    return "refused by both";
  }
  const differences = [...compareEnds(answer, applied), ...compareWrites(writes)];
  return differences.length === 0 ? "same order" : differences;
}

const flags = [
  "--release=judged",
  "--compat=argocd",
  "--timeout=120s",
  "--max-prune=1000",
  "--allow-prune=pvcs",
];

/** The name of an object with the namespace that makes it unique. */
function fullName(id: string, { namespace }: Side): string {
  return nameIn(id).replaceAll("NS", namespace);
}

function remember(writes: readonly Write[], written: Map<string, string>): void {
  for (const { id, path, verb } of writes) {
    if (verb === "apply") {
      written.set(path, id);
    }
  }
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
