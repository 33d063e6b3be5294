import test from "ava";

import { openFleet } from "./fleet.ts";
import { line, textOf } from "./sidecar.ts";
import { configMap, readyAt } from "./sync-site.ts";

const brackets = "[".repeat(2 ** 20);
/** Anchors need the exact parser, which takes hundreds of bytes for each word. */
const anchors = "- &a {b: c}\n".repeat(120_000);

test("files that cannot be parsed within the limits fail only their own unit, with their name", async (t) => {
  const { repository, configure, beginFleet } = await openFleet(t);
  configure([{ name: "deep" }, { name: "large" }, { name: "healthy" }]);
  const commit = await repository.commit({
    "deep/a.yaml": brackets,
    "large/b.yaml": anchors,
    "healthy/env.yaml": configMap("env"),
  });
  const sidecar = beginFleet();
  const stalled = async (unit: string): Promise<string> =>
    textOf(await sidecar.received(line("state", { unit, phase: "Stalled" }), 0));
  t.regex(await stalled("deep"), /^deep\/a\.yaml:1:501: nested deeper than 500 levels/);
  t.regex(
    await stalled("large"),
    /^large\/b\.yaml:\d+.*: (?:the document is too large|reading this file takes)/,
  );
  await readyAt(sidecar, commit, "healthy");
});

/**
 * Validating each of these objects takes some tenths of a second, within the cost limits that an API server
 * has for rules.
 */
const endlessRules = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: endless.rules.example.com}
spec:
  group: rules.example.com
  scope: Namespaced
  names: {kind: Endless, plural: endless, singular: endless, listKind: EndlessList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              b:
                type: array
                maxItems: 10
                items:
                  type: object
                  properties: {a: {type: array, maxItems: 48, items: {type: integer}}}
                  x-kubernetes-validations: [{rule: "self.a.all(x, self.a.all(y, self.a.all(z, x + y + z > 0)))"}]
---
${Array.from(
  { length: 3000 },
  (_, index) => `apiVersion: rules.example.com/v1
kind: Endless
metadata: {name: e${index}}
spec: {b: [${Array.from({ length: 10 }, () => `{a: [${"1, ".repeat(47)}1]}`).join(", ")}]}
---
`,
).join("")}`;

test("a unit whose rules take minutes blocks no other, and continues with the next commit", async (t) => {
  const { repository, configure, beginFleet } = await openFleet(t);
  configure([{ name: "endless" }, { name: "healthy" }]);
  await repository.commit({ "endless/rules.yaml": endlessRules });
  const sidecar = beginFleet();
  await sidecar.received(line("state", { unit: "endless", phase: "Reconciling" }), 0);
  const meanwhile = await repository.commit({ "healthy/env.yaml": configMap("env") });
  await readyAt(sidecar, meanwhile, "healthy");
  const repaired = await repository.commit({ "endless/rules.yaml": configMap("mended") });
  t.is((await readyAt(sidecar, repaired, "endless"))["unit"], "endless");
});
