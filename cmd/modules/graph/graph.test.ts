import { readFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import { type Recorded, runRecorded } from "../../../fixtures/recording-shell.ts";

const eight = "fixtures/modules/graph";

const golden = test.macro({
  title: (_, format: string) => `the graph of eight modules as ${format} matches the golden file`,
  exec: async (t, format: string, file: string) => {
    const { code, stdout, stderr } = await runRecorded(["modules", "graph", eight, "-o", format]);
    t.is(stderr, "");
    t.is(code, 0);
    t.is(stdout, readFileSync(join(eight, file), "utf8"));
  },
});
test(golden, "table", "graph.txt");
test(golden, "dot", "graph.dot");
test(golden, "mermaid", "graph.mmd");

test("docs/modules/start-order.md contains the table of the golden file", (t) => {
  const page = readFileSync("docs/modules/start-order.md", "utf8");
  t.true(page.includes(readFileSync(join(eight, "graph.txt"), "utf8").trimEnd()));
});

/** A ModuleRelease; `needs` are `name: constraint`. */
interface Release {
  readonly module: string;
  readonly version?: string;
  readonly weight?: number;
  readonly phase?: string;
  readonly needs?: Readonly<Record<string, string>>;
}

function releases(...all: readonly Release[]): string {
  const items = all.map(({ module, version = "1.0.0", weight, phase = "Deployed", needs = {} }, index) => ({
    apiVersion: "deckhouse.io/v1alpha1",
    kind: "ModuleRelease",
    metadata: { name: `release-${String(index)}-v${version}` },
    spec: { moduleName: module, version, weight, requirements: { modules: needs } },
    status: { phase },
  }));
  return JSON.stringify({ apiVersion: "v1", kind: "List", items });
}

function graphOf(stdin: string, ...flags: readonly string[]): Promise<Recorded> {
  return runRecorded(["modules", "graph", "-", ...flags], { stdin });
}

test("the Deployed release of a module is used, or else the one with the highest version", async (t) => {
  const stdin = releases(
    { module: "shop", version: "1.1.0", weight: 11 },
    { module: "shop", version: "1.2.0", weight: 12, phase: "Pending" },
    { module: "web", version: "1.9.0", weight: 19, phase: "Superseded" },
    { module: "web", version: "1.10.0", weight: 20, phase: "Pending" },
  );
  const { code, stdout } = await graphOf(stdin);
  t.is(code, 0);
  t.is(
    stdout,
    `GROUP  MODULE  VERSION  WEIGHT  WAITS FOR
1      shop    1.1.0    11
2      web     1.10.0   20      shop until ended (weight)

2 modules in 2 groups
`,
  );
});

test("a module.yaml takes precedence over releases of its module, and releases over --installed", async (t) => {
  const stdin = releases({ module: "cni-cilium", weight: 7 }, { module: "web", weight: 8, version: "2.0.0" });
  const { stdout } = await runRecorded(
    ["modules", "graph", `${eight}/cni-cilium`, "-", "--installed", "web=1.0.0,dns", "--installed", "ntp=v3"],
    { stdin },
  );
  t.is(
    stdout,
    `GROUP  MODULE      VERSION  WEIGHT       WAITS FOR
1      web         2.0.0    8

2      cni-cilium           21 critical  web until ended (weight)

3      dns                  900          cni-cilium until ready (critical)
       ntp         v3       900          cni-cilium until ready (critical)

4 modules in 3 groups
`,
  );
});

/** A Module object with the given properties. */
function asModule(name: string, properties: object, enabled = "True"): object {
  return {
    apiVersion: "deckhouse.io/v1alpha1",
    kind: "Module",
    metadata: { name },
    properties,
    status: { conditions: [{ type: "EnabledByModuleManager", status: enabled }] },
  };
}

test("Module objects mark critical releases and add embedded modules, unless they are disabled", async (t) => {
  const modules = [
    asModule("shop", { critical: true, source: "example" }),
    asModule("dns", { source: "Embedded", weight: 30 }),
    asModule("off", { source: "Embedded", weight: 1 }, "False"),
    asModule("offered", { source: "example", weight: 1 }),
    {
      apiVersion: "example.com/v1",
      kind: "Module",
      metadata: { name: "other" },
      properties: { source: "Embedded" },
    },
  ];
  const stdin = `${releases({ module: "shop", weight: 10 })}\n${modules.map((one) => JSON.stringify(one)).join("\n")}`;
  const { stdout } = await graphOf(stdin);
  t.regex(stdout, /1 +shop +1\.0\.0 +10 critical\n2 +dns +30 +shop until ready \(critical\)\n\n2 modules/);
});

test("a required module that is missing is shown, reported with its location, and fails", async (t) => {
  const file = `${eight}/prometheus/module.yaml`;
  const { code, stdout, stderr } = await runRecorded(["modules", "graph", file]);
  t.is(code, 1);
  t.regex(stdout, /operator-prometheus >= 1\.0\.0 missing\n.*test >v0\.22\.1 absent \(optional\)/);
  t.regex(
    stderr,
    /^fixtures\/modules\/graph\/prometheus\/module\.yaml:6:5: error: prometheus needs the module operator-prometheus, which is missing: .*\[SettingInvalid\]/,
  );
});

test("modules with a missing requirement, and modules that require them, never start", async (t) => {
  const { stdout } = await graphOf(
    releases(
      { module: "above", needs: { web: ">= 1" } },
      { module: "beside", needs: { web: ">= 1 !optional" } },
      { module: "free" },
      { module: "web", needs: { dns: ">= 1", free: ">= 1" } },
    ),
  );
  t.is(
    stdout,
    `GROUP  MODULE  VERSION  WEIGHT  WAITS FOR
1      beside  1.0.0    900     web >= 1 absent (optional)
       free    1.0.0    900

never  above   1.0.0    (900)   web >= 1 until ready
       web     1.0.0    (900)   free >= 1 until ready
                                dns >= 1 missing

4 modules in 1 group, 2 never start
`,
  );
});

test("a module of --installed satisfies a requirement", async (t) => {
  const words = ["modules", "graph", `${eight}/prometheus`, "--installed", "operator-prometheus"];
  const { code, stdout } = await runRecorded(words);
  t.is(code, 0);
  t.regex(
    stdout,
    /1 +operator-prometheus +900\n2 +prometheus +\(300\) +operator-prometheus >= 1\.0\.0 until ready\n/,
  );
});

test("an optional requirement on a missing module is not an error", async (t) => {
  const { code, stdout, stderr } = await graphOf(
    releases({ module: "web", needs: { test: ">= 1 !optional" } }),
  );
  t.is(code, 0);
  t.is(stderr, "");
  t.regex(stdout, /web +1\.0\.0 +900 +test >= 1 absent \(optional\)/);
});

const looping = releases(
  { module: "a", needs: { b: ">= 1" } },
  { module: "b", needs: { a: ">= 2 !optional" } },
  { module: "behind", needs: { a: ">= 1" } },
  { module: "free" },
);

test("a dependency loop is reported, its modules and their dependents never start, and the others are ordered", async (t) => {
  const { code, stdout, stderr } = await graphOf(looping);
  t.is(code, 1);
  t.regex(
    stderr,
    /error: these modules depend on each other, so none of them starts: a → b → a; .*\[Cycle\]/,
  );
  t.regex(stderr, /<stdin>:1:\d+: b needs a >= 2, if present\n/);
  t.is(
    stdout,
    `GROUP  MODULE  VERSION  WEIGHT  WAITS FOR
1      free    1.0.0    900

never  a       1.0.0    (900)   b >= 1 until ready
       b       1.0.0    (900)   a >= 2 until ready (optional)
       behind  1.0.0    (900)   a >= 1 until ready

4 modules in 1 group, 3 never start
`,
  );
});

test("a dependency loop is drawn in a subgraph of its own", async (t) => {
  t.regex(
    (await graphOf(looping, "-o", "dot")).stdout,
    /label="never: a loop, or a missing requirement";\n {4}n1 \[label="a\\n/,
  );
  t.regex(
    (await graphOf(looping, "-o", "mermaid")).stdout,
    /subgraph g2\["never: a loop, or a missing requirement"\]\n {4}n1\["a<br/,
  );
});

const refused = test.macro({
  title: (_, what: string) => `${what} is rejected with exit code 2 and no graph`,
  exec: async (t, _what: string, stdin: string, message: RegExp) => {
    const { code, stdout, stderr } = await graphOf(stdin);
    t.is(code, 2);
    t.is(stdout, "");
    t.regex(stderr, message);
  },
});
test(
  refused,
  "an input without modules",
  "apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\n",
  /\[NothingToPlan\]/,
);
test(refused, "an empty input", "", /\[NothingToPlan\]/);
test(refused, "a text that is not YAML", "apiVersion: [", /\[YamlSyntax\]/);
test(
  refused,
  "a module.yaml with a wrong constraint",
  'name: a\nrequirements:\n  deckhouse: ">="\n',
  /<stdin>:3:\d+: error/,
);

test("a release with an invalid version is skipped with a warning", async (t) => {
  const stdin = releases({ module: "a" }, { module: "b", version: "latest" });
  const { code, stdout, stderr } = await graphOf(stdin);
  t.is(code, 0);
  t.regex(stderr, /warning: the release release-1-vlatest is ignored/);
  t.regex(stdout, /\n1 module in 1 group\n/);
});

test("--installed without a module name is rejected", async (t) => {
  const { code, stderr } = await runRecorded(["modules", "graph", "-", "--installed", "=v1"]);
  t.is(code, 2);
  t.regex(stderr, /write NAME or NAME=VERSION/);
});

test("on a narrow terminal the graph is a list that fits the width", async (t) => {
  const { stdout } = await runRecorded(["modules", "graph", eight, "--color", "never"], { terminal: 44 });
  t.true(
    stdout.split("\n").every((line) => line.length <= 44),
    stdout,
  );
  t.true(
    stdout.includes(`
  prometheus weight (300)
    waits for operator-prometheus >= 1.0.0
      until ready
    requires test >v0.22.1 absent (optional)
    waits for node-manager until ready
      (critical)
`),
    stdout,
  );
});
