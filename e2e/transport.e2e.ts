import test, { type ExecutionContext } from "ava";

import { ApiError } from "../lib/client/model/api-error.ts";
import type { Catalog, Cluster, Place, Resource } from "../lib/client/model/cluster.ts";
import { makeCatalog, readLegacy } from "../lib/client/discovery/catalog.ts";
import { field, objectField, stringField, valueAt, type JsonObject } from "../lib/object/json.ts";
import { testCluster, type TestCluster } from "./control-plane/test-cluster.ts";
import { call, coreResource, openTestCluster } from "./open-test-cluster.ts";

const options = { fieldManager: "converge", force: true } as const;
const background = { propagation: "Background" } as const;

let plane: TestCluster;

test.before(async () => {
  plane = await testCluster();
});

function configMap(name: string, data: Readonly<Record<string, string>>): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data };
}

async function setUp(t: ExecutionContext): Promise<{
  readonly cluster: Cluster;
  readonly namespace: string;
  readonly configMaps: Resource;
  readonly at: (name: string) => Place;
}> {
  const namespace = await plane.createNamespace(t);
  const cluster = await openTestCluster(t, plane.kubeconfig);
  const configMaps = await coreResource(cluster, "ConfigMap");
  return { cluster, namespace, configMaps, at: (name) => ({ resource: configMaps, namespace, name }) };
}

async function refusalOf(answer: Promise<unknown>): Promise<ApiError> {
  try {
    await answer;
  } catch (error) {
    if (error instanceof ApiError) {
      return error;
    }
    throw error;
  }
  throw new Error("the server refused nothing");
}

test("served kinds are found by kind, with scope, verbs and preferred version", async (t) => {
  const cluster = await openTestCluster(t, plane.kubeconfig);
  const catalog = await cluster.discover(call());
  t.like(catalog.find({ group: "apps", kind: "Deployment" }), {
    version: "v1",
    plural: "deployments",
    namespaced: true,
  });
  t.like(catalog.find({ group: "autoscaling", kind: "HorizontalPodAutoscaler" }), { version: "v2" });
  t.like(catalog.find({ group: "autoscaling", kind: "HorizontalPodAutoscaler" }, "v1"), { version: "v1" });
  t.is(catalog.find({ group: "autoscaling", kind: "HorizontalPodAutoscaler" }, "v9"), undefined);
  t.is(catalog.find({ group: "", kind: "Deployment" }), undefined);
  t.true(catalog.find({ group: "", kind: "Namespace" })?.verbs.includes("watch"));
  t.deepEqual(
    catalog.resources.filter(({ plural }) => plural.includes("/")),
    [],
  );
  t.is(await cluster.discover(call()), catalog);
  t.deepEqual(served(await cluster.discover(call(), true)), served(catalog));
  t.regex(await cluster.version(call()), /^v1\.\d+/);
});

/** The content of a catalog, without the kinds that other tests add meanwhile: those of other groups. */
function served(catalog: Catalog): readonly string[] {
  return catalog.resources
    .filter(({ group }) => !group.includes(".") || group.endsWith(".k8s.io"))
    .map(({ group, version, kind, plural }) => `${group}/${version} ${kind} ${plural}`)
    .toSorted();
}

test("discovery group by group gives the same result", async (t) => {
  const cluster = await openTestCluster(t, plane.kubeconfig);
  const catalog = await cluster.discover(call());
  const fetch = async (path: string): Promise<JsonObject> => {
    const { status, text } = await plane.api("GET", path);
    // A kind of another test may be deleted between the list of groups and the request for one of them.
    if (status === 404) {
      throw new ApiError(text, { status });
    }
    return JSON.parse(text);
  };
  const roots = ["/api", "/apis"].map(async (root) => readLegacy(await fetch(root), fetch));
  t.deepEqual(served(makeCatalog(await Promise.all(roots))), served(catalog));
});

test("an object is applied, read, replaced, patched, listed and deleted with every field it has", async (t) => {
  const { cluster, namespace, configMaps, at } = await setUp(t);
  const made = await cluster.apply(at("env"), configMap("env", { text: "жё🐙" }), { ...call(), options });
  t.true(made.created);
  t.deepEqual(made.warnings, []);
  const again = await cluster.apply(at("env"), configMap("env", { text: "жё🐙" }), { ...call(), options });
  t.false(again.created);
  t.deepEqual(again.object, made.object);
  const read = await cluster.get(at("env"), call());
  t.deepEqual(read, made.object);
  const replaced = await cluster.replace(
    at("env"),
    { ...read, data: { other: "1" } },
    { ...call(), options },
  );
  t.deepEqual(replaced.object["data"], { other: "1" });
  t.is((await refusalOf(cluster.replace(at("env"), read, { ...call(), options }))).reason, "Conflict");
  const merge = { type: "merge", body: { data: { third: "3" } } } as const;
  t.deepEqual((await cluster.patch(at("env"), merge, { ...call(), options })).object["data"], {
    other: "1",
    third: "3",
  });
  const json = { type: "json", body: [{ op: "remove", path: "/data/other" }] } as const;
  t.deepEqual((await cluster.patch(at("env"), json, { ...call(), options })).object["data"], { third: "3" });
  const listed = await cluster.list(
    { resource: configMaps, namespace, fieldSelector: "metadata.name=env" },
    call(),
  );
  t.deepEqual(listed, [await cluster.get(at("env"), call())]);
  const uid = stringField(objectField(read, "metadata"), "uid") ?? "";
  const another = { ...background, uid: "00000000-0000-0000-0000-000000000000" };
  t.is((await refusalOf(cluster.delete(at("env"), { ...call(), options: another }))).status, 409);
  t.truthy(await cluster.delete(at("env"), { ...call(), options: { ...background, uid } }));
  t.is(await cluster.delete(at("env"), { ...call(), options: background }), undefined);
  t.is((await refusalOf(cluster.get(at("env"), call()))).reason, "NotFound");
});

test("a dry run stores nothing", async (t) => {
  const { cluster, at } = await setUp(t);
  const dry = { ...call(), options: { ...options, dryRun: true } };
  t.true((await cluster.apply(at("env"), configMap("env", {}), dry)).created);
  t.is((await refusalOf(cluster.get(at("env"), call()))).status, 404);
});

test("refusals contain reason, cause and field", async (t) => {
  const { cluster, at } = await setUp(t);
  const invalid = await refusalOf(
    cluster.apply(at("env"), configMap("env", { "no key": "" }), { ...call(), options }),
  );
  t.like(invalid, { status: 422, reason: "Invalid" });
  t.is(invalid.causes[0]?.field, "data[no key]");
  const twice = { ...call(), options: { fieldManager: "another" } };
  await cluster.apply(at("env"), configMap("env", { a: "1" }), { ...call(), options });
  const conflict = await refusalOf(cluster.apply(at("env"), configMap("env", { a: "2" }), twice));
  t.like(conflict, { status: 409, reason: "Conflict" });
  t.like(conflict.causes[0], { reason: "FieldManagerConflict", field: ".data.a" });
  t.is((await refusalOf(cluster.create(at("env"), configMap("env", {}), twice))).reason, "AlreadyExists");
});

test("warnings of the server are returned with the write", async (t) => {
  const { cluster, at } = await setUp(t);
  const body = { ...configMap("env", {}), ключ: 1 };
  const written = await cluster.create(at("env"), body, {
    ...call(),
    options: { fieldManager: "converge", fieldValidation: "Warn" },
  });
  t.deepEqual(written.warnings, ['unknown field "ключ"']);
});

test("the case of names is preserved", async (t) => {
  const { cluster } = await setUp(t);
  const resource = (await cluster.discover(call())).find({
    group: "rbac.authorization.k8s.io",
    kind: "ClusterRole",
  });
  if (resource === undefined) {
    throw new Error("no ClusterRole is served");
  }
  const name = `system:E2E:${t.title.length}:MyOperator`;
  const place = { resource, namespace: "", name };
  t.teardown(async () => cluster.delete(place, { ...call(), options: background }));
  const role = {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRole",
    metadata: { name },
  };
  const { object } = await cluster.apply(place, role, { ...call(), options });
  t.is(valueAt(object, ["metadata", "name"]), name);
});

test("a list of several pages is complete, and can be limited to metadata", async (t) => {
  const { cluster, namespace, configMaps, at } = await setUp(t);
  const names = Array.from({ length: 1100 }, (_, index) => `many-${String(index).padStart(4, "0")}`);
  const life = call();
  await Promise.all(
    names.map(async (name) => cluster.apply(at(name), configMap(name, { name }), { ...life, options })),
  );
  const selection = { resource: configMaps, namespace };
  const listed = await cluster.list(selection, call());
  const found = listed.map((object) => stringField(objectField(object, "metadata"), "name"));
  t.deepEqual(
    found.filter((name) => name !== "kube-root-ca.crt"),
    names,
  );
  t.true(listed.every((object) => object["kind"] === "ConfigMap" && object["apiVersion"] === "v1"));
  const lean = await cluster.list({ ...selection, metadataOnly: true }, call());
  t.is(lean.length, listed.length);
  t.deepEqual(Object.keys(lean[0] ?? {}), ["apiVersion", "kind", "metadata"]);
  t.is(field(lean[0], "kind"), "ConfigMap");
});

test("a user without permission is refused at once", async (t) => {
  const namespace = await plane.createNamespace(t);
  const kubeconfig = await plane.kubeconfigFor(t, { namespace, rules: [] });
  const cluster = await openTestCluster(t, kubeconfig);
  const resource = await coreResource(cluster, "ConfigMap");
  const refused = await refusalOf(cluster.list({ resource, namespace }, call()));
  t.is(refused.status, 403);
  t.regex(refused.message, /cannot list resource "configmaps"/);
});
