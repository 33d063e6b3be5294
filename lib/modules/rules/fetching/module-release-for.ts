import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
} from "../../../object/json.ts";
import { metadataOf } from "../../../object/metadata.ts";
import { formatVersion, type Version } from "../../../object/semver/version.ts";
import { moduleGroup, versionOfKind } from "../resource/module-kind.ts";
import type { ModuleObjects } from "../module-objects.ts";
import { boundText } from "../resource/update-policy.ts";
import { policyNameOf } from "./policy-of-module.ts";

/** A version of a module in its registry. */
export interface ReleaseOrigin {
  readonly module: string;
  /** The name of the ModuleSource. */
  readonly source: string;
  readonly version: Version;
  /** Digest of the manifest under `release`: `sha256:…`. */
  readonly digest: string;
  /** The content of module.yaml; undefined if the image has none. */
  readonly definition: JsonObject | undefined;
  /** The cause of the release: `step-by-step`. */
  readonly cause: string;
  /** The content of changelog.yaml; undefined if the image has none. */
  readonly changelog: JsonValue | undefined;
}

const defaultWeight = 900;

/** The fields that a release copies from module.yaml. */
const takenOver = ["requirements", "accessibility", "stage", "exclusiveGroup", "critical"] as const;

/**
 * Returns the ModuleRelease of a version. The first one of its module is rolled out at once, regardless of
 * update windows.
 */
export function moduleReleaseFor(origin: ReleaseOrigin, objects: ModuleObjects): JsonObject {
  const { module, source, version } = origin;
  const isFirst = objects.releasesOf(module).length === 0;
  return {
    apiVersion: `${moduleGroup}/${versionOfKind.ModuleRelease}`,
    kind: "ModuleRelease",
    metadata: {
      name: `${module}-v${formatVersion(version)}`,
      annotations: {
        "modules.deckhouse.io/change-cause": `check release (${origin.cause})`,
        ...(isFirst ? { "modules.deckhouse.io/apply-now": "true" } : {}),
      },
      labels: {
        module,
        source,
        "modules.deckhouse.io/update-policy": policyNameOf({ module, source }, objects) ?? "",
        "release-checksum": checksumOf(origin.digest),
      },
      ownerReferences: [ownerOf(source, objects)],
    },
    spec: specOf(origin),
  };
}

/** Returns enough of the digest to identify it: a label holds at most 63 characters, and no colon. */
function checksumOf(digest: string): string {
  return digest.replace(/^.*:/, "").slice(0, 32);
}

function ownerOf(name: string, objects: ModuleObjects): JsonObject {
  const { uid = "" } = metadataOf(objects.get("ModuleSource", name));
  return {
    apiVersion: `${moduleGroup}/${versionOfKind.ModuleSource}`,
    controller: true,
    kind: "ModuleSource",
    name,
    uid,
  };
}

function specOf({ module, version, definition, changelog }: ReleaseOrigin): JsonObject {
  const weight = field(definition, "weight");
  const rules = listField(objectField(definition, "update"), "versions");
  const taken = takenOver.flatMap((name) => {
    const value = field(definition, name);
    return value === undefined || value === null
      ? []
      : [[name, name === "requirements" ? withTexts(value) : value] as const];
  });
  return {
    moduleName: module,
    version: formatVersion(version),
    weight: typeof weight === "number" ? weight : defaultWeight,
    ...Object.fromEntries(taken),
    ...(rules.length === 0 ? {} : { update: { versions: rules.map(asText) } }),
    ...(changelog === undefined || changelog === null ? {} : { changelog }),
  };
}

/** Turns constraints that are numbers, because quotes were forgotten, into texts. */
function withTexts(requirements: JsonValue): JsonValue {
  if (!isObject(requirements)) {
    return requirements;
  }
  const parts = Object.entries(requirements).map(([name, part]) => {
    const text = typeof part === "number" ? String(part) : part;
    return [name, name === "modules" ? withTexts(part) : text] as const;
  });
  return Object.fromEntries(parts);
}

/** Without quotes in module.yaml, `1.75` is a number. */
function asText(rule: JsonValue): JsonObject {
  const bounds = ["from", "to"].map((name) => {
    const bound = field(rule, name);
    return [name, typeof bound === "number" ? boundText(bound) : (bound ?? "")] as const;
  });
  return Object.fromEntries(bounds);
}
