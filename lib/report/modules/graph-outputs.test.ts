import { createHash } from "node:crypto";

import test from "ava";

import {
  type GraphModule,
  type ModuleGraph,
  moduleGraph,
  graphFaults,
} from "../../modules/rules/start/module-graph.ts";
import { moduleRequirement, noRequirements } from "../../modules/rules/requirement/requirements.ts";
import { graphDot } from "./graph-dot.ts";
import { graphHtml } from "../../web/plan-page/modules-graph-html.ts";
import { graphMermaid } from "./graph-mermaid.ts";
import { graphTable } from "./graph-table.ts";

/** The fields of a module that a test sets. */
interface Sample {
  readonly name: string;
  readonly weight?: number;
  readonly isCritical?: boolean;
  readonly needs?: readonly string[];
}

function sample({ name, weight = 900, isCritical = false, needs = [] }: Sample): GraphModule {
  const modules = needs.map((need) =>
    need.startsWith("?")
      ? moduleRequirement(need.slice(1), ">= 1 !optional")
      : moduleRequirement(need, ">= 1"),
  );
  const requirements = { ...noRequirements, modules };
  const originOf = (needed: string): { file: string; line: number } => ({
    file: `${name}/module.yaml`,
    line: 1 + needs.indexOf(needed),
  });
  return { name, weight, isCritical, requirements, version: "", originOf };
}

function graphOf(...modules: readonly Sample[]): ModuleGraph {
  return moduleGraph(modules.map(sample));
}

const plain = { color: false, width: undefined };

test("arrows between groups of modules that are ordered by weight meet in one node", (t) => {
  const graph = graphOf(
    { name: "a", weight: 1, isCritical: true },
    { name: "b", weight: 1 },
    { name: "c", weight: 2 },
    { name: "d", weight: 2 },
  );
  t.deepEqual(graphDot(graph).trimEnd().split("\n").slice(-6), [
    '  n4 [label="weight", shape=plaintext, style="", fontsize=9];',
    "  n0 -> n4 [style=solid];",
    "  n1 -> n4 [style=dashed];",
    "  n4 -> n2 [style=dashed];",
    "  n4 -> n3 [style=dashed];",
    "}",
  ]);
  t.deepEqual(graphMermaid(graph).trimEnd().split("\n").slice(-5), [
    '  n4(("weight"))',
    "  n0 --> n4",
    "  n1 -.-> n4",
    "  n4 -.-> n2",
    "  n4 -.-> n3",
  ]);
});

test("only a few of many modules that are waited for by weight are named", (t) => {
  const graph = graphOf(...["a", "b", "c", "d", "e"].map((name) => ({ name, weight: 1 })), {
    name: "late",
    weight: 2,
  });
  t.regex(graphTable(graph, plain), /late +2 +a, b, c and 2 more until ended \(weight\)\n/);
});

test("a dependency on a critical module is listed and drawn once", (t) => {
  const graph = graphOf({ name: "a", isCritical: true }, { name: "b", needs: ["a"] });
  t.regex(graphTable(graph, plain), /b +\(900\) +a >= 1 until ready\n\n2 modules/);
  t.is(graphDot(graph).split(" -> ").length, 2);
});

test("the table is coloured on a terminal with colours", (t) => {
  const graph = graphOf({ name: "a", needs: ["x"] });
  t.true(graphTable(graph, { color: true, width: undefined }).includes("\u001B["));
});

/**
 * The attack by each name: to end a script, to begin a comment, to end quotes, to send escape sequences, to
 * reverse a line.
 */
const hostileNames = [
  "</script><script>alert(1)</script>",
  "<!--\u2028",
  'a"]; n9 [label="b\\',
  "\u001B[31mred\nline",
  "\u202Edesrever",
  "__proto__",
  "end",
];
const hostile = graphOf(...hostileNames.map((name, index) => ({ name, weight: index })), {
  name: "needs",
  needs: [...hostileNames, '"missing"]<b>', "?`optional`"],
});

test("control characters in module names are escaped in every text output", (t) => {
  for (const text of [
    graphTable(hostile, plain),
    graphTable(hostile, { color: false, width: 20 }),
    graphDot(hostile),
    graphMermaid(hostile),
  ]) {
    // oxlint-disable-next-line no-control-regex -- control characters are what this looks for.
    t.notRegex(text, /[\u0000-\u0009\u000B-\u001F\u2028\u202E]/);
    t.true(text.includes("desrever") && text.includes("proto"));
  }
});

test("hostile module names stay inside quotes in DOT, and become entity codes in Mermaid", (t) => {
  t.true(graphDot(hostile).includes(String.raw`[label="a\"]; n9 [label=\"b\\\nweight 2"]`));
  t.true(graphDot(hostile).includes(String.raw`[label="\"missing\"]<b>\nmissing"`));
  t.true(graphMermaid(hostile).includes(`["a#34;#93;#59; n9 #91;label#61;#34;b#92;<br/>weight 2"]`));
});

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start) + start.length;
  return text.slice(from, text.indexOf(end, from));
}

test("a module name cannot end the element that holds the data of the page", (t) => {
  const page = graphHtml(hostile, graphFaults(hostile));
  t.is(page.split("</script>").length, 3);
  t.is(page.split("<script").length, 3);
  t.false(page.includes("<!--") || page.includes("\u2028") || page.includes("\u202E"));
});

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

test("the page allows only its own script and style, and refers to no other file", (t) => {
  const page = graphHtml(hostile, []);
  t.is(
    between(page, 'Content-Security-Policy" content="', '"'),
    `default-src 'none'; style-src ${hashOf(between(page, "<style>", "</style>"))}; ` +
      `script-src ${hashOf(between(page, "<script>", "</script>"))}; base-uri 'none'; form-action 'none'`,
  );
  t.notRegex(page, /<link|<img|<iframe|\ssrc=|\shref=|url\(|@import/);
  t.is(page, graphHtml(hostile, []));
});

test("the page contains every module, requirement and diagnostic, with missing modules and those that never start", (t) => {
  const graph = graphOf(
    { name: "cni", weight: 10, isCritical: true },
    { name: "web", needs: ["cni", "dns", "?mesh"] },
    { name: "a", needs: ["b"] },
    { name: "b", needs: ["a"] },
  );
  const data = JSON.parse(between(graphHtml(graph, graphFaults(graph)), 'id="plan">', "</script>"));
  t.is(data.summary, "4 modules in 1 group, 3 never start");
  t.deepEqual(
    data.lanes.map((lane: { title: string }) => lane.title),
    ["Missing", "Group 1", "Never"],
  );
  t.deepEqual(
    data.objects.map((object: { name: string; lane: number; badge: string }) => [
      object.name,
      object.lane,
      object.badge,
    ]),
    [
      ["cni", 1, "critical"],
      ["a", 2, ""],
      ["b", 2, ""],
      ["web", 2, ""],
      ["dns", 0, "missing"],
    ],
  );
  t.deepEqual(data.objects[3].facts, [
    ["weight", "(900), ignored: requirements decide the order"],
    ["waits for", "cni >= 1 until ready"],
    ["requires", "dns >= 1 missing"],
    ["requires", "mesh >= 1 absent (optional)"],
  ]);
  t.deepEqual(
    data.arrows.map((arrow: { first: number; second: number; because: string; origin: string }) => [
      arrow.first,
      arrow.second,
      arrow.because,
      arrow.origin,
    ]),
    [
      [2, 1, "requirements.modules.b: >= 1", "a/module.yaml:1"],
      [1, 2, "requirements.modules.a: >= 1", "b/module.yaml:1"],
      [0, 3, "requirements.modules.cni: >= 1", "web/module.yaml:1"],
      [4, 3, "requirements.modules.dns: >= 1", "web/module.yaml:2"],
    ],
  );
  t.deepEqual(
    data.diagnostics.map((one: { object: number; text: string }) => [one.object, one.text.split(":")[0]]),
    [
      [1, "these modules depend on each other, so none of them starts"],
      [3, "web needs the module dns, which is missing"],
    ],
  );
});

/** A thousand modules with the same fields. */
function thousand(start: string, fields: Omit<Sample, "name">): readonly Sample[] {
  return Array.from({ length: 1000 }, (_, index) => ({ name: `${start}${String(index)}`, ...fields }));
}

const bounded = test.macro({
  title: (_, what: string) => `${what} have outputs of bounded size`,
  exec: (t, _what: string, modules: readonly Sample[]) => {
    const graph = graphOf(...modules);
    const outputs = [graphTable(graph, plain), graphDot(graph), graphMermaid(graph), graphHtml(graph, [])];
    for (const text of outputs) {
      t.true(text.length < 1_500_000, String(text.length));
    }
  },
});
test(bounded, "a thousand modules behind a thousand of a lower weight", [
  ...thousand("a", { weight: 1 }),
  ...thousand("b", { weight: 2 }),
]);
test(bounded, "a thousand critical modules before a thousand with requirements", [
  ...thousand("a", { weight: 1, isCritical: true }),
  ...thousand("b", { needs: ["a0"] }),
]);
