import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import test from "ava";

import { errno } from "./errno.ts";
import { readOptionFile } from "./option-files.ts";
import { rootOf } from "../renderer-root.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "converge-root-")));
test.after.always(() => {
  rmSync(folder, { recursive: true, force: true });
});

const rootIs = test.macro((t, files: readonly string[], path: string, root: string) => {
  const place = mkdtempSync(join(folder, "case-"));
  for (const file of files) {
    const [name = "", text = ""] = file.split("=");
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), text);
  }
  const type = path.startsWith("chart") ? "chart" : "kustomization";
  t.is(rootOf({ type, realPath: join(place, path) }), join(place, root));
});
const overlay = "over/prod/kustomization.yaml=resources: [../../base]";

test("the root of a kustomization is its repository", rootIs, [".git", overlay], "over/prod", "");
test(
  "the root of a kustomization is the innermost repository",
  rootIs,
  [".git", "over/.git", overlay],
  "over/prod",
  "over",
);
test(
  "outside a repository, the root of a chart is its own folder",
  rootIs,
  ["chart/Chart.yaml"],
  "chart",
  "chart",
);
test(
  "outside a repository, the root of a kustomization contains its bases",
  rootIs,
  [overlay],
  "over/prod",
  "",
);
test(
  "outside a repository, the root of a kustomization without bases is its own folder",
  rootIs,
  ["over/prod/kustomization.yaml=resources: [a..b.yaml]"],
  "over/prod",
  "over/prod",
);

test("the root of a chart below the working directory is its repository or the working directory", (t) => {
  t.is(rootOf({ type: "chart", realPath: realpathSync("fixtures/charts/keeps") }), realpathSync("."));
});

test("outside a repository, the root of a kustomization is never a top-level folder", (t) => {
  const prod = join(folder, "kustomization.yaml");
  writeFileSync(prod, "resources: [../../../../../../../etc]");
  t.is(rootOf({ type: "kustomization", realPath: folder }).split("/").length > 2, true);
});

test("a file that an option names is read; in sync only if it is below the root", (t) => {
  const values = join(folder, "values.yaml");
  writeFileSync(values, "a: b");
  const root = join(folder, "chart");
  mkdirSync(root, { recursive: true });
  const input = Buffer.from("input");
  t.deepEqual(readOptionFile(values, { root, confinesOptions: false, input }), Buffer.from("a: b"));
  t.is(readOptionFile(values, { root, confinesOptions: true, input }), errno.accessDenied);
  t.deepEqual(readOptionFile(values, { root: folder, confinesOptions: true, input }), Buffer.from("a: b"));
  t.is(readOptionFile(" - ", { root, confinesOptions: true, input }), input);
  t.is(readOptionFile(join(folder, "nowhere"), { root, confinesOptions: false, input }), errno.notFound);
});
