import test from "ava";

import { object, pods } from "../../../fixtures/planned.ts";
import { readManifests } from "../../manifest/parse-manifests.ts";
import { type JsonObject, stringifyJson } from "../../object/json.ts";
import { metadataOf, nameOf } from "../../object/metadata.ts";
import { nameLiveVersions } from "./live-versions.ts";

interface Named {
  readonly objects: readonly JsonObject[];
  readonly names: readonly string[];
  /** The objects that were looked up in the cluster. */
  readonly asked: readonly string[];
  /** The diagnostics, as `severity code message`. */
  readonly found: readonly string[];
}

/** Names the versions of objects in a cluster with these newest versions, by the names without numbers. */
async function named(
  written: readonly JsonObject[],
  newest: Readonly<Record<string, JsonObject>> = {},
  selector?: JsonObject,
): Promise<Named> {
  const text = written.map((one) => stringifyJson(one)).join("\n");
  const asked: string[] = [];
  const request = {
    ...readManifests({ name: "set.json", text }),
    namespace: "shop",
    ...(selector && { selector }),
  };
  const { objects, diagnostics } = await nameLiveVersions(request, {
    newestVersions: (wanted) => {
      asked.push(...wanted.map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`));
      return Promise.resolve(wanted.map(({ name }) => newest[name]));
    },
  });
  return {
    objects: objects.map(({ value }) => value),
    names: objects.map(({ name }) => name),
    asked,
    found: diagnostics.map(({ severity, code, message }) => `${severity} ${code} ${message}`),
  };
}

function env(data: string, more: Readonly<Record<string, string>> = {}): JsonObject {
  const annotations = { "converge.dev/versioned": "true", ...more };
  return object("ConfigMap/env", { annotations, body: { data: { key: data } } });
}

function token(value: string): JsonObject {
  const annotations = { "converge.dev/versioned": "true" };
  return object("Secret/token", { annotations, body: { stringData: { value } } });
}

/** The last of the objects as a first apply sends it, with this version number. */
async function stored(number: number, ...written: readonly JsonObject[]): Promise<JsonObject> {
  const { objects } = await named(written);
  const value = objects.at(-1) ?? {};
  const name = nameOf(value).replace(/\d+$/, String(number));
  return { ...value, metadata: { ...metadataOf(value), name } };
}

test("a versioned object keeps the number of the newest version with the same content, or gets the next one", async (t) => {
  const newest = { env: await stored(7, env("a")) };
  t.deepEqual((await named([env("a")], newest)).names, ["env-ver-7"]);
  t.deepEqual((await named([env("b")], newest)).names, ["env-ver-8"]);
});

test("references to a versioned object that the run does not apply use its newest version in the cluster", async (t) => {
  const web = object("Deployment/web", {
    labels: { app: "web" },
    body: pods({ volumes: [{ name: "a", configMap: { name: "env" } }] }),
  });
  const newest = { env: await stored(7, env("a")) };
  const selector = { matchLabels: { app: "web" } };
  for (const [set, choice] of [
    [[env("b"), web], selector],
    [[env("b", { "kapp.k14s.io/noop": "" }), web], undefined],
    [[env("b", { "kapp.k14s.io/exists": "" }), web], undefined],
  ] as const) {
    const { names, objects } = await named(set, newest, choice);
    t.deepEqual(names, ["env-ver-7", "web"]);
    t.true(stringifyJson(objects.at(-1) ?? {}).includes('"name":"env-ver-7"'));
  }
  t.deepEqual((await named([env("b"), web], {}, selector)).names, ["env-ver-1", "web"]);
  t.deepEqual((await named([env("b"), web], newest)).names, ["env-ver-8", "web"]);
});

test("an object with local-config is not versioned", async (t) => {
  const local = env("b", { "config.kubernetes.io/local-config": "true" });
  t.deepEqual((await named([local], { env: await stored(7, env("a")) })).names, ["env"]);
});

test("a new version after the greatest number is an error", async (t) => {
  const newest = { env: await stored(999_999_999, env("a")) };
  t.deepEqual((await named([env("a")], newest)).found, []);
  t.deepEqual((await named([env("b")], newest)).found, [
    "error NameInvalid ConfigMap/env is versioned, and no number follows that of env-ver-999999999, which is in the cluster: delete env-ver-999999999 if nothing uses it, or rename env",
  ]);
  const former = { env: await stored(999_999_998, env("a")) };
  t.deepEqual((await named([env("b")], former)).found, []);
});

test("two versioned objects with the same name get the same version", async (t) => {
  const newest = { env: await stored(7, env("a")) };
  t.deepEqual((await named([env("a"), env("b")], newest)).names, ["env-ver-7", "env-ver-7"]);
});

test("a version of kapp without a content hash is followed by the next number", async (t) => {
  const { names, asked } = await named([env("a")], { env: object("ConfigMap/env-ver-3") });
  t.deepEqual(names, ["env-ver-4"]);
  t.deepEqual(asked, ["ConfigMap shop/env"]);
});

test("a versioned object from a revision keeps its name without a lookup", async (t) => {
  const { names, asked } = await named([await stored(7, env("a"))], { "env-ver-7": object("ConfigMap/x") });
  t.deepEqual(names, ["env-ver-7"]);
  t.deepEqual(asked, []);
});

test("a versioned object that refers to a new version gets a new version", async (t) => {
  const ref = { "kapp.k14s.io/versioned-explicit-ref": "apiVersion: v1\nkind: Secret\nname: token\n" };
  const newest = { env: await stored(7, token("1"), env("a", ref)) };
  t.deepEqual((await named([env("a", ref), token("1")], newest)).names, ["env-ver-7", "token-ver-1"]);
  const later = { ...newest, token: object("Secret/token-ver-1") };
  t.deepEqual((await named([env("a", ref), token("1")], later)).names, ["env-ver-8", "token-ver-2"]);
});
