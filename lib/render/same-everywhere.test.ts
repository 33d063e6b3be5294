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

test("a template may use .Release.Revision", uses, "{{ .Release.Revision }}", {}, true);
test("values may use .Release.Revision, through tpl", uses, "", { set: ["a={{ .Release.Revision }}"] }, true);
test(
  "an unreadable values file counts as using .Release.Revision",
  uses,
  "",
  { values: ["nowhere.yaml"] },
  true,
);
test(
  "a template with .Release.IsUpgrade does not use .Release.Revision",
  uses,
  "{{ .Release.IsUpgrade }}",
  {},
  false,
);

test("a kustomization does not use .Release.Revision", (t) => {
  const kustomization = { type: "kustomization", path: "nowhere", name: "a", realPath: "/nowhere" } as const;
  t.false(mayUseRevision(kustomization, noChoices));
});
