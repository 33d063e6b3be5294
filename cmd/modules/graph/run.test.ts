import { mkdirSync, mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import test from "ava";

import { runRecorded } from "../../../fixtures/recording-shell.ts";

function write(folder: string, path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const web = `apiVersion: deckhouse.io/v1alpha1
kind: ModuleRelease
metadata:
  name: web-v1.0.0
spec:
  moduleName: web
  version: 1.0.0
  weight: 30
`;

test("a folder may be a module, or contain modules or manifests; other files of a module are not read", async (t) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "converge-graph-"));
  write(folder.path, "modules/020-dns/module.yaml", "name: dns\nweight: 20\n");
  write(folder.path, "modules/010-cni/module.yaml", "name: cni\nweight: 10\n");
  write(folder.path, "modules/010-cni/templates/broken.yaml", "{{ if }}");
  write(folder.path, "modules/notes.yaml", "no manifest");
  write(folder.path, "releases/one.yaml", web);
  const one = await runRecorded(["modules", "graph", join(folder.path, "modules/010-cni")]);
  t.regex(one.stdout, /\n1 +cni +10\n\n1 module in 1 group\n/);
  t.is(one.stderr, "");
  const words = ["modules", "graph", join(folder.path, "modules"), join(folder.path, "releases")];
  const all = await runRecorded(words);
  t.regex(all.stdout, /\n1 +cni .*\n2 +dns .*\n3 +web /);
  t.is(all.code, 0);
});

test("two module.yaml with the same name are reported as a conflict with both locations", async (t) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "converge-graph-"));
  write(folder.path, "one/module.yaml", "name: dns\n");
  write(folder.path, "two/module.yaml", "name: dns\n");
  const { code, stderr } = await runRecorded(["modules", "graph", folder.path]);
  t.is(code, 2);
  t.regex(stderr, /two\/module\.yaml:1:7: error: two modules are named dns: .*\[SettingConflict\]/);
  t.regex(stderr, /one\/module\.yaml:1:7: the other one/);
});

test("a missing path is reported", async (t) => {
  const { code, stderr } = await runRecorded(["modules", "graph", "absent"]);
  t.is(code, 2);
  t.regex(stderr, /absent does not exist.*\[SourceNotFound\]/);
});
