import test from "ava";

import { runRecorded } from "../../../fixtures/recording-shell.ts";

const eight = "fixtures/modules/graph";

test("the graph as JSON is one document with groups, waits and missing modules", async (t) => {
  const { stdout, code } = await runRecorded(["modules", "graph", `${eight}/prometheus`, "-o", "json"]);
  t.is(code, 1);
  const document = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  t.like(document, {
    apiVersion: "converge.dev/v1",
    kind: "ModuleGraph",
    groups: [],
    never: ["prometheus"],
    loops: [],
  });
  t.regex(stdout, /"missing": \[\n +\{\n +"module": "operator-prometheus",\n +"optional": false/);
  const whole = await runRecorded(["modules", "graph", eight, "-o", "json"]);
  const { groups, modules, never } = JSON.parse(whole.stdout) as {
    groups: readonly (readonly string[])[];
    modules: readonly { name: string; group: number; waitsFor: readonly { on: string }[] }[];
    never: readonly string[];
  };
  t.deepEqual(never, []);
  t.deepEqual(groups.flat().toSorted(), modules.map(({ name }) => name).toSorted());
  for (const { group, waitsFor } of modules) {
    t.true(waitsFor.every(({ on }) => (modules.find(({ name }) => name === on)?.group ?? 0) < group));
  }
});
