import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { readManifests } from "../../../lib/manifest/parse-manifests.ts";
import { builtinKind } from "../../../lib/object/builtin/builtin-kind.ts";
import {
  field,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
} from "../../../lib/object/json.ts";
import type { BuiltinSchemas } from "../../../lib/validate/builtin/builtin-schemas.ts";
import type { Api } from "../../control-plane/api.ts";

/** Groups whose kinds are judged elsewhere, or that no manifest holds. */
const otherGroups: ReadonlySet<string> = new Set([
  "apiextensions.k8s.io",
  "authentication.k8s.io",
  "authorization.k8s.io",
]);

/** Objects that use what manifests of real software rarely use. */
const samples = join(import.meta.dirname, "samples");

/** An object of a built-in kind. */
export interface CorpusObject {
  readonly kind: string;
  readonly object: JsonObject;
}

/**
 * Reads the objects of built-in kinds in folders, and the samples, without those that differ only in names.
 * What admission would look up in the cluster is taken away.
 */
export function readCorpus(folders: readonly string[], builtin: BuiltinSchemas): readonly CorpusObject[] {
  const texts = [samples, ...folders].flatMap(filesIn).map((file) => readFileSync(file, "utf8"));
  const seen = new Set<string>();
  return texts
    .flatMap((text, index) => readManifests({ name: `${index}.yaml`, text }).objects)
    .filter(({ value }) => isJudged(value, builtin))
    .map(({ kind, value }) => ({ kind, object: withoutLookups(value) }))
    .filter(({ object }) => {
      const { metadata: _, ...rest } = object;
      const key = JSON.stringify(rest, (_name, part: unknown) =>
        typeof part === "bigint" ? String(part) : part,
      );
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    });
}

function filesIn(path: string): readonly string[] {
  return statSync(path).isDirectory()
    ? readdirSync(path)
        .toSorted()
        .flatMap((name) => filesIn(join(path, name)))
    : [path].filter((file) => /\.ya?ml$/.test(file));
}

function isJudged(value: JsonObject, builtin: BuiltinSchemas): boolean {
  const apiVersion = stringField(value, "apiVersion") ?? "";
  const kind = stringField(value, "kind") ?? "";
  const group = apiVersion.includes("/") ? (apiVersion.split("/")[0] ?? "") : "";
  return (
    builtin.serves(apiVersion, kind) &&
    builtinKind(group, kind) !== undefined &&
    !otherGroups.has(group) &&
    !["Binding", "ComponentStatus", "List"].includes(kind)
  );
}

/** Fields of pods that admission looks up. */
const lookups: ReadonlySet<string> = new Set([
  "serviceAccountName",
  "serviceAccount",
  "priorityClassName",
  "runtimeClassName",
]);

function withoutLookups(object: JsonObject): JsonObject {
  const kind = stringField(object, "kind");
  const { namespace: _, resourceVersion: __, uid: ___, ...metadata } = objectField(object, "metadata");
  const own = { ...object, metadata };
  if (kind !== "Pod") {
    return own;
  }
  const spec = Object.entries(objectField(object, "spec")).filter(([name]) => !lookups.has(name));
  return { ...own, spec: Object.fromEntries(spec) };
}

/** The path of the collection of a kind; namespaced ones in a namespace. */
export function collectionOf(object: JsonObject, resources: ReadonlyMap<string, string>): string | undefined {
  return resources.get(`${stringField(object, "apiVersion") ?? ""}/${stringField(object, "kind") ?? ""}`);
}

/** Reads the paths of all kinds that the server can create, from discovery. */
export async function readResources(api: Api, namespace: string): Promise<ReadonlyMap<string, string>> {
  const read = async (path: string): Promise<JsonValue> => {
    const { status, text } = await api("GET", path);
    // The group of a CRD that is being deleted has no resources any more.
    return status === 200 ? JSON.parse(text) : {};
  };
  const groups = listField(await read("/apis"), "groups").flatMap((group) => listField(group, "versions"));
  const versions = ["v1", ...groups.map((one) => stringField(one, "groupVersion") ?? "")];
  const lists = versions.map(async (version): Promise<readonly (readonly [string, string])[]> => {
    const base = version === "v1" ? "/api/v1" : `/apis/${version}`;
    const resources = listField(await read(base), "resources");
    return resources
      .filter((one) => stringField(one, "name")?.includes("/") === false)
      .map((one) => {
        const place = field(one, "namespaced") === true ? `/namespaces/${namespace}` : "";
        const path = `${base}${place}/${stringField(one, "name") ?? ""}`;
        return [`${version}/${stringField(one, "kind") ?? ""}`, path];
      });
  });
  return new Map((await Promise.all(lists)).flat());
}
