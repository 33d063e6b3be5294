/** A cluster of a test with a registry, and the controllers of modules in it. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { ExecutionContext } from "ava";

import type { Clock } from "../../lib/async/clock.ts";
import type { RegistryAccess } from "../../lib/oci/model/registry-access.ts";
import { type OpenedRepository, openRepository } from "../../lib/oci/open-repository.ts";
import { publishModule } from "../../lib/modules/registry/push/publish-module.ts";
import type { JsonObject } from "../../lib/object/json.ts";
import { readSource } from "../../lib/manifest/parse-source.ts";
import type { Client, LiveObject, Wanted } from "../control-plane/api.ts";
import { untilDefined } from "../control-plane/until-defined.ts";
import { testFolder } from "../git/test-folder.ts";
import { wallClock } from "../open-test-cluster.ts";
import { type RegistrySetup, startRegistry, type TestRegistry } from "../registry/start-registry.ts";
import { startOwnApiServer } from "../sync/own-api-server.ts";
import { beginProgram, type Sidecar } from "../sync/sidecar.ts";
import { kubectl } from "../sync/reported-unit.ts";

/** A version of a module in a test: module.yaml and manifests, or any other files. */
export interface ModuleVersion {
  readonly name: string;
  /** `v1.0.0`, or an image tag. */
  readonly version: string;
  readonly channels?: readonly string[];
  /** The fields of module.yaml besides the name. */
  readonly definition?: JsonObject;
  /** Files by path. By default a ConfigMap with the module's name that contains its version. */
  readonly files?: Readonly<Record<string, string>>;
}

/** The environment of a test. */
export interface ModuleSite {
  readonly client: Client;
  readonly kubeconfig: string;
  readonly registry: TestRegistry;
  /** Publishes a version, and replaces an existing one. */
  readonly publish: (version: ModuleVersion) => Promise<void>;
  /** Creates the source `dev` of all published modules, optionally with other access to its registry. */
  readonly addSource: (access?: JsonObject) => Promise<void>;
  /** Applies objects of the group deckhouse.io, with their status. */
  readonly put: (...objects: readonly JsonObject[]) => Promise<void>;
  /** Changes an object by a merge patch. */
  readonly patch: (path: string, body: object) => Promise<void>;
  readonly remove: (path: string) => Promise<void>;
  /** Waits until an object of the group deckhouse.io is as wanted: `modulereleases/echo-v1.0.0`. */
  readonly until: (path: string, wanted: Wanted) => Promise<LiveObject | undefined>;
  /** Waits until the ConfigMap of a module contains that version, or is gone. */
  readonly untilRuns: (module: string, version: string | undefined) => Promise<void>;
  /**
   * Waits until the ConfigMap of a module contains that version; returns all versions that the API server has
   * seen in it meanwhile.
   */
  readonly versionsUntil: (module: string, version: string) => Promise<readonly string[]>;
  /** The phase and message of each release of a module, by version. */
  readonly releases: (module: string) => Promise<Readonly<Record<string, string>>>;
  /**
   * Waits until those releases of a module, by version, have that phase and message, or are gone if
   * undefined; then returns them all.
   */
  readonly untilReleases: (
    module: string,
    wanted: Readonly<Record<string, string | undefined>>,
  ) => Promise<Readonly<Record<string, string>>>;
  readonly kubectl: (...words: readonly string[]) => Promise<string>;
  /** Starts `converge modules run`. */
  readonly begin: (words?: readonly string[], clock?: Clock) => Sidecar;
}

const group = "/apis/deckhouse.io/v1alpha1";
const repository = "modules";

/** Opens a site, whose servers end with the test. */
export async function openModuleSite(t: ExecutionContext, setup: RegistrySetup = {}): Promise<ModuleSite> {
  const registry = await startRegistry(t, setup);
  const { client, kubeconfig } = await startOwnApiServer(t);
  await applyDefinitions(client);
  const objects = objectsIn(client);
  const words = ["modules", "run", "--log-format", "json", "--interval", "1s"];
  return {
    client,
    kubeconfig,
    registry,
    ...objects,
    publish: async (version) => publish(t, version, registry),
    addSource: async (access = {}) =>
      objects.put({
        apiVersion: "deckhouse.io/v1alpha1",
        kind: "ModuleSource",
        metadata: { name: "dev" },
        spec: { registry: { ...accessTo(registry), ...access } },
      }),
    kubectl: async (...asking) => kubectl({ kubeconfig }, "default", asking),
    begin: (more = [], clock = wallClock) =>
      beginProgram(t, [...words, "--state-dir", testFolder(t), ...more], { kubeconfig, clock }),
  };
}

/** The path of the default ConfigMap of a module. */
export function mapOf(module: string): string {
  return `/api/v1/namespaces/d8-${module}/configmaps/${module}`;
}

type SiteObjects = Pick<
  ModuleSite,
  "put" | "patch" | "remove" | "until" | "untilRuns" | "versionsUntil" | "releases" | "untilReleases"
>;

function objectsIn(client: Client): SiteObjects {
  const until: ModuleSite["until"] = async (path, wanted) => untilServed(client, `${group}/${path}`, wanted);
  return {
    until,
    put: async (...objects) => {
      for (const object of objects) {
        await putObject(client, object);
      }
    },
    patch: async (path, body) => {
      await asked(client.api("PATCH", `${group}/${path}`, body));
    },
    remove: async (path) => {
      await asked(client.api("DELETE", `${group}/${path}`));
    },
    untilRuns: async (module, version) => {
      await client.until(mapOf(module), (map) => map?.data?.["version"] === version);
    },
    versionsUntil: async (module, version) => {
      const seen = new Set<string>();
      await client.until(mapOf(module), (map) => {
        const found = map?.data?.["version"];
        seen.add(found ?? "gone");
        return found === version;
      });
      return [...seen];
    },
    releases: async (module) => releasesOf(client, module),
    untilReleases: async (module, wanted) => {
      for (const [version, words] of Object.entries(wanted)) {
        await until(
          `modulereleases/${module}-v${version}`,
          (release) => (release && wordsOf(release)) === words,
        );
      }
      return releasesOf(client, module);
    },
  };
}

/**
 * Milliseconds after which waiting fails. A kind that was defined just now refuses watches at first, which
 * ends much sooner.
 */
const enough = 30_000;

async function untilServed(client: Client, path: string, wanted: Wanted): Promise<LiveObject | undefined> {
  for (;;) {
    const begun = wallClock.now();
    try {
      return await client.until(path, wanted);
    } catch (error) {
      if (wallClock.now() - begun > enough) {
        throw error;
      }
    }
  }
}

/** The access to the module repository of a registry. */
export function accessTo({ ca, dockerCfg, host, scheme }: TestRegistry): RegistryAccess & JsonObject {
  return { repo: `${host}/${repository}`, scheme, ca, dockerCfg };
}

/** Opens the module repository of a registry for a test that pushes there itself. */
export function openModules(registry: TestRegistry): OpenedRepository {
  return openRepository(accessTo(registry), {
    clock: wallClock,
    random: Math.random,
    userAgent: "converge-test",
  });
}

/** Publishes the files of a test as a folder of the module; a tag that is not a version has no release. */
async function publish(t: ExecutionContext, version: ModuleVersion, registry: TestRegistry): Promise<void> {
  const { channels = [], definition = {}, name } = version;
  const folder = testFolder(t);
  const usual = {
    "manifests/version.yaml": JSON.stringify({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name },
      data: { version: version.version },
    }),
  };
  const files = { "module.yaml": JSON.stringify({ name, ...definition }), ...(version.files ?? usual) };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { signal } = new AbortController();
  const publication = { folder, module: name, version: version.version, channels, overwrite: true, signal };
  await publishModule(openModules(registry), publication);
}

/** Creates the CRDs of modules and of units, or recreates deleted ones. */
export async function applyDefinitions(client: Client): Promise<void> {
  const folders = ["deploy/modules/crd", "deploy/crd"];
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file !== "kustomization.yaml")
      .map((file) => join(folder, file)),
  );
  const objects = files.flatMap((file) =>
    readSource({ name: file, text: readFileSync(file, "utf8") }).documents.map(({ tree }) => tree.value),
  );
  await Promise.all(
    objects.map(async (object) => {
      const { name } = Object(Object(object).metadata);
      const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`;
      await asked(client.api("APPLY", `${path}?fieldManager=test`, object));
      await untilDefined(client, name);
    }),
  );
}

const plurals: Readonly<Record<string, string>> = {
  ModuleUpdatePolicy: "moduleupdatepolicies",
};

async function putObject(client: Client, object: JsonObject): Promise<void> {
  const { apiVersion, kind, metadata, status } = Object(object);
  const plural = plurals[kind] ?? `${String(kind).toLowerCase()}s`;
  const path = `/apis/${apiVersion}/${plural}/${metadata.name}`;
  await asked(client.api("APPLY", `${path}?fieldManager=test&force=true`, object));
  if (status !== undefined) {
    await asked(client.api("PATCH", `${path}/status`, { status }));
  }
}

async function asked(answer: ReturnType<Client["api"]>): Promise<void> {
  const { status, text } = await answer;
  if (status >= 300) {
    throw new Error(text);
  }
}

async function releasesOf(client: Client, module: string): Promise<Readonly<Record<string, string>>> {
  const { object } = await client.api("GET", `${group}/modulereleases`);
  const found = (object?.items ?? []).filter(({ spec }) => spec?.["moduleName"] === module);
  return Object.fromEntries(found.map((release) => [String(release.spec?.["version"]), wordsOf(release)]));
}

function wordsOf({ status }: LiveObject): string {
  return [status?.["phase"], status?.["message"]]
    .filter((word) => word !== undefined && word !== "")
    .join(": ");
}

/** A ModuleConfig. */
export function moduleConfig(name: string, spec: JsonObject): JsonObject {
  return {
    apiVersion: "deckhouse.io/v1alpha1",
    kind: "ModuleConfig",
    metadata: { name },
    spec: { version: 1, ...spec },
  };
}

/** A ModuleUpdatePolicy for that module, on the channel Alpha. */
export function updatePolicy(module: string, mode: string, update: JsonObject = {}): JsonObject {
  return {
    apiVersion: "deckhouse.io/v1alpha2",
    kind: "ModuleUpdatePolicy",
    metadata: { name: `${module}-alpha` },
    spec: { releaseChannel: "Alpha", update: { mode, ...update } },
  };
}

/** A ModulePullOverride. */
export function pullOverride(name: string, spec: JsonObject): JsonObject {
  return { apiVersion: "deckhouse.io/v1alpha2", kind: "ModulePullOverride", metadata: { name }, spec };
}
