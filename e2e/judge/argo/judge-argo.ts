/**
 * Compares the order of `converge apply --compat=argocd` with that of the sync engine of Argo CD, by the
 * audit log of the control plane of the tests: the engine syncs a set into one namespace, converge applies
 * it to another one; then both a second set, so that objects are changed and pruned and hooks replaced;
 * then both delete everything. Hooks of deletions and the order of whole applications are the work of Argo
 * CD's controller, not of its engine, and are not compared.
 */
import { join } from "node:path";

import { repeatUntilTeardown } from "../../control-plane/background-loop.ts";
import type { TestCluster } from "../../control-plane/test-cluster.ts";
import {
  isSelected,
  type OrderCase,
  type OrderSelection,
  type OrderVerdict,
  worstOf,
} from "../order/order-verdict.ts";
import { writtenKind } from "../order/published-sets.ts";
import type { CaseMaker } from "./argo-case.ts";
import type { ArgoEngine } from "./argo-engine.ts";
import { scaledToZero } from "./kinds.ts";
import { manifestCases } from "./manifest-cases.ts";
import { compareSync, type Side, type SyncName } from "./one-sync.ts";
import { randomCase } from "./random-case.ts";
import { ruleCases } from "./rule-cases.ts";

/** The context of a comparison. */
export interface ArgoWorkshop {
  readonly cluster: TestCluster;
  /** The engines that are free: one for each set that is judged at once. */
  readonly engines: ArgoEngine[];
  /** The folder for manifests. */
  readonly folder: string;
}

/** Cases of one rule each, then those made of manifests, then random ones. */
export function argoCases(selection: OrderSelection, workshop: ArgoWorkshop): readonly OrderCase[] {
  const { cases, seed, manifests, layouts } = selection;
  const named: readonly (readonly [string, CaseMaker])[] = [
    ...Object.entries(ruleCases),
    ...(manifests === undefined ? [] : manifestCases(manifests, { seed, layouts })),
    ...Array.from({ length: cases }, (_, index) => [String(index), randomCase("argo", seed, index)] as const),
  ];
  return named
    .filter(([name]) => isSelected(name, selection))
    .map(([name, maker]) => ({ name, judge: () => judge(name, maker, workshop) }));
}

async function judge(name: string, maker: CaseMaker, workshop: ArgoWorkshop): Promise<OrderVerdict> {
  const engine = workshop.engines.pop();
  if (engine === undefined) {
    throw new Error("more sets are judged at once than there are engines");
  }
  try {
    return await judgeWith(engine, { name, maker }, workshop);
  } finally {
    workshop.engines.push(engine);
  }
}

async function judgeWith(
  engine: ArgoEngine,
  { name, maker }: { readonly name: string; readonly maker: CaseMaker },
  { cluster, folder: base }: ArgoWorkshop,
): Promise<OrderVerdict> {
  await using stack = new AsyncDisposableStack();
  const t = { teardown: (end: () => unknown): void => stack.defer(async () => void (await end())) };
  const open = async (tool: string): Promise<Side> => {
    const namespace = await cluster.createNamespace(t);
    await cluster.api("POST", `/apis/apps/v1/namespaces/${namespace}/deployments`, scaledToZero);
    const folder = join(base, name.replaceAll(/\W+/g, "-"), namespace);
    return { namespace, sets: maker(namespace), folder, agent: `${tool}/` };
  };
  const sides = [await open("argo-engine"), await open("converge")] as const;
  if (sides[0].sets.first.some((object) => writtenKind(object) === "Ingress")) {
    serveIngresses(
      t,
      cluster,
      sides.map(({ namespace }) => namespace),
    );
  }
  const written = new Map<string, string>();
  stack.defer(async () => {
    for (const [path] of [...written].filter(([, id]) => id.includes("//"))) {
      await cluster.api("DELETE", path);
    }
  });
  const syncs: readonly SyncName[] =
    sides[0].sets.second === undefined ? ["first", "deletion"] : ["first", "second", "deletion"];
  const verdicts: OrderVerdict[] = [];
  for (const sync of syncs) {
    if (
      verdicts.every(({ agreement }) => agreement === "same order" || agreement === "declared difference")
    ) {
      verdicts.push(await compareSync(sync, sides, { cluster, engine, written }));
    }
  }
  return worstOf(verdicts);
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
