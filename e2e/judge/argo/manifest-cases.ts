/** Cases made of published manifests: waves and hooks are drawn. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { readManifests } from "../../../lib/manifest/parse-manifests.ts";
import { isObject, type JsonObject, objectField, stringField } from "../../../lib/object/json.ts";
import { type Dice, rollDice } from "../dice.ts";
import { type CaseMaker, mark } from "./argo-case.ts";

/** Kinds that would disturb the cluster, or that no controller makes ready in it. */
const leftOut: ReadonlySet<string> = new Set([
  "APIService",
  "MutatingWebhookConfiguration",
  "ValidatingWebhookConfiguration",
  "HorizontalPodAutoscaler",
]);

const hookKinds: ReadonlySet<string> = new Set(["Job", "ConfigMap", "ServiceAccount"]);

/** The kinds without a namespace of these sets. */
const wideKinds: ReadonlySet<string> = new Set([
  "ClusterRole",
  "ClusterRoleBinding",
  "Namespace",
  "PriorityClass",
  "StorageClass",
]);

/** Cases by file or folder in the folder. */
export function manifestCases(folder: string, seed: string): readonly (readonly [string, CaseMaker])[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => {
      const objects = filesOf(join(folder, name)).flatMap(objectsOf);
      return [name, (namespace) => ({ first: laidOut(objects, rollDice(seed, name), namespace) })] as const;
    });
}

function filesOf(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) {
    return [path];
  }
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:ya?ml|json)$/.test(file))
    .toSorted()
    .map((file) => join(path, file));
}

function objectsOf(path: string): readonly JsonObject[] {
  const { objects } = readManifests({ name: path, text: readFileSync(path, "utf8") });
  return objects.map(({ value }) => value).filter((value) => !leftOut.has(kindOf(value)));
}

function laidOut(objects: readonly JsonObject[], dice: Dice, namespace: string): readonly JsonObject[] {
  const renaming = renamingOf(objects);
  return objects.map((object) => {
    const isPlaced = dice.chance(0.5);
    const wave = String(dice.below(6) - 2);
    const hook = dice.pick(["PreSync", "Sync", "PostSync"]);
    const isHook = hookKinds.has(kindOf(object)) && dice.chance(0.1);
    return mark(apart(object, renaming, namespace), {
      unwatched: "true",
      ...(isPlaced ? { wave } : {}),
      ...(isHook ? { hook } : {}),
    });
  });
}

function kindOf(object: JsonObject): string {
  return stringField(object, "kind") ?? "";
}

/** The groups and namespaces of a set, which are renamed. */
interface Renaming {
  readonly groups: ReadonlySet<string>;
  readonly homes: ReadonlySet<string>;
}

function renamingOf(objects: readonly JsonObject[]): Renaming {
  const definitions = objects.filter((object) => kindOf(object) === "CustomResourceDefinition");
  const homes = objects.filter((object) => kindOf(object) === "Namespace");
  return {
    groups: new Set(definitions.map(({ spec }) => stringField(spec, "group") ?? "")),
    homes: new Set(homes.map(({ metadata }) => stringField(metadata, "name") ?? "")),
  };
}

/** The object with a name of its own for everything that has no namespace. */
function apart(object: JsonObject, { groups, homes }: Renaming, namespace: string): JsonObject {
  const kind = kindOf(object);
  if (kind === "CustomResourceDefinition") {
    return definitionApart(object, namespace);
  }
  const { namespace: home, ...metadata } = objectField(object, "metadata");
  const [group = "", version = ""] = (stringField(object, "apiVersion") ?? "").split("/");
  const isIn = typeof home === "string" && homes.has(home);
  return {
    ...object,
    ...(groups.has(group) ? { apiVersion: `${namespace}.${group}/${version}` } : {}),
    metadata: {
      ...metadata,
      ...(isIn ? { namespace: `${home}-${namespace}` } : {}),
      ...(wideKinds.has(kind) ? { name: `${stringField(metadata, "name") ?? ""}-${namespace}` } : {}),
    },
  };
}

function definitionApart(object: JsonObject, namespace: string): JsonObject {
  const { spec, metadata } = object;
  const { conversion: _conversion, ...rest } = isObject(spec) ? spec : {};
  const group = `${namespace}.${stringField(spec, "group") ?? ""}`;
  const plural = stringField(objectField(spec, "names"), "plural") ?? "";
  const annotations = objectField(metadata, "annotations");
  const { "api-approved.kubernetes.io": _approved, ...kept } = annotations;
  return {
    ...object,
    metadata: { ...(isObject(metadata) ? metadata : {}), name: `${plural}.${group}`, annotations: kept },
    spec: { ...rest, group },
  };
}
