import test from "ava";

import { nameOrigin } from "../../manifest/locate-field.ts";
import { formatOrigin, type SourceText } from "../../object/diagnostic/source-text.ts";
import { plan } from "../../offline.ts";
import { originOf } from "../../plan/plan.ts";
import { PlanAssembly, planPieces } from "./plan-pieces.ts";

function item(name: string): string {
  return `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "${name}"}}`;
}

test("objects of a large document keep their start position and the facts about their file", (t) => {
  const names = Array.from({ length: 1500 }, (_, index) => String(index));
  const yaml = names.map((name) => `- ${item(`y${name}`)}\n`).join("");
  const json = names.map((name) => item(`j${name}`)).join(",\n");
  const sources: readonly SourceText[] = [
    { name: "crds/list.yaml", text: `apiVersion: v1\nkind: List\nitems:\n${yaml}`, isChartCrds: true },
    { name: "list.json", text: `{"apiVersion": "v1", "kind": "List", "items": [\n${json}]}` },
  ];
  const planned = plan({ sources });
  const assembly = new PlanAssembly(planned.plan, sources);
  for (const piece of planPieces(planned.plan, sources)) {
    assembly.add(structuredClone(piece));
  }
  const { groups } = assembly.finish(false).plan;
  const manifests = groups.flatMap(({ objects }) => objects.map(({ manifest }) => manifest));
  const placeOf = (name: string): string =>
    manifests.flatMap((one) => (one.name === name ? formatOrigin(nameOrigin(one)) : [])).join(" ");
  t.is(placeOf("y1499"), "crds/list.yaml:1503:3");
  t.is(placeOf("j1499"), "list.json:1501:1");
  t.is(manifests.filter(({ document }) => document.source.isChartCrds).length, 1500);
});

test("an edge keeps its reason and the origin of its configuration", (t) => {
  const text = `apiVersion: kapp.k14s.io/v1alpha1
kind: Config
changeRuleBindings:
- rules: [upsert after upserting change-groups.kapp.k14s.io/serviceaccount]
  resourceMatchers: [{ apiVersionKindMatcher: { apiVersion: v1, kind: ConfigMap } }]
---
${item("env")}
---
apiVersion: v1
kind: ServiceAccount
metadata: { name: web }
`;
  const sources = [{ name: "set.yaml", text }];
  const planned = plan({ sources });
  const assembly = new PlanAssembly(planned.plan, sources);
  for (const piece of planPieces(planned.plan, sources)) {
    assembly.add(structuredClone(piece));
  }
  const objects = assembly.finish(false).plan.groups.flatMap((group) => group.objects);
  const [wait] = objects.flatMap(({ waitsFor }) => waitsFor);
  t.is(wait?.cause.reason, "upsert after upserting change-groups.kapp.k14s.io/serviceaccount");
  t.is(wait && formatOrigin(originOf(wait.cause)), "set.yaml:4:11");
});
