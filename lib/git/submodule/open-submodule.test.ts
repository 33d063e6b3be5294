import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { gitFaultOf, openFollowedRepository } from "../../../fixtures/followed-repository.ts";
import { makeRepository, type MadeRepository } from "../../../fixtures/made-repository.ts";
import type { GitAccess } from "../model/git-source.ts";
import { modulePlace, resolveModuleUrl } from "./open-submodule.ts";

const relative = test.macro({
  exec: (t, parent: string, url: string, expected: string | undefined) => {
    t.is(resolveModuleUrl(url, parent), expected);
  },
  title: (_, parent: string = "", url: string = "") =>
    `the submodule URL ${JSON.stringify(url)} is resolved against ${parent}`,
});

test(relative, "https://host/team/this.git", "../other.git", "https://host/team/other.git");
test(relative, "https://host:8443/team/this.git/", "../../other", "https://host:8443/other");
test(relative, "https://host/this.git", "./inner", "https://host/this.git/inner");
test(relative, "git@host:team/this.git", "../other.git", "git@host:team/other.git");
test(relative, "git@host:this.git", "../other.git", "git@host:other.git");
test(relative, "ssh://git@host:22/~/this", "../../other", "ssh://git@host:22/other");
test(relative, "file:///srv/this", "../other", "file:///srv/other");
test(relative, "https://host/this.git", "../../other.host/x", undefined);
test(relative, "https://host/this.git", "..", undefined);
test(relative, "git@host:this.git", "../../other", undefined);
test(relative, "https://host/this", "https://other/x", "https://other/x");

const access: GitAccess = {
  secretFolder: "/secret",
  username: "ada",
  passwordFile: "/password",
  sshKeyFile: "/key",
  caFile: "/ca",
  knownHostsFile: "/known",
  proxy: "http://proxy:3128",
};
const anonymous = {
  withoutAgent: true,
  caFile: "/ca",
  knownHostsFile: "/known",
  proxy: "http://proxy:3128",
};

const known = test.macro({
  exec: (t, parent: string, url: string, isKnown: boolean) => {
    const place = modulePlace(url, { url: parent, access });
    t.deepEqual(place, { url, access: isKnown ? access : anonymous });
  },
  title: (_, parent: string = "", url: string = "", isKnown: boolean = false) =>
    `the submodule ${url} of ${parent} is fetched ${isKnown ? "with credentials" : "without credentials"}`,
});

test(known, "https://host/a", "https://host/b", true);
test(known, "https://host/a", "https://host:443/b", true);
test(known, "https://host/a", "https://host:8443/b", false);
test(known, "https://host/a", "https://host.evil/b", false);
test(known, "https://host/a", "https://evil/host/b", false);
test(known, "https://host/a", "https://host@evil/b", false);
test(known, "https://host/a", "ssh://host/b", false);
test(known, "git@host:a", "ssh://git@host/b", true);
test(known, "git@host:a", "ssh://git@host:2222/b", false);

const refused = test.macro({
  exec: (t, parent: string, url: string) => {
    t.true("why" in modulePlace(url, { url: parent, access }));
  },
  title: (_, parent: string = "", url: string = "") =>
    `the submodule URL ${JSON.stringify(url)} in ${parent} is refused`,
});

for (const url of [
  "ext::sh -c touch% /tmp/x",
  "-u./payload",
  "--upload-pack=touch x",
  "file:///etc",
  "/etc",
  "http://host/b",
  "git://host/b",
  "fd::17",
  "https://host/a\nb",
  "https://user:password@host/b",
  "ssh://-oProxyCommand=x/b",
  "-oProxyCommand=x:b",
  "../../../etc",
  "",
]) {
  test(refused, "https://host/a", url);
}
test(refused, "file:///srv/a", "../b\u0000c");

/**
 * Adds a commit of another repository as a submodule at a path, as `git submodule add` would, with any URL.
 */
function addModule(
  parent: MadeRepository,
  path: string,
  module: { readonly url: string; readonly commit: string },
): void {
  parent.git("config", "--file", join(parent.folder, ".gitmodules"), `submodule.${path}.path`, path);
  parent.git("config", "--file", join(parent.folder, ".gitmodules"), `submodule.${path}.url`, module.url);
  parent.git("add", ".gitmodules");
  parent.git("update-index", "--add", "--cacheinfo", `160000,${module.commit},${path}`);
  parent.git("commit", "--quiet", "--message", "module");
}

function madeModule(t: ExecutionContext, text: string): MadeRepository & { readonly id: string } {
  const module = makeRepository(t);
  module.write("in.yaml", text);
  return { ...module, id: module.commit() };
}

test("nested submodules are checked out at their commits, and are empty folders unless enabled", async (t) => {
  const inner = madeModule(t, "inner");
  const outer = madeModule(t, "outer");
  addModule(outer, "deep/inner", { url: inner.url, commit: inner.id });
  const repository = openFollowedRepository(t);
  repository.write("a", "1");
  repository.commit();
  addModule(repository, "lib", {
    url: `../${outer.folder.split("/").at(-1)}`,
    commit: outer.git("rev-parse", "HEAD"),
  });
  inner.write("in.yaml", "later");
  inner.commit();
  const { folder } = await repository.sync({ submodules: true });
  t.is(readFileSync(join(folder, "lib/in.yaml"), "utf8"), "outer");
  t.is(readFileSync(join(folder, "lib/deep/inner/in.yaml"), "utf8"), "inner");
  t.deepEqual(readdirSync(join((await repository.sync()).folder, "lib")), []);
});

test("a submodule with a URL that is not allowed is left out, and refused in a path that contains it", async (t) => {
  const repository = openFollowedRepository(t);
  repository.write("good/a", "1");
  repository.commit();
  addModule(repository, "lib", {
    url: "ext::sh -c evil",
    commit: "0123456789012345678901234567890123456789",
  });
  const { folder } = await repository.sync({ submodules: true, path: "good" });
  t.true(existsSync(join(folder, "good/a")));
  t.is(
    await gitFaultOf(repository.sync({ submodules: true })),
    'refused: AT: "lib" is rejected: it is a submodule, and its address "ext::sh -c evil" is not allowed: remove it, or use another path',
  );
  addModule(repository, "other", { url: repository.url, commit: "0123456789012345678901234567890123456789" });
  t.regex(await gitFaultOf(repository.sync({ submodules: true })), /^missing: /);
  repository.git("rm", "--quiet", "--cached", ".gitmodules");
  repository.git("commit", "--quiet", "--message", "none");
  t.regex(
    await gitFaultOf(repository.sync({ submodules: true })),
    /it is a submodule without an address in .gitmodules/,
  );
});

test("a submodule URL that git recognizes as an attack is refused while fetching", async (t) => {
  const repository = openFollowedRepository(t);
  addModule(repository, "lib", { url: "-u./payload", commit: "0123456789012345678901234567890123456789" });
  t.regex(
    await gitFaultOf(repository.sync()),
    /^refused: .*it contains an object that git rejects \(gitmodulesUrl/,
  );
});

test("submodules are nested at most four levels deep", async (t) => {
  let module: MadeRepository & { readonly id: string } = madeModule(t, "last");
  for (let level = 0; level < 5; level += 1) {
    const around = madeModule(t, "around");
    addModule(around, "m", { url: module.url, commit: module.id });
    module = { ...around, id: around.git("rev-parse", "HEAD") };
  }
  const repository = openFollowedRepository(t);
  repository.write("good/a", "1");
  repository.commit();
  addModule(repository, "m", { url: module.url, commit: module.id });
  const { folder } = await repository.sync({ submodules: true, path: "good" });
  t.true(existsSync(join(folder, "m/m/m/m/in.yaml")));
  t.deepEqual(readdirSync(join(folder, "m/m/m/m/m")), []);
  t.regex(
    await gitFaultOf(repository.sync({ submodules: true })),
    /"m\/m\/m\/m\/m" is rejected: it is a submodule more than 4 deep/,
  );
});

test("links may lead into and out of submodules, but not out of the repository", async (t) => {
  const module = makeRepository(t);
  module.publish(
    module.tree(
      [
        { mode: "100644", name: "a", id: module.blob("1") },
        { mode: "120000", name: "up", id: module.blob("../good") },
        { mode: "120000", name: "out", id: module.blob("../../good") },
      ].toSorted((left, right) => (left.name < right.name ? -1 : 1)),
    ),
  );
  const repository = openFollowedRepository(t);
  repository.write("good/b", "2");
  repository.commit();
  addModule(repository, "lib", { url: module.url, commit: module.git("rev-parse", "main") });
  const { folder } = await repository.sync({ submodules: true, path: "lib/up" });
  t.is(readFileSync(join(folder, "lib/up/b"), "utf8"), "2");
  t.false(existsSync(join(folder, "lib/out")));
});
