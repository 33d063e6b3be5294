import { join } from "node:path";

import test from "ava";

import { gadgetDefinition } from "../../fixtures/gadget-definition.ts";
import { type Recorded, runRecorded } from "../../fixtures/recording-shell.ts";
import { workInRepository } from "../../fixtures/working-repository.ts";

// Revisions are resolved in the repository of the working directory.
const repository = workInRepository(test);

const config = (name: string, text: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: shop\ndata:\n  text: "${text}"\n`;
const crd = gadgetDefinition("{ type: integer }");
const gadget = (size: number): string =>
  `apiVersion: example.com/v1\nkind: Gadget\nmetadata:\n  name: g\n  annotations: { config.kubernetes.io/depends-on: /namespaces/shop/ConfigMap/env }\nspec: { size: ${size} }\n`;

interface Written {
  readonly name: string;
  readonly more?: string;
  readonly path?: string;
}

function sync(units: readonly Written[], url = repository.url): string {
  const lines = units.map(
    ({ name, more = "", path = `apps/${name}` }) =>
      `  - { name: ${name}, source: { path: ${path} }${more === "" ? "" : `, ${more}`} }\n`,
  );
  return `apiVersion: converge.dev/v1\nkind: Sync\ndefaults: { source: { url: "${url}", ref: main }, namespace: shop }\nunits:\n${lines.join("")}`;
}

const tools = { name: "tools", more: "render: { values: [env/prod.yaml] }" };
const three: readonly Written[] = [{ name: "platform" }, { name: "shop" }, tools];
repository.write("deploy/sync.yaml", sync(three));
repository.write("apps/platform/all.yaml", [crd, config("env", "1")].join("---\n"));
repository.write("apps/shop/all.yaml", [gadget(1), config("cart", "1")].join("---\n"));
repository.write("apps/tools/Chart.yaml", "apiVersion: v2\nname: tools\nversion: 1.0.0\n");
repository.write("apps/tools/templates/a.yaml", config("tool", "{{ .Values.text }}"));
repository.write("env/prod.yaml", "text: a\n");
repository.commit();

/** Creates a branch with changed files. */
function branch(name: string, files: Readonly<Record<string, string>>): void {
  repository.git("checkout", "--quiet", "-b", name, "main");
  Object.entries(files).forEach(([path, text]) => repository.write(path, text));
  repository.commit();
  repository.git("checkout", "--quiet", "main");
}

branch("fields", {
  "apps/shop/all.yaml": [gadget(2), config("cart", "1")].join("---\n"),
  "env/prod.yaml": "text: b\n",
});
const moved = {
  "apps/shop/all.yaml": gadget(1),
  "apps/tools/templates/cart.yaml": config("cart", "2"),
};
branch("moved", moved);
branch("moved-force", {
  ...moved,
  "deploy/sync.yaml": sync([
    { name: "platform" },
    { name: "shop", more: "dependsOn: [tools]" },
    { ...tools, more: `${tools.more}, inventoryPolicy: force-adopt` },
  ]),
});
branch("moved-blocked", {
  ...moved,
  "deploy/sync.yaml": sync([{ name: "platform" }, { name: "shop", more: "dependsOn: [tools]" }, tools]),
});
branch("moved-kept", {
  ...moved,
  "deploy/sync.yaml": sync([{ name: "platform" }, { name: "shop", more: "prune: false" }, tools]),
});
branch("units", {
  "deploy/sync.yaml": sync([
    { name: "platform", more: "prune: false, render: { set: [password=hunter2] }" },
    tools,
    { name: "new", path: "apps/shop", more: "release: other" },
  ]),
});
branch("elsewhere", {
  "deploy/sync.yaml": sync(
    three.map(({ name }) => ({ name, more: "interval: 5m" })),
    "https://example.com/fleet.git",
  ),
});
branch("faulty", { "deploy/sync.yaml": sync([{ name: "shop", more: "prunes: false" }]) });
branch("broken", { "apps/shop/all.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {}\n" });

async function compare(line: string): Promise<Recorded> {
  const env = { PATH: process.env["PATH"], HOME: repository.folder };
  return runRecorded(["compare", ...line.split(" "), "--config", "deploy/sync.yaml"], { env });
}

const prints = test.macro<[line: string, headline: string, code?: number]>({
  title: (_, line, __, code = 1) => `compare ${line} --config prints its headline and exits with ${code}`,
  exec: async (t, line, headline, code = 1) => {
    const done = await compare(`-q ${line}`);
    t.is(done.stderr, "");
    t.is(done.stdout, `${headline}\n`);
    t.is(done.code, code);
  },
});
test(prints, "main", "no changes, 3 units", 0);
test(prints, "main fields", "3 units: 2 changed, 1 unchanged; 2 changed");
test(prints, "main...fields", "3 units: 2 changed, 1 unchanged; 2 changed");
test(prints, "main moved", "3 units: 2 changed, 1 unchanged; 1 moved between units");
test(prints, "main moved --fail-on prune", "3 units: 2 changed, 1 unchanged; 1 moved between units", 0);
test(prints, "main moved --fail-on recreate", "3 units: 2 changed, 1 unchanged; 1 moved between units");
test(prints, "main moved --fail-on moved", "3 units: 2 changed, 1 unchanged; 1 moved between units");
test(prints, "main fields --fail-on moved,units,recreate", "3 units: 2 changed, 1 unchanged; 2 changed", 0);
const unread = "no changes of objects, 3 units not compared";
test(prints, "main elsewhere", `3 units: 3 changed; ${unread}`);
test(prints, "main elsewhere --fail-on units", `3 units: 3 changed; ${unread}`);

test("each unit that differs has its own section, and unchanged units are not listed", async (t) => {
  const { stdout } = await compare("main fields");
  t.is(
    stdout,
    `Unit shop: 1 changed

change Gadget/g
  ~ spec.size: 1 → 2

Unit tools: 1 changed

change ConfigMap/tool
  ~ data.text: a → b

3 units: 2 changed, 1 unchanged; 2 changed
`,
  );
});

interface Moved {
  readonly ref: string;
  readonly from: string;
  readonly to: string;
  readonly outcome: string;
  readonly message: string;
  readonly changes: readonly { readonly field: string }[];
  readonly origin: { readonly file: string };
}

const moves = test.macro<[head: string, outcome: string, message: RegExp]>({
  title: (_, head, outcome) =>
    `an object that moves between units on branch ${head} is ${outcome}, and listed once`,
  exec: async (t, head, outcome, message) => {
    const { stdout } = await compare(`main ${head} -o json`);
    const document = JSON.parse(stdout) as {
      readonly moved: readonly Moved[];
      readonly units: readonly { readonly comparison: { readonly objects: readonly unknown[] } }[];
    };
    const [one] = document.moved;
    t.is(document.moved.length, 1);
    t.like(one, {
      ref: "/namespaces/shop/ConfigMap/cart",
      from: "shop",
      to: "tools",
      outcome,
      changes: [{ field: "data.text" }],
    });
    t.regex(one?.message ?? "", message);
    t.deepEqual(
      document.units.flatMap(({ comparison }) => comparison.objects),
      [],
    );
  },
});
test(moves, "moved", "recreated", /^shop deletes it, with its data, before tools creates it again/);
test(moves, "moved-force", "taken", /^tools takes it over \(force-adopt\) before shop prunes$/);
test(moves, "moved-blocked", "refused", /^tools fails while shop owns it, and shop waits for tools/);
test(moves, "moved-kept", "refused", /^shop goes on owning it \(it does not prune\), so tools fails/);

test("added and removed units and changed settings are shown, with chart values hidden", async (t) => {
  const { stdout } = await compare("main units");
  t.regex(stdout, /^Unit new: added unit, 4 new permissions\n/);
  t.regex(stdout, /^Unit platform: 2 settings\n {2}\+ prune: false\n.*set: \(hidden, changed\)$/m);
  t.regex(stdout, /^Unit shop: removed unit$/m);
  t.regex(stdout, /goes on owning it \(its release is left as it is\), so new fails/);
  t.notRegex(stdout, /hunter2/);
});

test("units whose manifests are in another repository are compared only by their settings", async (t) => {
  const { stdout } = await compare("main elsewhere");
  t.regex(stdout, /\(its manifests are in another repository, example\.com\/fleet: only its settings/);
  t.regex(stdout, /\+ interval: 5m/);
  t.notRegex(stdout, /ConfigMap/);
  const named = await compare("main elsewhere -q --repo-url https://example.com/fleet");
  t.is(named.stdout, `3 units: 3 changed; ${unread}\n`);
});

test("two directories are compared as one repository", async (t) => {
  const done = await runRecorded(["compare", ".", ".", "-q", "--config", "deploy/sync.yaml"], {
    env: { HOME: repository.folder },
  });
  t.is(done.stdout, "no changes, 3 units\n");
});

test.serial("paths of units are relative to the repository, whatever the working directory", async (t) => {
  const whole = await compare("main fields -o json");
  process.chdir(join(repository.folder, "apps/shop"));
  const words = ["compare", "main", "fields", "-o", "json", "--config", "../../deploy/sync.yaml"];
  const inside = await runRecorded(words, { env: { PATH: process.env["PATH"], HOME: repository.folder } });
  process.chdir(repository.folder);
  t.is(inside.stderr, "");
  t.is(
    inside.stdout.replaceAll('"../../apps', '"apps').replaceAll('"all.yaml', '"apps/shop/all.yaml'),
    whole.stdout,
  );
});

test("Markdown and GitHub output begin with the headline, and list moved objects", async (t) => {
  const line = "1 moved between units";
  const markdown = await compare("main moved -o markdown");
  t.regex(markdown.stdout, /^### converge: .*; 1 moved between units\n/);
  t.regex(markdown.stdout, /- \*\*moved, deleted and created again\*\* `ConfigMap\/cart`: `shop` → `tools`/);
  const github = await compare("main moved -o github");
  t.true(github.stdout.startsWith("::notice title=converge compare::") && github.stdout.includes(line));
  t.regex(github.stdout, /^::warning .*title=Moved between units::ConfigMap\/cart -n shop/m);
});

branch("outside", {
  "deploy/sync.yaml": sync([{ name: "tools", more: "render: { setFile: [text=/etc/hostname] }" }]),
});

test("a unit does not read files outside of the repository", async (t) => {
  const { code, stdout, stderr } = await compare("main outside");
  t.is(code, 2);
  t.is(stdout, "");
  t.regex(stderr, /^error: unit tools: "\/etc\/hostname" is an absolute path/);
});

test("a configuration with faults is rejected with their location", async (t) => {
  const { code, stderr } = await compare("main faulty");
  t.is(code, 2);
  t.regex(stderr, /^deploy\/sync\.yaml:5:\d+: error: .*prunes.*\[SettingUnknown\]/);
  t.regex(stderr, /nothing was compared: deploy\/sync\.yaml of the head has errors/);
});

test("the error about a unit that cannot be planned names the unit", async (t) => {
  const { code, stderr, stdout } = await compare("main broken -o markdown");
  t.is(code, 2);
  t.regex(stderr, /\[NameMissing\][^]*nothing was compared: unit shop of the head cannot be planned\n$/);
  t.regex(stdout, /^### converge: cannot be planned\n/);
});

const refuses = test.macro<[line: string, message: RegExp]>({
  title: (_, line) => `compare ${line} --config is rejected`,
  exec: async (t, line, message) => {
    const { code, stderr, stdout } = await compare(line);
    t.is(code, 2);
    t.is(stdout, "");
    t.regex(stderr, message);
  },
});
test(refuses, "main fields apps", /--config says where the manifests of units are/);
test(refuses, "main --release x", /--release cannot be combined with --config: set release of a unit/);
test(refuses, "absent", /absent is neither a path nor a git revision/);
