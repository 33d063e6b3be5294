import test from "ava";
import * as fc from "fast-check";

import { managedBy } from "../../../fixtures/applied-object.ts";
import { object, objectNamed, planned } from "../../../fixtures/planned.ts";
import type { ObjectFieldRule } from "../../object/field-rule.ts";
import { type JsonObject, type Path, valueAt } from "../../object/json.ts";
import { cededOf, leaveAsIs, leaveOut, type LeftField, leftFields, leftInCluster } from "./left-fields.ts";

/** The manifest without these fields. */
const leaves = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, paths: readonly Path[], expected: JsonObject) {
    const manifest = {
      spec: { a: { b: 1 }, list: [{ name: "x", y: 1 }, "two", "three"], c: 2 },
      data: { k: "v" },
    };
    const left = paths.map((path) => ({ path, ceded: true, isCreated: true }));
    t.deepEqual(leaveOut(manifest, left), expected);
  },
});

test(
  leaves,
  "a map that becomes empty is left out too",
  [
    ["data", "k"],
    ["spec", "a", "b"],
  ],
  {
    spec: { list: [{ name: "x", y: 1 }, "two", "three"], c: 2 },
  },
);
test(
  leaves,
  "entries of a list are left out by their indices in the manifest",
  [
    ["spec", "list", 0],
    ["spec", "list", 1],
  ],
  {
    spec: { a: { b: 1 }, list: ["three"], c: 2 },
    data: { k: "v" },
  },
);
test(leaves, "leaving out a missing field does not change the manifest", [["spec", "none", "b"]], {
  spec: { a: { b: 1 }, list: [{ name: "x", y: 1 }, "two", "three"], c: 2 },
  data: { k: "v" },
});

test("an entry of an atomic list is sent with its live value", (t) => {
  const managedFields = [{ manager: "converge", fieldsV1: { "f:spec": { "f:args": {} } } }];
  const live = { metadata: { managedFields }, spec: { args: ["a", "live"] } };
  const left = [{ path: ["spec", "args", 1], ceded: true, isCreated: true }];
  t.deepEqual(leaveAsIs({ spec: { args: ["b", "ours"] } }, left, live), { spec: { args: ["b", "live"] } });
});

/** A live object with an injected container before the container of the manifest. */
const injected: JsonObject = {
  metadata: {
    managedFields: [
      managedBy("converge", {
        "f:spec": { "f:containers": { 'k:{"name":"app"}': { ".": {}, "f:name": {}, "f:args": {} } } },
      }),
    ],
  },
  spec: {
    containers: [
      { name: "proxy", args: ["--proxy"] },
      { name: "app", args: ["--log=debug"] },
    ],
  },
};

test("the live value of a field is that of the container with the same name, at any position in the list", (t) => {
  const manifest = { spec: { containers: [{ name: "app", args: ["--log=info"] }] } };
  const left = [{ path: ["spec", "containers", 0, "args", 0], ceded: true, isCreated: true }];
  t.deepEqual(leaveAsIs(manifest, left, injected), {
    spec: { containers: [{ name: "app", args: ["--log=debug"] }] },
  });
});

test("an entry of a list that the live object lacks is sent with the value of the manifest", (t) => {
  const once = { meaning: "set-once" as const, place: "shop.yaml:7" };
  const left: readonly LeftField[] = [
    { path: ["spec", "containers", 0, "command", 0], ceded: true, isCreated: true, rule: once },
    { path: ["spec", "containers", 1, "image"], ceded: true, isCreated: true, rule: once },
  ];
  const manifest = {
    spec: {
      containers: [
        { name: "app", command: ["run", "--x"] },
        { name: "new", image: "new:1" },
      ],
    },
  };
  t.deepEqual(leaveAsIs(manifest, left, injected), manifest);
});

test("an entry of a list of type set is left out", (t) => {
  const fieldsV1 = { "f:spec": { "f:args": { 'v:"a"': {}, 'v:"b"': {} } } };
  const live = { metadata: { managedFields: [managedBy("converge", fieldsV1)] }, spec: { args: ["a", "b"] } };
  const left = [{ path: ["spec", "args", 1], ceded: true, isCreated: true }];
  t.deepEqual(leaveAsIs({ spec: { args: ["a", "b"] } }, left, live), { spec: { args: ["a"] } });
});

test("a field that a controller sets is left out of an atomic list too", (t) => {
  const managedFields = [managedBy("converge", { "f:spec": { "f:args": {} } })];
  const live = { metadata: { managedFields }, spec: { args: ["a", "live"] } };
  const left = [{ path: ["spec", "args", 1], ceded: false, isCreated: false }];
  t.deepEqual(leaveAsIs({ spec: { args: ["b", "ours"] } }, left, live), { spec: { args: ["b"] } });
});

test("an entry of an atomic list that was removed in the cluster is sent with the value of the manifest", (t) => {
  const managedFields = [managedBy("converge", { "f:spec": { "f:args": {} } })];
  const left = [{ path: ["spec", "args", 1], ceded: true, isCreated: true }];
  const manifest = { spec: { args: ["a", "b"] } };
  t.deepEqual(leaveAsIs(manifest, left, { metadata: { managedFields }, spec: { args: ["a"] } }), manifest);
});

const spec = { replicas: 2, paused: false };

/** The fields of a Deployment that are left to the cluster, independent of its live state. */
function leftOf(
  annotations: Readonly<Record<string, string>>,
  { isScaled = false, fieldRules = [] as readonly ObjectFieldRule[] } = {},
): readonly LeftField[] {
  const { plan } = planned([object("Deployment/web", { annotations, body: { spec } })]);
  const web = objectNamed(plan, "Deployment/web");
  return leftFields({ ...web, fieldRules }, { scaled: new Set(isScaled ? [web.manifest.key] : []) });
}

const replicas: Path = ["spec", "replicas"];

test("replicas are given up to an autoscaler of the set, and a new object is created without them", (t) => {
  t.deepEqual(leftOf({}, { isScaled: true }), [{ path: replicas, ceded: true, isCreated: false }]);
  t.deepEqual(leftOf({ "werf.io/replicas-on-creation": "1" }), leftOf({}, { isScaled: true }));
  t.deepEqual(leftOf({}), []);
});

test("an annotation that a controller sets is left out, but not given up", (t) => {
  const path = ["metadata", "annotations", "deployment.kubernetes.io/revision"];
  t.deepEqual(leftOf({ "deployment.kubernetes.io/revision": "3" }), [
    { path, ceded: false, isCreated: false },
  ]);
});

function rule(facts: Partial<ObjectFieldRule>): ObjectFieldRule {
  return { meaning: "set-once", paths: [], managers: [], place: "rules.yaml:1", ...facts };
}

test("fields with a set-once or not-drift rule are left to the cluster, with the position of the rule", (t) => {
  const paused = ["spec", "paused"];
  const fieldRules = [
    rule({ paths: [replicas] }),
    rule({ meaning: "not-drift", paths: [paused], place: "rules.yaml:2" }),
    rule({ meaning: "never-take", paths: [["spec", "a"]] }),
    rule({ meaning: "take-by-force", paths: [["spec", "b"]] }),
  ];
  const left = { ceded: true, isCreated: true };
  t.deepEqual(leftOf({}, { fieldRules }), [
    { ...left, path: replicas, rule: { meaning: "set-once", place: "rules.yaml:1" } },
    { ...left, path: paused, isSent: true, rule: { meaning: "not-drift", place: "rules.yaml:2" } },
  ]);
});

/** The paths of a Deployment that are left to the cluster because of its live state. */
function leftLive(
  facts: Partial<ObjectFieldRule>,
  isAutoscaled?: boolean,
  own: JsonObject = spec,
): readonly Path[] {
  const { manifest } = objectNamed(
    planned([object("Deployment/web", { body: { spec: own } })]).plan,
    "Deployment/web",
  );
  const managedFields = [
    managedBy("keda", { "f:spec": { "f:replicas": {}, "f:minReadySeconds": {} } }),
    managedBy("argo-rollouts", { "f:spec": { "f:paused": {} } }),
  ];
  const left = leftInCluster(
    { manifest, fieldRules: [rule(facts)] },
    { metadata: { managedFields } },
    isAutoscaled === undefined ? {} : { isAutoscaled: () => isAutoscaled },
  );
  return left.map(({ path }) => path);
}

test("of the fields of a named manager, only those in the manifest are left to the cluster", (t) => {
  t.deepEqual(leftLive({ managers: ["keda"] }), [replicas]);
  t.deepEqual(leftLive({ managers: ["argo-rollouts"] }), [["spec", "paused"]]);
  t.deepEqual(leftLive({ managers: ["flux"] }), []);
});

test("replicas are left to an autoscaler in the cluster, in addition to the fields of named managers", (t) => {
  t.deepEqual(leftLive({}, true), [replicas]);
  t.deepEqual(leftLive({}, false), []);
  t.deepEqual(leftLive({}, true, { paused: false }), []);
  t.deepEqual(leftLive({ managers: ["argo-rollouts"] }, true), [replicas, ["spec", "paused"]]);
});

test("a field with a never-take rule is left to any other manager that owns it", (t) => {
  const meaning = "never-take";
  t.deepEqual(leftLive({ meaning, paths: [replicas] }), [replicas]);
  t.deepEqual(leftLive({ meaning, paths: [["spec"]] }), [replicas, ["spec", "paused"]]);
  t.deepEqual(leftLive({ meaning, paths: [["spec", "template"]] }), []);
  t.deepEqual(leftLive({ meaning, managers: ["argo-rollouts"] }), [["spec", "paused"]]);
});

test("a field with a take-by-force rule is not left to its manager", (t) => {
  t.deepEqual(leftLive({ meaning: "take-by-force", paths: [replicas], managers: ["keda"] }), []);
});

test("only fields that keep their value in the cluster are given up", (t) => {
  const manifest = { spec };
  const left = [
    { path: replicas, ceded: true, isCreated: false },
    { path: ["spec", "paused"], ceded: false, isCreated: false },
  ];
  t.deepEqual(cededOf(manifest, left), { manifest, paths: [replicas] });
});

const anyTree = fc.dictionary(
  fc.constantFrom("a", "b"),
  fc.oneof(
    fc.integer(),
    fc.array(fc.integer(), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom("a", "b"), fc.integer()),
  ),
);
const anyPath = fc.array(fc.oneof(fc.constantFrom("a", "b"), fc.nat(3)), { minLength: 1, maxLength: 2 });

test("fields are left out independent of their order, without changing the manifest", (t) => {
  const law = fc.property(
    anyTree,
    fc.uniqueArray(anyPath, { selector: String, maxLength: 4 }),
    (tree, paths) => {
      const before = JSON.stringify(tree);
      const inOrder = leaveOut(tree, paths.map(leftAt));
      t.deepEqual(leaveOut(tree, paths.toReversed().map(leftAt)), inOrder);
      t.is(JSON.stringify(tree), before);
      const named = paths.filter((path) => path.every((step) => typeof step === "string"));
      t.true(named.every((path) => valueAt(inOrder, path) === undefined));
    },
  );
  t.notThrows(() => fc.assert(law));
});

function leftAt(path: Path): LeftField {
  return { path, ceded: true, isCreated: true };
}

test("a field that an earlier rule names is not left to the managers of a later one", (t) => {
  const managedFields = [managedBy("kubectl-edit", { "f:spec": { "f:replicas": {}, "f:paused": {} } })];
  const { plan } = planned([object("Deployment/web", { body: { spec } })]);
  const web = objectNamed(plan, "Deployment/web");
  const fieldRules = [
    rule({ meaning: "take-by-force", paths: [replicas] }),
    rule({ managers: ["kubectl-edit"] }),
  ];
  const left = leftInCluster({ ...web, fieldRules }, { metadata: { managedFields }, spec }, {});
  t.deepEqual(
    left.map(({ path }) => path),
    [["spec", "paused"]],
  );
});
