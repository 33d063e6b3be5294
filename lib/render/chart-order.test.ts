import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { noChoices } from "./chart-options.ts";
import { orderSources } from "./chart-order.ts";

/** Writes a chart with these files; returns its folder. */
function chartOf(t: ExecutionContext, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "converge-chart-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

/** The charts that each chart waits for, with the findings. */
function orderOf(
  t: ExecutionContext,
  files: Readonly<Record<string, string>>,
  { rendered, text = "" }: { readonly rendered: readonly string[]; readonly text?: string },
): { readonly after: Readonly<Record<string, readonly string[]>>; readonly found: readonly string[] } {
  const path = chartOf(t, files);
  const sources = rendered.map((file) => ({ name: `shop/${file} (rendered)`, text }));
  const ordered = orderSources({ path, name: "shop" }, sources, noChoices.ordering);
  return {
    after: Object.fromEntries(
      ordered.sources.flatMap(({ chart }) => (chart === undefined ? [] : [[chart.path, chart.after]])),
    ),
    found: ordered.found.map(
      ({ severity, message, origin }) => `${origin?.file}:${origin?.line} ${severity}: ${message}`,
    ),
  };
}

const dependency = (name: string, more = ""): string => `- name: ${name}\n  version: 1.0.0\n${more}`;
const chart = (name: string, more = ""): string => `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n${more}`;
const files = {
  "charts/nginx/Chart.yaml": chart("nginx"),
  "charts/bar/Chart.yaml": chart("bar"),
};
const rendered = ["templates/a.yaml", "charts/nginx/templates/a.yaml", "charts/bar/templates/a.yaml"];

test("a subchart waits for the subcharts in depends-on, and the parent chart for all subcharts", (t) => {
  const root = chart(
    "foo",
    `dependencies:\n${dependency("nginx")}${dependency("bar", "  depends-on: [nginx]\n")}`,
  );
  const { after, found } = orderOf(t, { ...files, "Chart.yaml": root }, { rendered });
  t.deepEqual(found, []);
  t.deepEqual(after, {
    foo: ["foo/charts/bar", "foo/charts/nginx"],
    "foo/charts/nginx": [],
    "foo/charts/bar": ["foo/charts/nginx"],
  });
});

test("with the depends-on/subcharts annotation, the objects of a chart wait for its subcharts", (t) => {
  const root = chart("foo", `annotations:\n  helm.sh/depends-on/subcharts: '["nginx"]'\n`);
  const { after } = orderOf(t, { ...files, "Chart.yaml": root }, { rendered });
  t.deepEqual(after["foo"], ["foo/charts/bar", "foo/charts/nginx"]);
});

test("nested subcharts wait for the same charts as their parent", (t) => {
  const root = chart(
    "foo",
    `dependencies:\n${dependency("nginx")}${dependency("bar", "  depends-on: [nginx]\n")}`,
  );
  const { after } = orderOf(
    t,
    { ...files, "Chart.yaml": root, "charts/bar/charts/inner/Chart.yaml": chart("inner") },
    { rendered: [...rendered, "charts/bar/charts/inner/templates/a.yaml"] },
  );
  t.deepEqual(after["foo/charts/bar/charts/inner"], ["foo/charts/nginx"]);
});

test("depends-on by alias names one instance of a chart, by name all instances", (t) => {
  const root = chart(
    "foo",
    `dependencies:\n${dependency("nginx", "  alias: one\n")}${dependency("nginx", "  alias: two\n")}${dependency("bar", "  depends-on: [one]\n")}`,
  );
  const places = ["charts/one/templates/a.yaml", "charts/bar/templates/a.yaml"];
  const { after } = orderOf(t, { ...files, "Chart.yaml": root }, { rendered: places });
  t.deepEqual(after["foo/charts/bar"], ["foo/charts/one"]);
  const all = orderOf(t, { ...files, "Chart.yaml": root.replace("[one]", "[nginx]") }, { rendered: places });
  t.deepEqual(all.after["foo/charts/bar"], ["foo/charts/one", "foo/charts/two"]);
});

test("a chart without an order is unchanged, unless a template has a resource group", (t) => {
  const root = { ...files, "Chart.yaml": chart("foo", `dependencies:\n${dependency("nginx")}`) };
  t.deepEqual(orderOf(t, root, { rendered }), { after: {}, found: [] });
  const text = "metadata: {annotations: {helm.sh/resource-group: a}}";
  t.deepEqual(orderOf(t, root, { rendered, text }).after, {
    foo: [],
    "foo/charts/nginx": [],
    "foo/charts/bar": [],
  });
});

test("an unknown subchart in depends-on is an error with its position", (t) => {
  const root = chart(
    "foo",
    `annotations:\n  helm.sh/depends-on/subcharts: '["bra"]'\ndependencies:\n${dependency("bar", "  depends-on: [ngin]\n")}`,
  );
  t.deepEqual(orderOf(t, { ...files, "Chart.yaml": root }, { rendered }).found, [
    'shop/Chart.yaml:9 error: chart foo has no subchart "ngin"; did you mean "nginx"?',
    'shop/Chart.yaml:5 error: chart foo has no subchart "bra"; did you mean "bar"?',
  ]);
});

test("a cycle of subcharts is an error that prints the cycle", (t) => {
  const root = chart(
    "foo",
    `dependencies:\n${dependency("nginx", "  depends-on: [bar]\n")}${dependency("bar", "  depends-on: [nginx]\n")}`,
  );
  t.deepEqual(orderOf(t, { ...files, "Chart.yaml": root }, { rendered }).found, [
    "shop/Chart.yaml:7 error: subcharts of foo wait for each other in a cycle: nginx → bar → nginx; remove one of the dependencies",
  ]);
});

test("a depends-on/subcharts annotation that is not a JSON list is an error", (t) => {
  const root = chart("foo", "annotations:\n  helm.sh/depends-on/subcharts: bar\n");
  t.deepEqual(orderOf(t, { ...files, "Chart.yaml": root }, { rendered }).found, [
    `shop/Chart.yaml:5 error: helm.sh/depends-on/subcharts of chart foo takes a JSON list of subcharts, such as '["db"]'`,
  ]);
});

test("a chart that cannot be read has no order", (t) => {
  t.deepEqual(orderSources({ path: "/nowhere/shop", name: "shop" }, [], noChoices.ordering), {
    sources: [],
    found: [],
  });
  t.deepEqual(orderOf(t, { "Chart.yaml": "a: [" }, { rendered }).after, {});
});
