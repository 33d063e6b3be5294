import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import { gitFaultOf, openFollowedRepository } from "../../../fixtures/followed-repository.ts";
import { usualGitLimits } from "../model/git-source.ts";

test("files with unusual names are checked out unchanged", async (t) => {
  const { tree, blob, publish, sync } = openFollowedRepository(t);
  const names = [
    "-rf",
    "a b",
    "\"'$(x)",
    "back\\slash",
    "größe",
    "日本",
    "a*?[",
    ".github",
    "con",
    "git~10",
    "\ufeffbom",
  ];
  const sorted = names.toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
  publish(tree(sorted.map((name) => ({ mode: "100644", name, id: blob(name) }))));
  for (const name of names) {
    t.is(readFileSync(join((await sync({ path: name })).folder, name), "utf8"), name);
  }
});

for (const name of [".git", ".."]) {
  test(`a tree with ${name} in it is refused while fetching`, async (t) => {
    const { tree, blob, publish, sync } = openFollowedRepository(t);
    publish(tree([{ mode: "100644", name, id: blob("1") }]));
    t.regex(await gitFaultOf(sync()), /^refused: .*it contains an object that git rejects \(/);
  });
}

test("files with unprintable names are left out, and refused in a path that contains them", async (t) => {
  const { tree, blob, publish, sync } = openFollowedRepository(t);
  const id = blob("1");
  publish(
    tree([
      { mode: "100644", name: "a\nb", id },
      { mode: "40000", name: "c", id: tree([{ mode: "100644", name: "d", id }]) },
      { mode: "100644", name: Buffer.from([0xff, 0xfe]), id },
    ]),
  );
  t.deepEqual(readdirSync((await sync({ path: "c" })).folder), ["c"]);
  t.is(
    await gitFaultOf(sync()),
    'refused: AT: "\ufffd\ufffd" is rejected: its name is not UTF-8, or its type is unknown: remove it, or use another path',
  );
  t.regex(await gitFaultOf(sync({ path: "a" })), /^missing: AT: "a" does not exist/);
});

test("files are checked out byte for byte and not executable, whatever their git attributes", async (t) => {
  const { write, git, commit, sync, folder: made } = openFollowedRepository(t);
  const mark = join(made, "mark");
  write(
    ".gitattributes",
    "* filter=evil eol=crlf ident working-tree-encoding=UTF-16 export-subst\n*.bin filter=lfs\n",
  );
  write("a.yaml", "$Id$ $Format:%H$\n");
  write("run.sh", "#!/bin/sh\n");
  write(".git/hooks/post-checkout", `#!/bin/sh\ntouch ${mark}\n`);
  git("config", "filter.evil.smudge", `touch ${mark}`);
  git("config", "core.attributesFile", "/dev/null");
  git("config", "filter.lfs.smudge", `touch ${mark}`);
  writeFileSync(join(made, ".git/info/attributes"), "* -filter -eol -ident -working-tree-encoding");
  git("add", "--all");
  git("update-index", "--chmod=+x", "run.sh");
  git("commit", "--quiet", "--message", "hooks");
  t.truthy(commit());
  const { folder } = await sync();
  t.is(readFileSync(join(folder, "a.yaml"), "utf8"), "$Id$ $Format:%H$\n");
  t.is(lstatSync(join(folder, "run.sh")).mode & 0o111, 0);
  t.false(existsSync(mark));
});

const small = { ...usualGitLimits, file: 100, laidOut: 250, files: 5, depth: 2 };

test("a file beyond the size limit is left out, with and without a partial clone", async (t) => {
  for (const served of ["true", "false"]) {
    const { write, commit, sync, git } = openFollowedRepository(t);
    git("config", "uploadpack.allowFilter", served);
    write("a/exact", "x".repeat(100));
    write("b/large", "x".repeat(101));
    commit();
    t.deepEqual(
      readdirSync((await sync({ path: "a", limits: small })).folder).toSorted(),
      ["a", "b"].slice(0, 1),
    );
    const bytes = served === "true" ? "more than 100" : "101";
    t.is(
      await gitFaultOf(sync({ limits: small })),
      `refused: AT: "b/large" is rejected: it has ${bytes} bytes, 100 are allowed (source.limits.fileSize): remove it, or use another path`,
    );
    t.true(existsSync(join((await sync()).folder, "b/large")));
  }
});

test("the limits of total size and number of files of a checkout are enforced", async (t) => {
  const { write, commit, sync } = openFollowedRepository(t);
  for (const name of ["a", "b", "c"]) {
    write(name, "x".repeat(90));
  }
  commit();
  t.regex(
    await gitFaultOf(sync({ limits: small })),
    /its files have 270 bytes in total, 250 are allowed: raise limits.laidOut/,
  );
  for (const name of ["a", "b", "c", "d", "e"]) {
    write(name, "x");
  }
  commit();
  t.is(readdirSync((await sync({ limits: small })).folder).length, 5);
  write("f", "x");
  commit();
  t.regex(
    await gitFaultOf(sync({ limits: small })),
    /there are more files or folders than the 5 allowed: raise limits.files/,
  );
});

test("a file in a folder nested too deep is left out", async (t) => {
  const { write, commit, sync } = openFollowedRepository(t);
  write("a/b/c", "x");
  write("d/e/f/g", "x");
  commit();
  t.true(existsSync(join((await sync({ path: "a", limits: small })).folder, "a/b/c")));
  t.regex(
    await gitFaultOf(sync({ limits: small })),
    /"d\/e\/f\/g" is rejected: it is more than 2 folders deep/,
  );
});

const bomb = test.macro({
  exec: async (t, bottom: readonly string[]) => {
    const { tree, blob, publish, sync } = openFollowedRepository(t);
    let id = tree(bottom.map((name) => ({ mode: "100644", name, id: blob("x") })));
    for (let level = 0; level < 25; level += 1) {
      id = tree(["a", "b", "c", "d"].map((name) => ({ mode: "40000", name, id })));
    }
    publish(id);
    t.regex(await gitFaultOf(sync()), /there are more files or folders than the 20000 allowed/);
  },
  title: (title) => `a git bomb, a few trees that expand to countless ${title}, is refused`,
});

test("files", bomb, ["x"]);
test("empty folders", bomb, []);

test("hundreds of nested folders are left out", async (t) => {
  const { tree, blob, publish, sync } = openFollowedRepository(t);
  const good = tree([{ mode: "100644", name: "x", id: blob("x") }]);
  let id = good;
  for (let level = 0; level < 300; level += 1) {
    id = tree([{ mode: "40000", name: "d", id }]);
  }
  publish(
    tree([
      { mode: "40000", name: "deep", id },
      { mode: "40000", name: "good", id: good },
    ]),
  );
  t.deepEqual(readdirSync((await sync({ path: "good" })).folder), ["good"]);
  t.regex(await gitFaultOf(sync({ path: "deep" })), /is rejected: it is more than 64 folders deep/);
});

test("a path out of the repository is refused, and redundant path segments are ignored", async (t) => {
  const { write, commit, sync } = openFollowedRepository(t);
  write("a/b", "x");
  commit();
  for (const path of ["..", "a/../..", "/etc", "a\n"]) {
    t.regex(await gitFaultOf(sync({ path })), /^refused: the path .* leads out of the repository/);
  }
  t.true(existsSync((await sync({ path: "./a//b/" })).folder));
  t.regex(await gitFaultOf(sync({ path: "a/c" })), /^missing: AT: "a\/c" does not exist: check the path/);
});

test("a file name too long for any file system is refused", async (t) => {
  const { tree, blob, publish, sync } = openFollowedRepository(t);
  publish(tree([{ mode: "100644", name: "x".repeat(9000), id: blob("x") }]));
  t.regex(
    await gitFaultOf(sync()),
    /^refused: (?:AT: it contains a path that is too long for any file system|.*git rejects)/,
  );
});
