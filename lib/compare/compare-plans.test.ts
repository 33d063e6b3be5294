import test from "ava";

import { compared, effectsOf } from "../../fixtures/compared-sets.ts";
import { dependsOn, hook, object, pods, weight } from "../../fixtures/planned.ts";
import { formatFieldSteps } from "../report/diff/diff-text.ts";
import type { JsonObject } from "../object/json.ts";

const config = (name: string, text: string, annotations: Readonly<Record<string, string>> = {}): JsonObject =>
  object(`ConfigMap/${name}`, { annotations, body: { data: { text } } });

test("objects are compared as added, changed, pruned or unchanged", async (t) => {
  const comparison = await compared(
    [config("same", "a"), config("other", "a"), config("gone", "a")],
    [config("new", "a"), config("same", "a"), config("other", "b")],
  );
  t.deepEqual(effectsOf(comparison), [
    "added ConfigMap/new",
    "changed ConfigMap/other",
    "pruned ConfigMap/gone",
  ]);
  t.is(comparison.unchanged, 1);
  t.deepEqual(comparison.objects[1]?.changes, [
    { path: ["data", "text"], kind: "changed", before: "a", after: "b" },
  ]);
});

const longLists = (last: string): JsonObject => {
  const list = Array.from({ length: 150_000 }, () => ({ a: "x" }));
  const map = Object.fromEntries(list.map((_, index) => [`f${index}`, "x"]));
  return object("example.com/v1/Thing/a", { body: { list: [...list, { a: last }], map: { ...map, last } } });
};

test("lists and maps of 150,000 entries are compared like short ones", async (t) => {
  const { objects } = await compared([longLists("a")], [longLists("b")]);
  t.deepEqual(
    objects[0]?.changes.map(({ path }) => formatFieldSteps(path)),
    ["list[150000].a", "map.last"],
  );
});

test("a removed object stays if it is annotated, contains objects of the set, or is a hook", async (t) => {
  const inside = object("ConfigMap/c", { namespace: "web" });
  const { objects } = await compared(
    [
      config("kept", "a", { "helm.sh/resource-policy": "keep" }),
      object("Namespace/web"),
      object("Job/migrate", { annotations: hook("pre-upgrade"), body: pods({}) }),
      inside,
    ],
    [inside],
  );
  t.deepEqual(
    objects.map(({ effect, reason }) => [effect, reason]),
    [
      ["kept", "it contains /namespaces/web/ConfigMap/c of the set"],
      ["kept", "helm.sh/resource-policy: keep"],
      ["left", undefined],
    ],
  );
});

const set = (serviceName: string, annotations: Readonly<Record<string, string>> = {}): JsonObject =>
  object("StatefulSet/db", {
    annotations,
    body: {
      spec: {
        serviceName,
        selector: { matchLabels: { a: "b" } },
        ...(pods({}, { a: "b" })["spec"] as JsonObject),
      },
    },
  });

const effectOfName = async (
  annotations: Readonly<Record<string, string>>,
  recreate = false,
): Promise<readonly unknown[]> => {
  const { objects } = await compared([set("a", annotations)], [set("b", annotations)], { recreate });
  return objects.map(({ effect, immutable, reason }) => [effect, immutable.join(), reason]);
};

test("a change of an immutable field recreates the object if that is allowed, and is refused otherwise", async (t) => {
  const allowed = { "converge.dev/recreate": "true" };
  t.deepEqual(await effectOfName({}), [["refused", "spec.serviceName", undefined]]);
  t.deepEqual(await effectOfName({}, true), [["recreated", "spec.serviceName", undefined]]);
  t.deepEqual(await effectOfName(allowed), [["recreated", "spec.serviceName", undefined]]);
  const kept = { ...allowed, "converge.dev/prune": "keep" };
  t.deepEqual(await effectOfName(kept, true), [["refused", "spec.serviceName", "converge.dev/prune: keep"]]);
});

const job = (image: string, annotations: Readonly<Record<string, string>>): JsonObject =>
  object("Job/migrate", {
    annotations,
    body: pods({ containers: [{ name: "a", image }], restartPolicy: "Never" }),
  });

test("immutable fields of a hook may change, since it is deleted before it runs again", async (t) => {
  const annotations = hook("pre-upgrade");
  const comparison = await compared([job("a:1", annotations)], [job("a:2", annotations)]);
  t.deepEqual(effectsOf(comparison), ["changed Job/migrate"]);
});

test("a Job with a changed pod template is recreated, unless an annotation forbids it", async (t) => {
  const recreated = await compared([job("a:1", {})], [job("a:2", {})]);
  t.deepEqual(
    recreated.objects.map(({ effect, immutable }) => [effect, immutable.join()]),
    [["recreated", "spec.template"]],
  );
  const forbidden = { "converge.dev/recreate": "false" };
  const refused = await compared([job("a:1", forbidden)], [job("a:2", forbidden)]);
  t.deepEqual(effectsOf(refused), ["refused Job/migrate"]);
});

const secret = (body: JsonObject): JsonObject => object("Secret/pass", { body });

test("values of a Secret are never shown, and equal values in data and stringData are not a change", async (t) => {
  const plain = secret({ stringData: { word: "hunter2" } });
  t.deepEqual((await compared([plain], [secret({ data: { word: "aHVudGVyMg==" } })])).objects, []);
  t.deepEqual((await compared([plain], [secret({ data: { word: "aHVu\ndGVyMg==\n" } })])).objects, []);
  const changed = await compared([plain], [secret({ stringData: { word: "hunter3", more: "x" } })]);
  t.deepEqual(
    changed.objects[0]?.changes.map(({ path, kind, hidden }) => [formatFieldSteps(path), kind, hidden]),
    [
      ["data.more", "added", undefined],
      ["data.word", "changed", true],
    ],
  );
  t.notRegex(JSON.stringify(changed), /hunter|aHVudGVy/);
});

test("only objects whose relative order changes are moves, and new waits have their causes", async (t) => {
  const last = config("last", "a", weight(9));
  const { moves, waits } = await compared(
    [config("a", "a"), config("b", "a"), config("c", "a", weight(1)), last],
    [
      config("new", "a", weight(-5)),
      config("a", "a"),
      config("b", "a", weight(2)),
      config("c", "a", weight(1)),
      last,
    ],
  );
  t.deepEqual(
    moves.map(({ key, before, after }) => [key, before.index, before.weight, after.index, after.weight]),
    [["/namespaces/shop/ConfigMap/b", 1, 0, 4, 2]],
  );
  t.deepEqual(waits, []);
  const on = dependsOn("/namespaces/shop/ConfigMap/b");
  const linked = await compared(
    [config("a", "x"), config("b", "x")],
    [config("a", "x", on), config("b", "x")],
  );
  t.like(linked.waits[0], {
    kind: "new",
    key: "/namespaces/shop/ConfigMap/a",
    on: "/namespaces/shop/ConfigMap/b",
    until: "ready",
    rule: "depends-on",
    cause: "config.kubernetes.io/depends-on",
  });
  const back = await compared([config("a", "x", on), config("b", "x")], [config("a", "x"), config("b", "x")]);
  t.deepEqual(
    back.waits.map(({ kind }) => kind),
    ["lost"],
  );
});

test("a wait for an object that only one side has is not a change of order", async (t) => {
  const on = dependsOn("/namespaces/shop/ConfigMap/b");
  const { waits } = await compared([config("a", "x")], [config("a", "x", on), config("b", "x")]);
  t.deepEqual(waits, []);
});

test("permissions are those that the head needs in addition to the base", async (t) => {
  const { permissions } = await compared(
    [config("a", "x")],
    [object("Job/j", { body: pods({}) }), object("ClusterRole/r", { body: { rules: [] } })],
  );
  t.deepEqual(
    permissions
      .filter(({ verbs }) => verbs.includes("create") || verbs.includes("escalate"))
      .map(({ namespace, group, resource, names }) => [namespace, group, resource, names.join()]),
    [
      ["", "rbac.authorization.k8s.io", "clusterroles", "r"],
      ["shop", "batch", "jobs", ""],
    ],
  );
  t.deepEqual((await compared([config("a", "x"), config("b", "x")], [config("a", "x")])).permissions, []);
});

const web = (replicas: number, cpu: string): JsonObject =>
  object("Deployment/web", {
    body: {
      spec: {
        ...(pods({ containers: [{ name: "a", resources: { requests: { cpu, memory: "1Gi" } } }] })[
          "spec"
        ] as JsonObject),
        replicas,
      },
    },
  });

test("resource requests are summed up over replicas", async (t) => {
  const { requests } = await compared([web(2, "250m")], [web(3, "250m")]);
  t.deepEqual(requests, [
    {
      resource: "cpu",
      before: "500m",
      after: "750m",
      grows: true,
      objects: [{ key: "apps/namespaces/shop/Deployment/web", before: "500m", after: "750m" }],
    },
    {
      resource: "memory",
      before: "2Gi",
      after: "3Gi",
      grows: true,
      objects: [{ key: "apps/namespaces/shop/Deployment/web", before: "2Gi", after: "3Gi" }],
    },
  ]);
  t.like((await compared([web(2, "250m")], [web(2, "200m")])).requests[0], { after: "400m", grows: false });
});

const text = (name: string, ...objects: readonly JsonObject[]): { name: string; text: string } => ({
  name,
  text: objects.map((one) => JSON.stringify(one)).join("\n---\n"),
});

test("findings are those that the base does not have, regardless of their files", async (t) => {
  const unknown = object("ConfigMap/a", { body: { dta: {} } });
  const strict = { level: "warn" } as const;
  const moved = await compared(
    [text("a.yaml", unknown)],
    [text("b.yaml", config("z", "x"), unknown)],
    strict,
  );
  t.deepEqual(moved.findings, []);
  const fresh = await compared([config("a", "x")], [unknown], strict);
  t.deepEqual(
    fresh.findings.map(({ code }) => code),
    ["UnknownField"],
  );
});
