import test from "ava";

import { compared, effectsOf } from "../../fixtures/compared-sets.ts";
import { hook, object } from "../../fixtures/planned.ts";
import { formatFieldSteps } from "../report/diff/diff-text.ts";
import type { JsonObject } from "../object/json.ts";

const changes = test.macro({
  title: (title = "") => title,
  exec: async (t, [before, after]: readonly [JsonObject, JsonObject], expected: readonly string[]) => {
    const { objects } = await compared([before], [after]);
    t.deepEqual(
      objects.flatMap((one) =>
        one.changes.map(
          ({ path, before: was, after: becomes }) =>
            `${formatFieldSteps(path)} ${JSON.stringify(was)} ${JSON.stringify(becomes)}`,
        ),
      ),
      expected,
    );
  },
});

function deployment(spec: JsonObject, container: JsonObject = {}): JsonObject {
  const labels = { app: "web" };
  const containers = [{ name: "web", image: "web:1", ...container }];
  const template = { metadata: { labels }, spec: { containers } };
  return object("Deployment/web", {
    body: { spec: { selector: { matchLabels: labels }, template, ...spec } },
  });
}

function sized(memory: string | number, cpu: string | number): JsonObject {
  return deployment({}, { resources: { requests: { memory, cpu } } });
}

const container = "spec.template.spec.containers[name=web]";

test(
  "a default that only one side sets is not a change",
  changes,
  [
    deployment({}),
    deployment({ replicas: 1, revisionHistoryLimit: 10 }, { imagePullPolicy: "IfNotPresent", ports: [] }),
  ],
  [],
);
test(
  "a field that is removed falls back to its default",
  changes,
  [deployment({ replicas: 3 }), deployment({})],
  ["spec.replicas 3 1"],
);
test(
  "a field that becomes null falls back to its default",
  changes,
  [deployment({ minReadySeconds: 3 }), deployment({ minReadySeconds: null, paused: null })],
  ["spec.minReadySeconds 3 undefined"],
);
test(
  "a new value is compared with the default that it replaces, without sibling defaults",
  changes,
  [deployment({}), deployment({ strategy: { type: "Recreate" } })],
  ['spec.strategy.type "RollingUpdate" "Recreate"'],
);
test(
  "the same quantity in another notation is not a change",
  changes,
  [sized("1Gi", "500m"), sized("1024Mi", 0.5)],
  [],
);
function slice(value: string, step: string): JsonObject {
  const validRange = { min: "1Gi", step };
  const capacity = { memory: { value, requestPolicy: { default: "1Gi", validRange } } };
  return {
    ...object("ResourceSlice/gpu", {
      body: {
        spec: {
          driver: "gpu.example.com",
          pool: { name: "gpu", resourceSliceCount: 1 },
          sharedCounters: [{ name: "all", counters: { memory: { value } } }],
          devices: [{ name: "gpu-0", capacity }],
        },
      },
    }),
    apiVersion: "resource.k8s.io/v1",
  };
}

test(
  "the same capacity of a device in another notation is not a change",
  changes,
  [slice("40Gi", "1024Mi"), slice("40960Mi", "1Gi")],
  [],
);
test(
  "a changed quantity is shown as it is written in the manifest",
  changes,
  [sized("1024Mi", "0.5"), sized("2048Mi", 0.5)],
  [`${container}.resources.requests.memory "1024Mi" "2048Mi"`],
);
test(
  "a field that the kind does not have is not compared, since it is not stored",
  changes,
  [
    object("ConfigMap/a", { body: { dat: { a: "1" } } }),
    object("ConfigMap/a", { body: { dat: { a: "2" } } }),
  ],
  [],
);
test(
  "fields of a CRD that the server sets by default are not a change",
  changes,
  [
    object("CustomResourceDefinition/foos.example.com", {
      body: { spec: { group: "example.com", names: { kind: "Foo", plural: "foos" }, versions: [] } },
    }),
    object("CustomResourceDefinition/foos.example.com", {
      body: {
        spec: {
          group: "example.com",
          names: { kind: "Foo", plural: "foos", singular: "foo", listKind: "FooList" },
          conversion: { strategy: "None" },
          versions: [],
        },
      },
    }),
  ],
  [],
);

function podOf(...names: readonly string[]): JsonObject {
  const containers = names.map((name) => ({ name, image: "a:1", ...(name === "b" ? { tty: false } : {}) }));
  return object("Pod/a", { body: { spec: { containers } } });
}

test("list entries are paired by name, also in another order", async (t) => {
  const { objects } = await compared([podOf("a", "b")], [podOf("b", "a")]);
  t.deepEqual(
    objects[0]?.changes.map(({ path, kind }) => [formatFieldSteps(path), kind]),
    [["spec.containers", "order"]],
  );
});

/** A CRD whose objects have a size by default, and these fields. */
function definition(properties: JsonObject): JsonObject {
  const spec = {
    type: "object",
    properties: { size: { type: "integer", default: 3 }, ...properties },
  };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };
  return object("CustomResourceDefinition/foos.example.com", {
    body: {
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { kind: "Foo", plural: "foos" },
        versions: [{ name: "v1", served: true, storage: true, schema }],
      },
    },
  });
}

function foo(spec: JsonObject): JsonObject {
  return object("example.com/v1/Foo/a", { body: { spec } });
}

test("a custom resource is compared with the defaults and the fields of its CRD", async (t) => {
  const same = await compared([definition({}), foo({})], [definition({}), foo({ size: 3, other: "x" })]);
  t.deepEqual(effectsOf(same), []);
  const known = definition({ other: { type: "string" } });
  const grown = await compared([definition({}), foo({ other: "x" })], [known, foo({ other: "x" })]);
  t.deepEqual(effectsOf(grown), ["changed CustomResourceDefinition/foos.example.com", "changed Foo/a"]);
});

function aggregatedRole(verb: string): JsonObject {
  return object("ClusterRole/all", {
    body: { aggregationRule: { clusterRoleSelectors: [] }, rules: [{ verbs: [verb] }] },
  });
}

test("fields that are left to controllers and autoscalers are not compared", async (t) => {
  const scaler = object("HorizontalPodAutoscaler/web", {
    body: {
      spec: { maxReplicas: 5, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } },
    },
  });
  const scaled = await compared([deployment({ replicas: 1 }), scaler], [deployment({ replicas: 2 }), scaler]);
  t.deepEqual(effectsOf(scaled), []);
  t.deepEqual(effectsOf(await compared([aggregatedRole("get")], [aggregatedRole("list")])), []);
});

/** A Deployment with these fields in the spec of its pods. */
function running(spec: JsonObject): JsonObject {
  const containers = [{ name: "web", image: "web:1" }];
  return deployment({ template: { metadata: { labels: { app: "web" } }, spec: { containers, ...spec } } });
}

test("removing serviceAccountName from a pod template is not a change, since the server keeps it", async (t) => {
  const before = [running({ serviceAccountName: "web" })];
  t.deepEqual(effectsOf(await compared(before, [running({})])), []);
  t.deepEqual(effectsOf(await compared(before, [running({ serviceAccountName: "other" })])), [
    "changed Deployment/web",
  ]);
});

function plainJob(spec: JsonObject, annotations: Readonly<Record<string, string>>): JsonObject {
  const template = { spec: { restartPolicy: "Never", containers: [{ name: "a", image: "a:1" }], ...spec } };
  return object("Job/a", { annotations, body: { spec: { template } } });
}

test("removing serviceAccountName is a change of an object that is recreated", async (t) => {
  for (const annotations of [hook("pre-upgrade"), { "kapp.k14s.io/update-strategy": "always-replace" }]) {
    const before = [plainJob({ serviceAccountName: "web" }, annotations)];
    t.regex(effectsOf(await compared(before, [plainJob({}, annotations)])).join(), /^[a-z]+ Job\/a$/);
  }
});

function selecting(kind: string, selector: JsonObject): JsonObject {
  return object(`${kind}/web`, { body: { spec: { selector } } });
}

test("removing a label with an empty value from a selector is a change", async (t) => {
  for (const kind of ["Service", "ReplicationController"]) {
    const before = [selecting(kind, { app: "web", canary: "" })];
    const without = await compared(before, [selecting(kind, { app: "web" })]);
    t.deepEqual(effectsOf(without), [`changed ${kind}/web`]);
  }
});

function indexedJob(spec: JsonObject): JsonObject {
  const template = { spec: { restartPolicy: "Never", containers: [{ name: "a", image: "a:1" }] } };
  return object("Job/a", {
    annotations: { "converge.dev/recreate": "true" },
    body: { spec: { completionMode: "Indexed", completions: 2, template, ...spec } },
  });
}

test("a change that is invalid in a new object too is refused, not recreated", async (t) => {
  t.deepEqual(effectsOf(await compared([indexedJob({})], [indexedJob({ completions: 3 })])), [
    "refused Job/a",
  ]);
  t.deepEqual(effectsOf(await compared([indexedJob({})], [indexedJob({ completionMode: "NonIndexed" })])), [
    "recreated Job/a",
  ]);
});
