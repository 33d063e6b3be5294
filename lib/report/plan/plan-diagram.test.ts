import test from "ava";

import { samplePlan, shop } from "../../../fixtures/sample-plan.ts";
import { planDot } from "./plan-dot.ts";
import { planMermaid } from "./plan-mermaid.ts";

const small = samplePlan({
  groups: [
    { objects: ["v1 Secret a/login"] },
    {
      weight: 5,
      after: [1],
      objects: [
        {
          object: "apps/v1 Deployment a/web",
          waitsFor: [
            { on: "/namespaces/a/Secret/login", until: "present", rule: "reference" },
            { on: "/namespaces/x/Service/out", external: true },
          ],
        },
      ],
    },
  ],
});

test("DOT has a cluster for each group and an arrow for each edge", (t) => {
  t.is(
    planDot(small),
    String.raw`digraph plan {
  rankdir=LR;
  compound=true;
  node [shape=box, style="rounded,filled", fillcolor=white, fontname="Helvetica", fontsize=11];
  edge [fontname="Helvetica", fontsize=9, color="#555555", fontcolor="#555555"];
  graph [fontname="Helvetica", fontsize=12, style="rounded,filled", color="#c8ccd4", fillcolor="#f4f5f7"];
  subgraph cluster_1 {
    label="group 1 · weight 0";
    n0 [label="Secret\nlogin\na", tooltip="/namespaces/a/Secret/login"];
  }
  subgraph cluster_2 {
    label="group 2 · weight 5 · after 1";
    n1 [label="Deployment\nweb\na", tooltip="apps/namespaces/a/Deployment/web"];
  }
  n2 [label="/namespaces/x/Service/out\nexternal", style="rounded,dashed"];
  n0 -> n1 [label="reference", style=dashed];
  n2 -> n1 [label="depends-on", style=solid];
  n0 -> n1 [ltail=cluster_1, lhead=cluster_2, style=bold, color="#b0b4bc"];
}
`,
  );
});

test("Mermaid has a subgraph for each group and an arrow for each edge", (t) => {
  t.is(
    planMermaid(small),
    `flowchart LR
  subgraph g1["group 1, weight 0"]
    n0["Secret<br/>login<br/>a"]
  end
  subgraph g2["group 2, weight 5, after 1"]
    n1["Deployment<br/>web<br/>a"]
  end
  n2(["/namespaces/x/Service/out<br/>external"])
  n0 -.->|"reference"| n1
  n2 -->|"depends-on"| n1
  g1 --> g2
`,
  );
});

const hostile = samplePlan({ groups: [{ objects: ['x/v1 K"i]nd[ a/end<b>&\\G"]\n#`日本'] }] });

test("hostile names stay inside quotes in DOT", (t) => {
  const label = planDot(hostile)
    .split("\n")
    .find((line) => line.includes("n0 ["));
  t.is(
    label,
    String.raw`    n0 [label="K\"i]nd[\nend<b>&amp;\\G\"]\\x0a#` +
      String.raw`${"`"}日本\na", tooltip="x/namespaces/a/K\"i]nd[/end<b>&amp;\\G\"]\\x0a#${"`"}日本"];`,
  );
});

test("hostile names become entity codes in Mermaid", (t) => {
  const label = planMermaid(hostile)
    .split("\n")
    .find((line) => line.includes("n0["));
  t.is(label, `    n0["K#34;i#93;nd#91;<br/>end#60;b#62;#38;#92;G#34;#93;#92;x0a#35;#96;日本<br/>a"]`);
});

test("DOT and Mermaid show stages, hooks, moved, freed and external objects", (t) => {
  for (const text of [planDot(shop), planMermaid(shop)]) {
    for (const words of [
      "crds",
      "hook pre-install",
      "moved for batch",
      "freed from its weight",
      "external",
    ]) {
      t.true(text.includes(words), words);
    }
  }
});
