import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test from "ava";

import { type ChartOptions, noChoices } from "./chart-options.ts";
import { mayUseRevision } from "./same-everywhere.ts";

const uses = test.macro((t, template: string, choices: Partial<ChartOptions>, expected: boolean) => {
  const path = mkdtempSync(join(tmpdir(), "converge-revision-"));
  t.teardown(() => {
    rmSync(path, { recursive: true });
  });
  mkdirSync(join(path, "templates"));
  writeFileSync(join(path, "templates/a.yaml"), template);
  const chart = { type: "chart", path, name: "shop", realPath: path } as const;
  t.is(mayUseRevision(chart, { ...noChoices, ...choices }), expected);
});

test("a template uses the number of the revision", uses, "{{ .Release.Revision }}", {}, true);
test("values may use it, for tpl", uses, "", { set: ["a={{ .Release.Revision }}"] }, true);
test("a file of values that cannot be read may use it", uses, "", { values: ["nowhere.yaml"] }, true);
test("whether it is an upgrade is no number", uses, "{{ .Release.IsUpgrade }}", {}, false);

test("a kustomization has no revision", (t) => {
  const kustomization = { type: "kustomization", path: "nowhere", name: "a", realPath: "/nowhere" } as const;
  t.false(mayUseRevision(kustomization, noChoices));
});
