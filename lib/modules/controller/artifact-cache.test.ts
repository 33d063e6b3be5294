import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { type ManualClock, manualClock } from "../../../fixtures/manual-clock.ts";
import type { ModuleRegistry } from "../registry/model/module-registry.ts";
import { RegistryError } from "../../oci/model/registry-error.ts";
import { ArtifactCache, type ImagePull } from "./artifact-cache.ts";

const order = { module: "echo", tag: "v1.0.0", label: "v1.0.0" };

test("an artifact that could not be pulled is missing again after a pause that doubles each time", async (t) => {
  const { artifacts, clock, demand } = await opened(t, [undefined, undefined, "name: echo\n"]);
  for (const pause of [15_000, 30_000]) {
    await demand();
    t.deepEqual(stateOf(artifacts), { state: "refused", message: "echo:v1.0.0 is not there" });
    clock.pass(pause * 0.9);
    t.deepEqual(stateOf(artifacts), { state: "refused", message: "echo:v1.0.0 is not there" });
    clock.pass(pause * 0.1);
    t.deepEqual(stateOf(artifacts), { state: "missing" });
  }
  await demand();
  t.deepEqual(stateOf(artifacts), { state: "here" });
});

test("an image with invalid files is pulled again after a pause, and reported as refused until then", async (t) => {
  const { artifacts, clock, demand } = await opened(t, ["name: other\n", "name: echo\n"]);
  await demand();
  t.deepEqual(stateOf(artifacts), { state: "refused", message: "module.yaml belongs to module other" });
  clock.pass(600_000);
  await demand();
  t.deepEqual(stateOf(artifacts), { state: "here" });
});

test("files from another repository are pulled again, and the old ones are removed", async (t) => {
  const { artifacts, demand, folder } = await opened(t, ["name: echo\n", "name: echo\nweight: 5\n"]);
  await demand();
  t.is(artifacts.pulled("echo", "v1.0.0")?.definition.weight, 900);
  await demand("mirror.example.com/modules");
  t.is(artifacts.pulled("echo", "v1.0.0")?.definition.weight, 5);
  t.is((await readdir(folder)).length, 2);
});

test("files that are no longer needed are removed, including those of an earlier process", async (t) => {
  const before = await opened(t, ["name: echo\n"]);
  await before.demand();
  const after = await opened(t, [], before.folder);
  await after.artifacts.begin();
  after.artifacts.tidy(() => true);
  await after.artifacts.rest();
  t.is((await readdir(before.folder)).length, 2);
  after.artifacts.tidy((module, label) => module !== "echo" || label !== "v1.0.0");
  await after.artifacts.rest();
  t.deepEqual(await readdir(before.folder), []);
});

test("no retry timer is pending after rest()", async (t) => {
  const { artifacts, clock, demand } = await opened(t, [undefined]);
  await demand();
  t.is(clock.pending(), 1);
  await artifacts.rest();
  t.is(clock.pending(), 0);
});

function stateOf(artifacts: ArtifactCache): unknown {
  return artifacts.stateOf("echo", "v1.0.0", {});
}

interface Opened {
  readonly artifacts: ArtifactCache;
  readonly clock: ManualClock;
  readonly folder: string;
  /** Requests echo v1.0.0, and resolves when the pull has ended. */
  readonly demand: (repo?: string) => Promise<void>;
}

/**
 * Opens a cache on a registry whose image holds the given definitions in turn; undefined: there is no image.
 */
async function opened(
  t: ExecutionContext,
  definitions: readonly (string | undefined)[],
  known?: string,
): Promise<Opened> {
  const folder = known ?? (await mkdtemp(join(tmpdir(), "artifacts-")));
  t.teardown(async () => rm(folder, { recursive: true, force: true }));
  const clock = manualClock(0);
  const left = [...definitions];
  let ended = Promise.withResolvers<void>();
  const artifacts = new ArtifactCache({
    folder,
    clock: { ...clock, sleep: async () => Promise.resolve() },
    random: () => 1,
    signal: new AbortController().signal,
    wake: () => {
      ended.resolve();
    },
  });
  const registry = registryOf(() => left.shift());
  return {
    artifacts,
    clock,
    folder,
    demand: async (repo = registry.repo) => {
      ended = Promise.withResolvers();
      const asked: ImagePull = { ...order, registry: { ...registry, repo } };
      artifacts.demand(asked);
      await ended.promise;
    },
  };
}

async function nothing(): Promise<never> {
  return Promise.reject(new RegistryError("missing", "nothing is there"));
}

function registryOf(next: () => string | undefined): ModuleRegistry {
  return {
    repo: "registry.example.com/modules",
    modules: nothing,
    tags: nothing,
    releaseTags: nothing,
    release: nothing,
    digest: nothing,
    pull: async (module, tag, { folder }) => {
      const definition = next();
      if (definition === undefined) {
        throw new RegistryError("missing", `${module}:${tag} is not there`);
      }
      await mkdir(folder);
      await writeFile(join(folder, "module.yaml"), definition);
      return { digest: `sha256:${"0".repeat(64)}`, size: definition.length };
    },
  };
}

test("a registry that never answers blocks neither other registries nor artifacts on disk", async (t) => {
  const { artifacts, demand, folder } = await opened(t, ["name: echo\n"]);
  await demand();
  const after = await opened(t, ["name: other\n"], folder);
  await after.artifacts.begin();
  const silent = registryOf(() => undefined);
  for (const label of ["v1.0.0", "v1.0.1", "v1.0.2", "v1.0.3", "v1.0.4"]) {
    const registry = { ...silent, pull: async () => new Promise<never>(() => {}) };
    after.artifacts.demand({ module: "silent", tag: label, label, registry });
  }
  await after.demand();
  t.is(after.artifacts.pulled("echo", "v1.0.0")?.module, "echo");
  t.is(artifacts.pulled("echo", "v1.0.0")?.digest, after.artifacts.pulled("echo", "v1.0.0")?.digest);
});
