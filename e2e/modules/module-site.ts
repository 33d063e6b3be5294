/** A cluster of a test's own with a registry beside it, and the controllers of modules in it. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { ExecutionContext } from "ava";

import type { Clock } from "../../lib/object/clock.ts";
import { openRepository } from "../../lib/registry/open-registry.ts";
import { publishModule } from "../../lib/registry/push/publish-module.ts";
import type { JsonObject } from "../../lib/object/json.ts";
import { readSource } from "../../lib/manifest/read-source.ts";
import type { Client, LiveObject, Wanted } from "../control-plane/api.ts";
import { testFolder } from "../git/test-folder.ts";
import { wallClock } from "../open-test-cluster.ts";
import { startRegistry, type TestRegistry } from "../registry/start-registry.ts";
import { startOwnApiServer } from "../sync/own-api-server.ts";
import { beginProgram, type Sidecar } from "../sync/sidecar.ts";
import { kubectl } from "../sync/told-unit.ts";

/** A version of a module as a test writes it: module.yaml and manifests, or any other files. */
export interface ModuleVersion {
  readonly name: string;
  /** `v1.0.0`, or an image tag. */
  readonly version: string;
  readonly channels?: readonly string[];
  /** What module.yaml says besides the name. */
  readonly definition?: JsonObject;
  /** By path. Without any it brings a ConfigMap of the module's name that holds its version. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Where a test works. */
export interface ModuleSite {
  readonly client: Client;
  readonly kubeconfig: string;
  readonly registry: TestRegistry;
  /** Publishes a version; what is there by that name is replaced. */
  readonly publish: (version: ModuleVersion) => Promise<void>;
  /** Makes the source `dev` of all that is published. */
  readonly addSource: () => Promise<void>;
  /** Applies objects of the group deckhouse.io, status and all. */
  readonly put: (...objects: readonly JsonObject[]) => Promise<void>;
  /** Changes one by a merge patch. */
  readonly patch: (path: string, body: object) => Promise<void>;
  readonly remove: (path: string) => Promise<void>;
  /** Waits until an object of the group deckhouse.io is as wanted: `modulereleases/echo-v1.0.0`. */
  readonly until: (path: string, wanted: Wanted) => Promise<LiveObject | undefined>;
  /** Waits until the ConfigMap of a module holds that version, or is gone. */
  readonly untilRuns: (module: string, version: string | undefined) => Promise<void>;
  /** The phase and message of each release of a module, by version. */
  readonly releases: (module: string) => Promise<Readonly<Record<string, string>>>;
  readonly kubectl: (...words: readonly string[]) => Promise<string>;
  /** Begins `converge modules run`. */
  readonly begin: (words?: readonly string[], clock?: Clock) => Sidecar;
}

const group = "/apis/deckhouse.io/v1alpha1";
const repository = "modules";

/** Opens a site, whose servers end with the test. */
export async function openModuleSite(t: ExecutionContext): Promise<ModuleSite> {
  const registry = await startRegistry(t);
  const { client, kubeconfig } = await startOwnApiServer(t);
  await applyDefinitions(client);
  const repo = `${registry.host}/${repository}`;
  const put = async (object: JsonObject): Promise<void> => putObject(client, object);
  const until: ModuleSite["until"] = async (path, wanted) => client.until(`${group}/${path}`, wanted);
  return {
    client,
    kubeconfig,
    registry,
    until,
    publish: async (version) => publish(t, version, repo),
    addSource: async () =>
      put({
        apiVersion: "deckhouse.io/v1alpha1",
        kind: "ModuleSource",
        metadata: { name: "dev" },
        spec: { registry: { repo, scheme: "HTTP" } },
      }),
    put: async (...objects) => {
      for (const object of objects) {
        await put(object);
      }
    },
    patch: async (path, body) => {
      await asked(client.api("PATCH", `${group}/${path}`, body));
    },
    remove: async (path) => {
      await asked(client.api("DELETE", `${group}/${path}`));
    },
    untilRuns: async (module, version) => {
      const path = `/api/v1/namespaces/d8-${module}/configmaps/${module}`;
      await client.until(path, (map) => map?.data?.["version"] === version);
    },
    releases: async (module) => releasesOf(client, module),
    kubectl: async (...words) => kubectl({ kubeconfig }, "default", words),
    begin: (words = [], clock = wallClock) =>
      beginProgram(
        t,
        [
          "modules",
          "run",
          "--log-format",
          "json",
          "--state-dir",
          testFolder(t),
          "--interval",
          "1s",
          ...words,
        ],
        { kubeconfig, clock },
      ),
  };
}

/** The file that a test wrote, as a folder of the module; a tag that is no version has no release. */
async function publish(t: ExecutionContext, version: ModuleVersion, repo: string): Promise<void> {
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
  const access = { repo, scheme: "HTTP", ca: "", dockerCfg: "" } as const;
  const opened = openRepository(access, {
    clock: wallClock,
    random: Math.random,
    userAgent: "converge-test",
    architecture: "amd64",
  });
  const { signal } = new AbortController();
  const publication = { folder, module: name, version: version.version, channels, overwrite: true, signal };
  await publishModule(opened, publication);
}

async function applyDefinitions(client: Client): Promise<void> {
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
      await client.until(path, (definition) =>
        JSON.stringify(definition?.status?.["conditions"] ?? []).includes('"type":"Established"'),
      );
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
  return Object.fromEntries(
    found.map(({ spec, status }) => {
      const words = [status?.["phase"], status?.["message"]].filter(
        (word) => word !== undefined && word !== "",
      );
      return [String(spec?.["version"]), words.join(": ")];
    }),
  );
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
