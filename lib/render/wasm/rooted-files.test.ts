import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { CallError, errno, type Errno } from "./errno.ts";
import { RootedFiles } from "./rooted-files.ts";

/** A folder `root` with some files, and a file next to it. */
function place(t: ExecutionContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "converge-rooted-")));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  mkdirSync(join(folder, "root/sub"), { recursive: true });
  writeFileSync(join(folder, "secret"), "secret");
  writeFileSync(join(folder, "root/sub/a"), "text");
  symlinkSync("sub/a", join(folder, "root/inside"));
  symlinkSync("../secret", join(folder, "root/outside"));
  symlinkSync("..", join(folder, "root/up"));
  execFileSync("mkfifo", [join(folder, "root/pipe")]);
  return folder;
}

function filesIn(t: ExecutionContext, limits = { files: 10, bytes: 1000 }): [RootedFiles, string] {
  const root = join(place(t), "root");
  return [new RootedFiles(root, limits), root];
}

function refuses(t: ExecutionContext, call: () => unknown, number: Errno): void {
  const error = t.throws(call, { instanceOf: CallError });
  t.is(error.errno, number);
}

test("files below the root are read, also through links", (t) => {
  const [files, root] = filesIn(t);
  t.is(Buffer.from(files.read(join(root, "sub/a"))).toString(), "text");
  t.is(Buffer.from(files.read(join(root, "inside"))).toString(), "text");
  t.is(files.facts(join(root, "inside"), true).type, 4);
  t.is(files.facts(join(root, "inside"), false).type, 7);
  t.is(files.target(join(root, "inside")), "sub/a");
  t.deepEqual(files.list(join(root, "sub")), [{ name: "a", type: 4 }]);
  t.is(files.outside, undefined);
});

test("a link that leaves the root is visible, but its target is refused", (t) => {
  const [files, root] = filesIn(t);
  t.is(files.facts(join(root, "outside"), false).type, 7);
  refuses(t, () => files.read(join(root, "outside")), errno.accessDenied);
  refuses(t, () => files.facts(join(root, "up/secret"), false), errno.accessDenied);
  refuses(t, () => files.list(join(root, "up")), errno.accessDenied);
  t.is(files.outside, join(root, "../secret"));
});

test("folders above the root appear empty, and other paths are refused", (t) => {
  const [files, root] = filesIn(t);
  t.is(files.facts("/", true).type, 3);
  t.is(files.facts(join(root, ".."), true).type, 3);
  t.deepEqual(files.list(join(root, "..")), []);
  refuses(t, () => files.facts(join(root, "../secret"), true), errno.accessDenied);
  refuses(t, () => files.read("/etc/passwd"), errno.accessDenied);
  refuses(t, () => files.facts(`${root}s`, true), errno.accessDenied);
});

test("special files are refused, and missing files are reported as such", (t) => {
  const [files, root] = filesIn(t);
  refuses(t, () => files.read(join(root, "pipe")), errno.accessDenied);
  refuses(t, () => files.facts(join(root, "pipe"), true), errno.accessDenied);
  refuses(t, () => files.read(join(root, "nowhere")), errno.notFound);
  refuses(t, () => files.read(join(root, "sub/a/b")), errno.notDirectory);
});

test("reading too many files or too many bytes aborts a rendering", (t) => {
  const [few, root] = filesIn(t, { files: 2, bytes: 1000 });
  few.read(join(root, "sub/a"));
  few.read(join(root, "sub/a"));
  t.throws(() => few.read(join(root, "sub/a")), { message: "has more than 2 files" });
  const [small, other] = filesIn(t, { files: 10, bytes: 5 });
  small.read(join(other, "sub/a"));
  t.throws(() => small.read(join(other, "sub/a")), { message: "reads more than 0 MB of files" });
});
