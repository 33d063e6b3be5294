import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import { emptyFolder } from "../../fixtures/made-repository.ts";
import { type Recorded, runRecorded } from "../../fixtures/recording-shell.ts";
import { workInRepository } from "../../fixtures/working-repository.ts";

// Revisions are resolved in the repository of the working directory.
const repository = workInRepository(test);

const configMap = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n`;
const config = configMap("env");
const [one, two] = ["1".repeat(40), "2".repeat(40)];
const limit = 10 * 2 ** 20;
const large = (letter: string): string => `# ${letter.repeat(limit)}\n`;

repository.write("deploy/a.yaml", config);
repository.write("deploy/file.yaml", "# small\n");
repository.write("linking/a.yaml", config);
mkdirSync("linking/inside");
symlinkSync("../../module/base", join(repository.folder, "linking/inside/base"));
symlinkSync("../module", join(repository.folder, "linking/whole"));
repository.write("overlay/kustomization.yaml", "resources: [../base]\n");
repository.write("base/kustomization.yaml", "resources: [a.yaml]\n");
repository.write("base/a.yaml", config);
repository.commit();

/** Creates a branch with submodules at the given commits, and optionally other file contents. */
function branch(name: string, modules: Readonly<Record<string, string>>, text?: string): void {
  repository.git("checkout", "--quiet", "-b", name, "main");
  if (text !== undefined) {
    repository.write("deploy/file.yaml", text);
    repository.git("add", "--all");
  }
  for (const [path, id] of Object.entries(modules)) {
    repository.git("update-index", "--add", "--cacheinfo", `160000,${id},${path}`);
  }
  repository.git("commit", "--quiet", "--allow-empty", "--message", name);
  repository.git("checkout", "--quiet", "--force", "main");
}

branch("module-one", { "deploy/module": one });
branch("module-two", { "deploy/module": two });
branch("large-a", {}, large("a"));
branch("large-b", {}, large("b"));
branch("object", {}, configMap("file"));
branch("large-object", {}, configMap("file") + large("a"));
branch("beside-one", { module: one });
branch("beside-two", { module: two });
branch("based-one", { "base/module": one });
branch("based-two", { "base/module": two });

async function compare(line: string): Promise<Recorded> {
  const env = { PATH: process.env["PATH"], HOME: repository.folder };
  return runRecorded(["compare", ...line.split(" ")], { env });
}

const isModule = "it is a submodule";
const isLarge = `it has ${limit + 3} bytes, ${limit} are allowed`;

const reportsUnread = test.macro<[line: string, lines: readonly string[], code?: number]>({
  title: (_, line, lines) => `compare ${line} reports ${lines.length} paths as not compared`,
  exec: async (t, line, lines, code = 1) => {
    const done = await compare(line);
    const titled = lines.map((text) => `  ${text}\n`).join("");
    const amount = `${lines.length} path${lines.length === 1 ? "" : "s"} not compared`;
    t.is(
      done.stdout,
      lines.length === 0 ? "no changes, 1 unchanged\n" : `Not compared:\n${titled}\n${amount}, 1 unchanged\n`,
    );
    t.is(done.code, code);
  },
});
test(reportsUnread, "module-one module-one deploy", [], 0);
test(reportsUnread, "module-one module-two deploy", [
  "deploy/module: not read, because it is a submodule: 111111111111 → 222222222222",
]);
test(reportsUnread, "main module-two deploy", [`deploy/module: not read in the head, because ${isModule}`]);
test(reportsUnread, "module-two main deploy", [`deploy/module: not read in the base, because ${isModule}`]);
test(reportsUnread, "main large-a deploy", [`deploy/file.yaml: not read in the head, because ${isLarge}`]);
test(reportsUnread, "large-a main deploy", [`deploy/file.yaml: not read in the base, because ${isLarge}`]);
test(reportsUnread, "large-a large-a deploy", [], 0);
// An object that is not read on one side is neither added nor deleted.
test(reportsUnread, "object large-a deploy", [`deploy/file.yaml: not read in the head, because ${isLarge}`]);
test(reportsUnread, "large-a object deploy", [`deploy/file.yaml: not read in the base, because ${isLarge}`]);
test(reportsUnread, "beside-one beside-two deploy", [], 0);
const beside = `module: not read, because ${isModule}: 111111111111 → 222222222222`;
test(reportsUnread, "beside-one beside-two linking", [beside]);
test(reportsUnread, "beside-one beside-two linking/a.yaml", [], 0);
// A kustomization reads other folders.
test(reportsUnread, "based-one based-two overlay", [
  `base/module: not read, because ${isModule}: 111111111111 → 222222222222`,
]);
test(reportsUnread, "based-one based-one overlay", [], 0);
test(reportsUnread, "based-one based-two deploy", [], 0);
test(
  reportsUnread,
  "module-one module-two deploy --fail-on none",
  [`deploy/module: not read, because ${isModule}: 111111111111 → 222222222222`],
  0,
);
// It may hide a deletion.
test(reportsUnread, "module-one module-two deploy --fail-on prune", [
  `deploy/module: not read, because ${isModule}: 111111111111 → 222222222222`,
]);

test("every output format names the path that is not compared", async (t) => {
  const line = "deploy/module: not read, because it is a submodule: 111111111111 → 222222222222";
  const outputs = {
    markdown: `### converge: 1 path not compared\n\n\`module-one (`,
    json: '"headline": "1 path not compared"',
    github: `::warning file=deploy/module,line=1,title=Not compared::${line}`,
    html: `1 path not compared`,
  };
  for (const [format, text] of Object.entries(outputs)) {
    const { stdout, code } = await compare(`module-one module-two deploy -o ${format}`);
    t.true(stdout.includes(text), format);
    t.is(code, 1);
  }
  const { stdout } = await compare("module-one module-two deploy -o json");
  t.deepEqual((JSON.parse(stdout) as { readonly uncompared: unknown }).uncompared, [
    { path: "deploy/module", reason: isModule, before: one, after: two },
  ]);
  const markdown = await compare("module-one module-two deploy -o markdown");
  t.true(markdown.stdout.includes(`- **not compared** \`${line}\`\n`));
});

test.serial("unread paths of a revision are compared with the working tree by content", async (t) => {
  repository.git("checkout", "--quiet", "large-a");
  const same = await compare("-q large-a deploy");
  repository.write("deploy/file.yaml", large("b"));
  const other = await compare("-q large-a deploy");
  repository.git("checkout", "--quiet", "--force", "module-one");
  const module = await compare("-q module-one deploy");
  const before = await compare("-q module-two deploy");
  rmSync("deploy/module", { recursive: true, force: true });
  const gone = await compare("-q module-one deploy");
  repository.git("checkout", "--quiet", "--force", "main");
  t.deepEqual(
    [same, other, module, before, gone].map(({ stdout, code }) => [stdout, code]),
    [
      ["no changes, 1 unchanged\n", 0],
      ["1 path not compared, 1 unchanged\n", 1],
      ["no changes, 1 unchanged\n", 0],
      ["1 path not compared, 1 unchanged\n", 1],
      ["1 path not compared, 1 unchanged\n", 1],
    ],
  );
});

test.serial("a clean working tree has no changes, even with files that revisions do not read", async (t) => {
  repository.git("checkout", "--quiet", "-b", "clean", "large-object");
  repository.git("init", "--quiet", "deploy/module");
  repository.write("deploy/module/a.yaml", configMap("module"));
  const inModule = (...words: readonly string[]): string => repository.git("-C", "deploy/module", ...words);
  inModule("add", "--all");
  inModule("commit", "--quiet", "--message", "state");
  const outside = emptyFolder(t);
  writeFileSync(join(outside, "a.yaml"), configMap("outside"));
  symlinkSync(outside, "deploy/out");
  repository.commit();
  const onBranch = await compare("-q clean deploy");
  inModule("checkout", "--quiet", "--detach");
  const detached = await compare("-q clean deploy");
  const named = await compare("-q clean deploy/file.yaml deploy/module");
  repository.write("deploy/module/a.yaml", configMap("other"));
  inModule("commit", "--quiet", "--all", "--message", "other");
  const ahead = await compare("clean deploy");
  rmSync("deploy/module", { recursive: true, force: true });
  repository.git("checkout", "--quiet", "--force", "main");
  t.deepEqual(
    [onBranch, detached, named].map(({ stdout, code }) => [stdout, code]),
    [
      ["no changes, 1 unchanged\n", 0],
      ["no changes, 1 unchanged\n", 0],
      ["no changes\n", 0],
    ],
  );
  const line = `deploy/module: not read in the base, because ${isModule}`;
  t.is(ahead.stdout, `Not compared:\n  ${line}\n\n1 path not compared, 1 unchanged\n`);
});

test.serial("an object behind a link to a file over the size limit is not compared", async (t) => {
  repository.git("checkout", "--quiet", "-b", "linked-large", "main");
  repository.write("other/file.yaml", configMap("file") + large("a"));
  symlinkSync("../other/file.yaml", "deploy/link.yaml");
  repository.commit();
  const { stdout } = await compare("-q linked-large deploy");
  repository.git("checkout", "--quiet", "--force", "main");
  t.is(stdout, "no changes, 1 unchanged\n");
});

test.serial("a unit with a path that is not compared counts as changed", async (t) => {
  const sync = `apiVersion: converge.dev/v1\nkind: Sync\nunits:\n  - { name: web, namespace: shop, source: { url: "${repository.url}", path: deploy } }\n`;
  for (const [name, module] of [
    ["units-one", one],
    ["units-two", two],
  ] as const) {
    repository.git("checkout", "--quiet", "-b", name, "main");
    repository.write("sync.yaml", sync);
    repository.git("add", "--all");
    repository.git("commit", "--quiet", "--message", "units");
    repository.git("update-index", "--add", "--cacheinfo", `160000,${module},deploy/module`);
    repository.git("commit", "--quiet", "--message", "module");
    repository.git("checkout", "--quiet", "--force", "main");
  }
  repository.git("checkout", "--quiet", "--force", "units-one");
  const same = await compare("-q units-one units-one --config sync.yaml");
  repository.write("deploy/module/a.yaml", configMap("module"));
  const working = await compare("-q units-one --config sync.yaml");
  rmSync("deploy/module", { recursive: true, force: true });
  repository.git("checkout", "--quiet", "--force", "main");
  t.deepEqual([working.stdout, working.code], ["no changes, 1 unit\n", 0]);
  t.deepEqual([same.stdout, same.code], ["no changes, 1 unit\n", 0]);
  const { stdout, code } = await compare("units-one units-two --config sync.yaml");
  t.is(code, 1);
  t.is(
    stdout,
    `Unit web: 1 path not compared\n\nNot compared:\n  deploy/module: not read, because ${isModule}: 111111111111 → 222222222222\n\n1 unit: 1 changed; 1 path not compared\n`,
  );
});

test.serial("a configuration that is a link out of the revision is rejected", async (t) => {
  repository.git("checkout", "--quiet", "-b", "linked", "main");
  symlinkSync("/etc/hostname", join(repository.folder, "linked.yaml"));
  repository.commit();
  repository.git("checkout", "--quiet", "--force", "main");
  const { stderr, code } = await compare("linked linked --config linked.yaml");
  t.is(code, 2);
  t.regex(
    stderr,
    /^error: "linked\.yaml" of [0-9a-f]{12} is not read: it is a link, and it leads to an absolute/,
  );
});
