import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test from "ava";
import type { ExecutionContext } from "ava";

import type { GitRepository, GitRevision } from "../../git/model/git-repository.ts";
import { usualGitLimits } from "../../git/model/git-source.ts";
import { ModuleStore, moduleUrl, type RunningModule } from "./module-source.ts";

const source = {
  url: moduleUrl("echo"),
  ref: "",
  path: "",
  submodules: false,
  access: {},
  limits: usualGitLimits,
};
const { signal } = new AbortController();

function temporary(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), "module-store-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

function moduleIn(folder: string, choices: Partial<RunningModule> = {}): RunningModule {
  const digest = `sha256:${"a".repeat(64)}`;
  return {
    name: "echo",
    label: "v1.0.0",
    digest,
    folder,
    isChart: false,
    isForced: false,
    values: {},
    at: 0,
    ...choices,
  };
}

async function fetched(repository: GitRepository): Promise<GitRevision> {
  return repository.fetch(await repository.look(signal), signal);
}

async function openStore(
  t: ExecutionContext,
): Promise<{ readonly store: ModuleStore; readonly folder: string }> {
  const folder = join(temporary(t), "laid-out");
  const store = new ModuleStore(folder);
  await store.begin();
  return { store, folder };
}

test("a module is run again for another image or other values, but not for another time alone", async (t) => {
  const { store } = await openStore(t);
  const given = moduleIn("/nowhere");
  t.true(store.run(given));
  t.false(store.run({ ...given, at: 7 }));
  t.true(store.run({ ...given, digest: `sha256:${"b".repeat(64)}` }));
  t.true(store.run({ ...given, values: { replicas: 2 } }));
});

test("only the manifests of a module are laid out, and a released checkout leaves no files", async (t) => {
  const { store, folder } = await openStore(t);
  const files = temporary(t);
  mkdirSync(join(files, "manifests"));
  writeFileSync(join(files, "manifests/a.yaml"), "a: 1\n");
  writeFileSync(join(files, "module.yaml"), "name: echo\n");
  store.run(moduleIn(files));
  const repository = store.open(source);
  const checkout = await repository.layOut(await fetched(repository), signal);
  t.deepEqual(
    new Set(readdirSync(checkout.folder, { recursive: true, encoding: "utf8" })),
    new Set(["manifests", "manifests/a.yaml"]),
  );
  await checkout.release();
  t.deepEqual(readdirSync(folder), []);
});

test("a chart is laid out together with a file of its values", async (t) => {
  const { store } = await openStore(t);
  const files = temporary(t);
  writeFileSync(join(files, "Chart.yaml"), "name: echo\n");
  store.run(moduleIn(files, { isChart: true, values: { replicas: 2 } }));
  const repository = store.open(source);
  const checkout = await repository.layOut(await fetched(repository), signal);
  t.deepEqual(JSON.parse(readFileSync(join(checkout.folder, "converge-values.json"), "utf8")), {
    replicas: 2,
  });
  await checkout.release();
});

test("a version that has been replaced is not laid out", async (t) => {
  const { store } = await openStore(t);
  store.run(moduleIn(temporary(t)));
  const repository = store.open(source);
  const before = await fetched(repository);
  store.run(moduleIn(temporary(t), { label: "v1.1.0" }));
  await t.throwsAsync(repository.layOut(before, signal), {
    message: "another version of module echo should run now",
  });
});

test("modules on the keep list are kept, and a running module that is not on it is forgotten", async (t) => {
  const { store } = await openStore(t);
  store.run(moduleIn("/nowhere"));
  store.keep(["echo", "hello-world"]);
  t.deepEqual(
    ["echo", "hello-world", "other"].map((name) => store.keeps(name)),
    [true, true, false],
  );
  store.keep([]);
  t.false(store.keeps("echo"));
  t.is(store.running("echo"), undefined);
});
