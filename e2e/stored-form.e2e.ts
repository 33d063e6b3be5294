import test from "ava";

import { sampleObjects } from "../fixtures/recorded-refusals.ts";
import { readManifests } from "../lib/manifest/parse-manifests.ts";
import { resolveManifests } from "../lib/manifest/resolve-manifests.ts";
import {
  field,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  objectField,
} from "../lib/object/json.ts";
import { kindDefaults } from "../lib/validate/admitted/kind-defaults.ts";
import type { UnknownFields } from "../lib/validate/admitted/unknown-fields.ts";
import { renderAsStored } from "../lib/validate/as-stored.ts";
import { testCluster } from "./control-plane/test-cluster.ts";
import { collectionOf, readResources } from "./judge/builtin/builtin-corpus.ts";
import { openReviewContext } from "./judge/judge-server.ts";

test("an object of a built-in kind is shown as the API server stores it, except for generated values", async (t) => {
  t.timeout(300_000);
  const cluster = await testCluster();
  const { api } = cluster;
  const { builtin } = await openReviewContext(cluster);
  const namespace = await cluster.createNamespace(t);
  const resources = await readResources(api, namespace);
  for (const value of sampleObjects(builtin.minor)) {
    const { text } = await api("POST", `${collectionOf(value, resources) ?? ""}?dryRun=All`, value);
    const [manifest] = resolveManifests(
      readManifests({ name: "sample.json", text: JSON.stringify(value, exact) }).objects,
      "default",
    ).manifests;
    if (manifest === undefined) {
      t.fail("a sample cannot be read");
      return;
    }
    const steps = { defaulted: true, pruned: true };
    const shown = await renderAsStored(manifest, [manifest], {
      definitions: [],
      minor: builtin.minor,
      steps,
    });
    const { apiVersion, kind, name } = manifest;
    const unknown = kindDefaults.get(`${apiVersion} ${kind}`)?.unknown;
    t.not(unknown, undefined, `the defaults of ${apiVersion} ${kind} are known`);
    const form: JsonValue = JSON.parse(JSON.stringify("value" in shown ? shown.value : {}, exact));
    const found = differences(form, withoutGenerated(JSON.parse(text)), { unknown, path: kind });
    t.deepEqual(found, [], `${kind} ${name}`);
  }
});

function exact(_name: string, part: unknown): unknown {
  return typeof part === "bigint" ? Number(part) : part;
}

const generated = /^(?:uid|resourceVersion|creationTimestamp|generation|managedFields|namespace)$/;
const generatedKey = /^(?:batch\.kubernetes\.io\/)?(?:controller-uid|job-name)$|^deprecated\.daemonset\./;

/** The live object without what only a server can know. */
function withoutGenerated(live: JsonValue): JsonObject {
  const { status: _, ...object } = isObject(live) ? live : {};
  const kept = Object.entries(objectField(object, "metadata")).filter(([name]) => !generated.test(name));
  const metadata = Object.fromEntries(
    kept.flatMap(([name, value]) => {
      const map = isObject(value)
        ? Object.fromEntries(Object.entries(value).filter(([key]) => !generatedKey.test(key)))
        : value;
      return isObject(map) && Object.keys(map).length === 0 ? [] : [[name, map] as const];
    }),
  );
  return { ...object, metadata };
}

interface Place {
  readonly unknown: UnknownFields | "absent" | "always" | undefined;
  readonly path: string;
}

function differences(
  shown: JsonValue | undefined,
  live: JsonValue | undefined,
  { unknown, path }: Place,
): readonly string[] {
  if (unknown === "always" || (unknown === "absent" && shown === undefined)) {
    return [];
  }
  if (!isPart(shown) || !isPart(live)) {
    return JSON.stringify(shown) === JSON.stringify(live)
      ? []
      : [`${path}: ${JSON.stringify(shown)}, stored as ${JSON.stringify(live)}`];
  }
  return [...new Set([...Object.keys(shown), ...Object.keys(live)])].flatMap((name) => {
    const below = isObject(unknown) ? (unknown[name] ?? unknown["*"]) : undefined;
    return differences(partAt(shown, name), partAt(live, name), { unknown: below, path: `${path}.${name}` });
  });
}

function isPart(value: JsonValue | undefined): value is JsonObject {
  return value !== undefined && (isObject(value) || isArray(value));
}

function partAt(value: JsonValue, name: string): JsonValue | undefined {
  return isArray(value) ? value[Number(name)] : field(value, name);
}
