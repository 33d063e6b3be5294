/** Charts and kustomizations that try to escape from the built-in renderers, or to exhaust them. */
import { execFileSync } from "node:child_process";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import { fastClock } from "../../fixtures/fast-clock.ts";
import { BuiltinRenderer } from "../../lib/render/wasm/builtin-renderer.ts";
import { artefactFile } from "../../lib/render/wasm/load-module.ts";
import type { RenderAnswer, RenderOrder } from "../../lib/render/wasm/render-order.ts";
import { folderWith, type Hostile, orderOf } from "./hostile-folder.ts";

const artefact = artefactFile();
const renderer = artefact === undefined ? undefined : new BuiltinRenderer(artefact);

async function rendered(order: RenderOrder, clock = fastClock()): Promise<RenderAnswer> {
  if (renderer === undefined) {
    throw new Error("the renderers are not built: make renderers");
  }
  return renderer.render(order, { clock, signal: new AbortController().signal });
}

/** Asserts that rendering fails for that reason, and shows no content of a file of the machine. */
const fails = test.macro(async (t, hostile: Hostile, reason: RegExp) => {
  const answer = await rendered(orderOf(folderWith(t, hostile), hostile));
  if (answer.type === "rendered") {
    t.fail(Buffer.from(answer.output).toString("utf8", 0, 500));
    return;
  }
  const [, first = answer.reason] = /^Error: (.*)$/m.exec(answer.said) ?? [];
  t.regex(first, reason);
  t.false(answer.said.includes("root:x:0"), answer.said);
});

const renders = test.macro(async (t, hostile: Hostile, expected: string) => {
  const answer = await rendered(orderOf(folderWith(t, hostile), hostile));
  t.is(answer.type === "rendered" ? Buffer.from(answer.output).toString() : answer.said, expected);
});

const template = (text: string): Hostile => ({ files: { "templates/x.yaml": text } });
const kustomization = (text: string, more: Hostile = {}): Hostile => ({
  ...more,
  type: "kustomization",
  files: { ...more.files, "kustomization.yaml": text },
});
const outside = /^it refers to \/etc\b.*, which is outside of/;
const memory = /needs more memory than a rendering may have/;

test(
  "a template that links to a file outside the chart is refused",
  fails,
  { links: { "templates/a.yaml": "/etc/passwd" } },
  outside,
);
test(
  "a values.yaml that links to a file outside the chart is refused",
  fails,
  { links: { "values.yaml": "/etc/passwd" } },
  outside,
);
test("a templates folder that links elsewhere is refused", fails, { links: { templates: "/etc" } }, outside);
test(
  "a template that links outside the chart by a relative path is refused",
  fails,
  { links: { "templates/a.yaml": "../../../../etc/passwd" } },
  outside,
);
test(
  "a template that links outside the chart through another link is refused",
  fails,
  { links: { "a/b": "/etc", "templates/x": "../a/b/passwd" } },
  outside,
);
test("a subchart that links elsewhere is refused", fails, { links: { "charts/etc": "/etc" } }, outside);
test(
  "a values schema that refers to a file outside the chart is refused",
  fails,
  { files: { "values.schema.json": '{"$ref":"file:///etc/passwd"}' } },
  outside,
);
test(
  "a values schema that refers to a server is refused",
  fails,
  { files: { "values.schema.json": '{"$ref":"http://127.0.0.1:1/x.json"}' } },
  /it refers to http:\/\/127\.0\.0\.1:1\/x\.json/,
);
test(
  ".Files.Get and .Files.Glob return nothing outside the chart",
  renders,
  template('a: {{ list (.Files.Get "../../../etc/passwd") (.Files.Glob "/etc/*") | toJson }}'),
  '---\n# Source: shop/templates/x.yaml\na: ["",{}]\n',
);
test("the function env is not defined", fails, template('a: {{ env "HOME" }}'), /function "env" not defined/);
test(
  "getHostByName does not resolve host names",
  renders,
  template('a: {{ getHostByName "localhost" | quote }}'),
  '---\n# Source: shop/templates/x.yaml\na: ""\n',
);
test(
  "a named pipe among the templates does not block the rendering",
  renders,
  { ...template("a: b"), prepare: (folder) => execFileSync("mkfifo", [join(folder, "templates/pipe.yaml")]) },
  "---\n# Source: shop/templates/x.yaml\na: b\n",
);

test(
  "a template that includes itself fails",
  fails,
  template('{{ define "a" }}{{ include "a" . }}{{ end }}{{ include "a" . }}'),
  /rendering template has a nested reference name: a/,
);
test(
  "a text that renders itself with tpl fails",
  fails,
  { files: { "values.yaml": "t: '{{ tpl .Values.t . }}'", "templates/x.yaml": "{{ tpl .Values.t . }}" } },
  /calls itself too often|needs more memory/,
);
test("a list of two billion numbers fails", fails, template("{{ range until 2147483647 }}{{ end }}"), memory);
test(
  "a template that repeats a character to a gigabyte exceeds the memory limit",
  fails,
  template('a: {{ repeat 1000000000 "x" }}'),
  memory,
);
test(
  "a template with 300 MB of output exceeds the limits",
  fails,
  template('a: {{ range until 300 }}{{ repeat 1000000 "x" }}\n{{ end }}'),
  /needs more memory|writes more than 200 MB/,
);
test(
  "values with billions of YAML aliases are refused",
  fails,
  {
    files: {
      "values.yaml": `a: &a [x,x,x,x,x,x,x,x,x]\n${["b", "c", "d", "e", "f", "g", "h"].map((name, index) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${"abcdefg"[index]}`).join()}]\n`).join("")}`,
    },
  },
  /excessive aliasing/,
);
test(
  "a chart of 100,000 files is refused",
  fails,
  {
    prepare: (folder) => {
      mkdirSync(join(folder, "many"));
      for (let index = 0; index < 100_000; index += 1) {
        writeFileSync(join(folder, "many", `${index}`), "");
      }
    },
  },
  /has more than 20,000 files/,
);
test(
  "a chart with a file of a gigabyte is refused",
  fails,
  {
    prepare: (folder) => {
      writeFileSync(join(folder, "large"), "");
      truncateSync(join(folder, "large"), 2 ** 30);
    },
  },
  /exceeds maximum decompressed size|reads more than 200 MB/,
);

test(
  "a resource with an absolute path is refused",
  fails,
  kustomization("resources: [/etc/passwd]"),
  outside,
);
test("a resource above the root fails", fails, kustomization("resources: [../../../../etc/passwd]"), outside);
test(
  "a configMapGenerator with a file outside the root is refused",
  fails,
  kustomization("configMapGenerator: [{name: a, files: [/etc/passwd]}]"),
  outside,
);
test(
  "a configMapGenerator with a link to a file outside the root is refused",
  fails,
  kustomization("configMapGenerator: [{name: a, files: [x]}]", { links: { x: "/etc/passwd" } }),
  outside,
);
test(
  "a kustomization with a remote resource is refused",
  fails,
  kustomization("resources: ['https://example.com/a.yaml']"),
  /^it refers to https:\/\/example\.com\/a\.yaml, and nothing is fetched/,
);
test(
  "a kustomization with a remote base is refused",
  fails,
  kustomization("resources: ['https://example.com/a/b//c?ref=v1']"),
  /^it refers to https:\/\/example\.com\/a\/b\/\/c\?ref=v1, and nothing is fetched/,
);
test(
  "a kustomization with a remote base over SSH is refused",
  fails,
  kustomization("resources: ['git@example.com:a/b.git']"),
  /^it refers to git@example\.com:a\/b\.git, and nothing is fetched/,
);
for (const [title, annotation] of [
  ["a program", "exec: {path: ./run.sh}"],
  ["a container", "container: {image: x}"],
] as const) {
  test(
    `a kustomization with a generator that runs ${title} is refused`,
    fails,
    kustomization("generators: [g.yaml]", {
      files: {
        "g.yaml": `apiVersion: example.com/v1\nkind: Gen\nmetadata: {name: x, annotations: {config.kubernetes.io/function: '${annotation}'}}\n`,
      },
    }),
    /external plugins disabled/,
  );
}
test(
  "a kustomization with a remote chart is refused",
  fails,
  kustomization("helmCharts: [{name: x, repo: 'https://example.com', version: 1.0.0}]"),
  /HelmChartInflationGenerator/,
);

test("an endless template is stopped after a minute, and the next chart is rendered", async (t) => {
  const endless = "{{ range until 1000000 }}{{ range until 1000000 }}{{ end }}{{ end }}";
  const clock = fastClock();
  const stopped = rendered(orderOf(folderWith(t, template(endless))), clock);
  const next = rendered(orderOf(folderWith(t, template("a: b"))));
  while (clock.running() === 0) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  clock.pass(60_000);
  t.like(await stopped, { type: "failed", reason: "took longer than 60 s" });
  t.is((await next).type, "rendered");
});

test("an aborted rendering ends, and the next chart is rendered", async (t) => {
  const aborting = new AbortController();
  const endless = orderOf(
    folderWith(t, template("{{ range until 1000000 }}{{ range until 1000000 }}{{ end }}{{ end }}")),
  );
  const stopped = renderer?.render(endless, { clock: fastClock(), signal: aborting.signal });
  aborting.abort(new Error("enough"));
  await t.throwsAsync(async () => stopped, { message: "enough" });
  t.is((await rendered(orderOf(folderWith(t, template("a: b"))))).type, "rendered");
});
