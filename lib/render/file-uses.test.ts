import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import test from "ava";

import { filesUsedBy } from "./file-uses.ts";

const isUsed = test.macro((t, template: string, path: string, expected: boolean, others?: string[]) => {
  const chart = mkdtempSync(join(tmpdir(), "converge-uses-"));
  t.teardown(() => {
    rmSync(chart, { recursive: true });
  });
  const file = join(chart, "charts/db/templates/a.yaml");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, template);
  t.is(filesUsedBy({ path: chart }, others)(path), expected);
});

const named = '{{ .Files.Get "config/a.yaml" }}';
test("a file that a template names is used", isUsed, named, "config/a.yaml", true);
test("a file of a subchart is used", isUsed, named, "charts/db/config/a.yaml", true);
test("another file is not used", isUsed, named, "config/b.yaml", false);
const lines = "{{ range $.Files.Lines `a.txt` }}{{ end }}";
test("a file is used by its lines", isUsed, lines, "a.txt", true);
const glob = '{{ (.Files.Glob "config/*").AsSecrets }}';
test("files are used by a pattern", isUsed, glob, "config/b.yaml", true);
test("files beside a pattern are not used", isUsed, glob, "secrets.yaml", false);
test("by a pattern of all files, all are used", isUsed, '{{ .Files.Glob "*.yaml" }}', "b.yaml", true);
test("by a computed name, all are used", isUsed, "{{ .Files.Get .Values.file }}", "b.yaml", true);
test("by another template, all are used", isUsed, '{{ include "x" .Files }}', "b.yaml", true);
test("by an escaped name, all are used", isUsed, String.raw`{{ .Files.Get "\x62" }}`, "b.yaml", true);
test("values may name files", isUsed, "", "config/a.yaml", true, [named]);
test("without a mention, none is used", isUsed, "{{ .Values.a }}", "b.yaml", false);
for (const path of ["templates/a.yaml", "crds/a.yaml", "values.yaml", "charts/db/Chart.yaml"]) {
  test(`Helm itself reads ${path}`, isUsed, "", path, true);
}
