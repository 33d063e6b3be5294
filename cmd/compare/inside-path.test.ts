import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test from "ava";

import { emptyFolder } from "../../fixtures/made-repository.ts";
import { insidePath, insideSetFile, insideValues } from "./inside-path.ts";

const refuses = test.macro<[path: string, expected: RegExp]>({
  title: (_, path) => `the values file ${path} of a unit is rejected`,
  exec: (t, path, expected) => {
    const root = emptyFolder(t);
    symlinkSync("/etc/hostname", join(root, "link.yaml"));
    symlinkSync(tmpdir(), join(root, "folder"));
    t.throws(() => insideValues(root, path, "unit a"), { name: "UsageError", message: expected });
  },
});
test(refuses, "../a.yaml", /^unit a: .* leads out of the repository by "\.\."/);
test(refuses, "a/../../a.yaml", /leads out of the repository by "\.\."/);
test(refuses, "/etc/hostname", /is an absolute path/);
test(refuses, "a.yaml,/etc/hostname", /has a comma: name one file per entry/);
test(refuses, "link.yaml", /is a symbolic link that leads out of the repository/);
test(refuses, "folder", /is a symbolic link that leads out of the repository/);

test("files of setFile values of a unit are resolved in the repository for any form of key", (t) => {
  const root = emptyFolder(t);
  t.is(insideSetFile(root, "a=b.txt", "unit a"), `a=${root}/b.txt`);
  t.throws(() => insideSetFile(root, "a=/etc/hostname", "unit a"), { message: /is an absolute path/ });
  t.is(insideSetFile(root, "a\\=b=c.txt,d=e", "unit a"), `a\\=b=${root}/c.txt,d=${root}/e`);
  for (const word of ["a\\=b=/etc/hostname", "a=b.txt,c=/etc/hostname"]) {
    t.throws(() => insideSetFile(root, word, "unit a"), { message: /is an absolute path/ });
  }
});

test("paths inside the repository are accepted, including links and missing files", (t) => {
  const root = emptyFolder(t);
  mkdirSync(join(root, "deploy"));
  writeFileSync(join(root, "deploy/a.yaml"), "");
  symlinkSync("deploy/a.yaml", join(root, "link.yaml"));
  for (const path of ["deploy/a.yaml", "link.yaml", "deploy", "absent.yaml"]) {
    t.is(insideValues(root, path, "unit a"), join(root, path));
  }
  t.is(insidePath(root, "", "unit a"), join(root, ""));
});
