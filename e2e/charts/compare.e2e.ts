/**
 * Applies the same chart with Helm and with converge, step by step: both namespaces have the same objects
 * afterwards.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

import test, { type ExecutionContext } from "ava";

import { runConverge } from "../apply/run-converge.ts";
import { testCluster, type TestCluster } from "../control-plane/test-cluster.ts";
import { callHelm, rendererPath } from "./renderers.ts";
import { type Deployed, stateOf } from "./namespace-state.ts";
import { copyChart, scenarioOf, type Step } from "./scenario.ts";

/**
 * A namespace with a copy of the chart, and a function for each step of the release. Steps return their whole
 * output.
 */
interface Side extends Deployed {
  readonly turn: (step: Step) => Promise<{ readonly code: number; readonly said: string }>;
}

async function placeOf(
  t: ExecutionContext,
  chart: string,
  cluster: TestCluster,
): Promise<Deployed & { readonly copy: string }> {
  const namespace = await cluster.createNamespace(t);
  const group = `${namespace}.example.com`;
  t.teardown(async () => {
    for (const plural of ["shelves", "books"]) {
      await cluster.api(
        "DELETE",
        `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${plural}.${group}`,
      );
    }
  });
  return { namespace, group, copy: copyChart(t, chart, group) };
}

async function helmSide(t: ExecutionContext, chart: string, cluster: TestCluster): Promise<Side> {
  const { copy, ...place } = await placeOf(t, chart, cluster);
  const home = ["-n", place.namespace, "--wait", "--timeout", "4m"];
  return {
    ...place,
    turn: (step) => {
      const values = step.values === undefined ? [] : ["--values", join(copy, step.values)];
      const words: Readonly<Record<Step["do"], readonly string[]>> = {
        install: ["install", "shop", copy, ...values],
        upgrade: ["upgrade", "shop", copy, ...values],
        rollback: ["rollback", "shop", String(step.to)],
        uninstall: ["uninstall", "shop"],
      };
      return callHelm([...words[step.do], ...home], cluster.kubeconfig);
    },
  };
}

async function convergeSide(t: ExecutionContext, chart: string, cluster: TestCluster): Promise<Side> {
  const { copy, ...place } = await placeOf(t, chart, cluster);
  const path = await rendererPath();
  const home = ["--release", "shop", "-n", place.namespace];
  return {
    ...place,
    turn: async (step) => {
      const values = step.values === undefined ? [] : ["--values", join(copy, step.values)];
      // As in Helm, without limits on pruning.
      const apply = ["apply", copy, ...values, "--max-prune", "100%", "--allow-prune", "all"];
      const words: Readonly<Record<Step["do"], readonly string[]>> = {
        install: apply,
        upgrade: apply,
        rollback: ["rollback", String(step.to), "--max-prune", "100%", "--allow-prune", "all"],
        uninstall: ["delete"],
      };
      const { code, stdout, stderr } = await runConverge([...words[step.do], ...home], {
        kubeconfig: cluster.kubeconfig,
        path,
      });
      return { code, said: stdout + stderr };
    },
  };
}

type State = Awaited<ReturnType<typeof stateOf>>;

/** The part of a state that is different or missing in another, to be shown in a failure. */
function unlike(state: State = {}, other: State = {}): State {
  return Object.fromEntries(
    Object.entries(state).filter(([name, object]) => !isDeepStrictEqual(object, other[name])),
  );
}

for (const chart of readdirSync("fixtures/charts")) {
  test(`${chart} results in the same objects with helm and with converge after every step`, async (t) => {
    t.timeout(300_000);
    const cluster = await testCluster();
    await rendererPath();
    const sides = await Promise.all([helmSide(t, chart, cluster), convergeSide(t, chart, cluster)]);
    for (const [index, step] of scenarioOf(chart).entries()) {
      const turn = `turn ${index + 1}, ${step.do} ${step.values ?? ""}`;
      const [byHelm, byConverge] = await Promise.all(sides.map((side) => side.turn(step)));
      t.is(byHelm?.code === 0, step.fails !== true, `${turn}: ${byHelm?.said ?? ""}`);
      t.is(byConverge?.code === 0, step.fails !== true, `${turn}: ${byConverge?.said ?? ""}`);
      const [expected, found] = await Promise.all(sides.map((side) => stateOf(side, cluster)));
      t.deepEqual(unlike(found, expected), unlike(expected, found), turn);
    }
  });
}
