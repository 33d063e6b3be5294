import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test from "ava";

import { CallError } from "./errno.ts";
import { OverlaidFiles } from "./overlaid-files.ts";
import { RootedFiles } from "./rooted-files.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "converge-overlay-")));
test.after.always(() => {
  rmSync(root, { recursive: true, force: true });
});

test("added files overlay those on disk, in existing and in new folders", (t) => {
  mkdirSync(join(root, "charts"));
  writeFileSync(join(root, "charts/own.txt"), "own");
  writeFileSync(join(root, "charts/hidden.txt"), "hidden");
  const content = Buffer.from("added");
  const added = new Map(["charts/hidden.txt", "new/db/a"].map((path) => [join(root, path), content]));
  const files = new OverlaidFiles(new RootedFiles(root, { files: 100, bytes: 1000 }), added);
  t.deepEqual(files.list(join(root, "charts")), [
    { name: "own.txt", type: 4 },
    { name: "hidden.txt", type: 4 },
  ]);
  t.deepEqual(
    files.list(root).map(({ name, type }) => `${name} ${type}`),
    ["charts 3", "new 3"],
  );
  t.deepEqual(files.list(join(root, "new")), [{ name: "db", type: 3 }]);
  t.is(files.facts(join(root, "new/db"), false).type, 3);
  t.deepEqual(files.facts(join(root, "new/db/a"), true), { type: 4, size: 5, modified: 0 });
  t.is(Buffer.from(files.read(join(root, "charts/hidden.txt"))).toString(), "added");
  t.is(Buffer.from(files.read(join(root, "charts/own.txt"))).toString(), "own");
  t.throws(() => files.target(join(root, "new")), { instanceOf: CallError });
  t.throws(() => files.read("/etc/hosts"), { instanceOf: CallError });
  t.is(files.outside, "/etc/hosts");
});
