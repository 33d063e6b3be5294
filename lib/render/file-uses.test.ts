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
test("a file that a template reads with .Files.Get is used", isUsed, named, "config/a.yaml", true);
test("a file of a subchart that its template reads is used", isUsed, named, "charts/db/config/a.yaml", true);
test("a file that no template reads is not used", isUsed, named, "config/b.yaml", false);
const lines = "{{ range $.Files.Lines `a.txt` }}{{ end }}";
test("a file that a template reads with .Files.Lines is used", isUsed, lines, "a.txt", true);
const glob = '{{ (.Files.Glob "config/*").AsSecrets }}';
test("a file that matches a .Files.Glob pattern is used", isUsed, glob, "config/b.yaml", true);
test("a file that does not match a .Files.Glob pattern is not used", isUsed, glob, "secrets.yaml", false);
test(
  "a file that matches a .Files.Glob pattern of all files is used",
  isUsed,
  '{{ .Files.Glob "*.yaml" }}',
  "b.yaml",
  true,
);
test(
  "all files are used if a template computes a file name",
  isUsed,
  "{{ .Files.Get .Values.file }}",
  "b.yaml",
  true,
);
test(
  "all files are used if a template passes .Files to another template",
  isUsed,
  '{{ include "x" .Files }}',
  "b.yaml",
  true,
);
test(
  "all files are used if a file name in a template contains escapes",
  isUsed,
  String.raw`{{ .Files.Get "\x62" }}`,
  "b.yaml",
  true,
);
test("a file that a template in the values reads is used", isUsed, "", "config/a.yaml", true, [named]);
test("no file is used if no template mentions .Files", isUsed, "{{ .Values.a }}", "b.yaml", false);
for (const path of ["templates/a.yaml", "crds/a.yaml", "values.yaml", "charts/db/Chart.yaml"]) {
  test(`Helm itself reads ${path}`, isUsed, "", path, true);
}
