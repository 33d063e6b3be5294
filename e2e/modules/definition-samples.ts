/** Resources of modules as the documents show them. */
import type { JsonObject } from "../../lib/object/json.ts";

/** The message of a release that needs an approval. */
export const approval = `Release is waiting for the 'modules.deckhouse.io/approved: "true"' annotation`;

/** The time of the last change of the objects. */
export const reportedAt = "2023-12-07T08:41:21Z";

/** The fields of a release besides its phase. */
export interface ReleaseSaying {
  readonly policy?: string;
  readonly message?: string;
}

/** The release of that name, `test-v0.8.3`. */
export function release(name: string, phase: string, { policy, message }: ReleaseSaying = {}): JsonObject {
  const [, moduleName = "", version = ""] = /^(.+)-v\.?(\d.*)$/.exec(name) ?? [];
  const labels = policy === undefined ? {} : { "modules.deckhouse.io/update-policy": policy };
  return {
    apiVersion: "deckhouse.io/v1alpha1",
    kind: "ModuleRelease",
    metadata: { name, labels },
    spec: { moduleName, version },
    status: { phase, transitionTime: reportedAt, ...(message === undefined ? {} : { message }) },
  };
}

/** A release of the platform. */
export function platform(name: string, phase: string, message?: string): JsonObject {
  return {
    apiVersion: "deckhouse.io/v1alpha1",
    kind: "DeckhouseRelease",
    metadata: { name },
    spec: { version: name },
    status: { phase, transitionTime: reportedAt, ...(message === undefined ? {} : { message }) },
  };
}

/** An override of a module. */
export function override(name: string, message: string): JsonObject {
  return {
    apiVersion: "deckhouse.io/v1alpha2",
    kind: "ModulePullOverride",
    metadata: { name },
    spec: { imageTag: "main-patch-03354" },
    status: { message, updatedAt: reportedAt },
  };
}

/** A source as in the document, with a status. */
export function source(status: JsonObject): JsonObject {
  return {
    apiVersion: "deckhouse.io/v1alpha1",
    kind: "ModuleSource",
    metadata: { name: "test" },
    spec: {
      registry: {
        ca: "",
        dockerCfg: "someBase64String==",
        repo: "registry.example.com/deckhouse/modules",
        scheme: "HTTPS",
      },
    },
    status,
  };
}

/** A module with an override, as in the document. */
export function exampleModule(): JsonObject {
  const types = ["EnabledByModuleConfig", "EnabledByModuleManager", "IsReady", "IsOverridden"];
  return {
    apiVersion: "deckhouse.io/v1alpha1",
    kind: "Module",
    metadata: { labels: { "deckhouse.io/epoch": "1326105356" }, name: "example" },
    properties: {
      availableSources: ["example"],
      releaseChannel: "Stable",
      requirements: { deckhouse: "> v1.63.0", kubernets: "> v1.30.0" },
      source: "example",
      version: "mpo-tag",
      weight: 910,
    },
    status: { conditions: types.map(condition), phase: "Ready" },
  };
}

function condition(type: string): JsonObject {
  return {
    lastProbeTime: "2024-12-03T15:57:20Z",
    lastTransitionTime: "2024-12-03T15:57:20Z",
    status: "True",
    type,
  };
}
