import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import test from "ava";

import { readSources } from "./read-sources.ts";

const files = [
  "set/crds/plain.yaml",
  "set/templates.yaml",
  "set/shop/Chart.yaml",
  "set/shop/crds/deep/chart.yaml",
  "set/shop/charts/db/Chart.yaml",
  "set/shop/charts/db/crds/inner.yaml",
  "set/out/templates/web.yaml",
  "set/out/crds/output.yaml",
];

const marks = test.macro({
  async exec(t, path: string, expected: readonly string[]) {
    const folder = mkdtempSync(join(tmpdir(), "converge-chart-crds-"));
    t.teardown(() => {
      rmSync(folder, { recursive: true, force: true });
    });
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), "");
    }
    const { sources } = await readSources([join(folder, path)], async () =>
      Promise.resolve(new Uint8Array()),
    );
    const marked = sources.filter(({ isChartCrds }) => isChartCrds === true);
    t.deepEqual(
      marked.map(({ name }) => name.replace(`${folder}/`, "")),
      expected,
    );
  },
  title: (_, path: string) => `the crds folders of charts are found among the files of ${path}`,
});

test(marks, "set", [
  "set/out/crds/output.yaml",
  "set/shop/charts/db/crds/inner.yaml",
  "set/shop/crds/deep/chart.yaml",
]);
test(marks, "set/shop/crds/deep", ["set/shop/crds/deep/chart.yaml"]);
test(marks, "set/shop/crds/deep/chart.yaml", ["set/shop/crds/deep/chart.yaml"]);
test(marks, "set/crds", []);
test(marks, "set/crds/plain.yaml", []);
