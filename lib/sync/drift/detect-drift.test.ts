import test from "ava";

import { hook, object, planned } from "../../../fixtures/planned.ts";
import { candidatesOf } from "../../apply/decide/candidate.ts";
import { decideObject } from "../../apply/decide/decide-object.ts";
import { definedKind } from "../../manifest/crd.ts";
import { definitionFactsOf } from "../../readiness/readiness.ts";
import type { JsonObject } from "../../object/json.ts";
import type { Drift } from "../sync-event.ts";
import { HealthCount, healthOf } from "./health-count.ts";
import { fingerprintOf, detectDrift, competingManagers } from "./detect-drift.ts";
import { AppliedObjects } from "./applied-objects.ts";
import { trimCrd } from "./readiness-tracker.ts";

const id = "applyset-test-v1";

function manager(name: string, fields: JsonObject, more: JsonObject = {}): JsonObject {
  return { manager: name, operation: "Update", apiVersion: "apps/v1", fieldsV1: fields, ...more };
}

const converge = { manager: "converge", operation: "Apply", apiVersion: "apps/v1" };
const statusWriter = manager("kubelet", { "f:status": {} }, { subresource: "status", time: "1" });

/** A live Deployment with more metadata, other fields and managers. */
function live(metadata: JsonObject, rest: JsonObject = {}, managers: readonly JsonObject[] = []): JsonObject {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: {
      name: "web",
      resourceVersion: "1",
      managedFields: [{ ...converge, time: "1", fieldsV1: {} }, ...managers],
      ...metadata,
    },
    spec: { replicas: 1 },
    ...rest,
  };
}

const counted = { generation: 1 };

const isTheSame = test.macro((t, left: JsonObject, right: JsonObject, expected: boolean) => {
  t.is(fingerprintOf(left) === fingerprintOf(right), expected);
});
test("the fingerprint ignores the status", isTheSame, live({}), live({}, { status: { replicas: 1 } }), true);
test(
  "the fingerprint ignores managers of the status",
  isTheSame,
  live({}),
  live({}, {}, [statusWriter]),
  true,
);
test(
  "the fingerprint ignores the resource version",
  isTheSame,
  live({}),
  live({ resourceVersion: "2" }),
  true,
);
test(
  "the fingerprint ignores the time of a write",
  isTheSame,
  live({}, {}, [manager("a", {}, { time: "1" })]),
  live({}, {}, [manager("a", {}, { time: "2" })]),
  true,
);
test("the fingerprint changes with the generation", isTheSame, live(counted), live({ generation: 2 }), false);
test(
  "the fingerprint changes with a label",
  isTheSame,
  live(counted),
  live({ ...counted, labels: { a: "1" } }),
  false,
);
test(
  "the fingerprint changes with a manager",
  isTheSame,
  live(counted),
  live(counted, {}, [manager("a", {})]),
  false,
);
test(
  "the fingerprint changes with a deletion",
  isTheSame,
  live(counted),
  live({ ...counted, deletionTimestamp: "1" }),
  false,
);
test(
  "the fingerprint changes with the content of an object without a generation",
  isTheSame,
  live({}),
  live({}, { spec: {} }),
  false,
);

const sent = {
  apiVersion: "apps/v1",
  metadata: { name: "web", labels: { app: "web" } },
  spec: { replicas: 1, containers: [{ name: "app", image: "a" }] },
};
const image = { "f:spec": { "f:containers": { 'k:{"name":"app"}': { ".": {}, "f:image": {} } } } };
const replicas = { "f:spec": { "f:replicas": {} } };
const foreign = { "f:spec": { "f:paused": {} }, "f:metadata": { "f:labels": { "f:team": {} } } };

const areRivals = test.macro((t, managers: readonly JsonObject[], expected: readonly string[]) => {
  t.deepEqual(competingManagers(sent, live({ managedFields: managers })), expected);
});
const own = { ...converge, fieldsV1: replicas };
test(
  "a manager of a field that converge sends is a rival",
  areRivals,
  [own, manager("edit", image)],
  ["edit"],
);
test("rivals are sorted by name", areRivals, [manager("b", image), manager("a", replicas)], ["a", "b"]);
test(
  "a manager that shares a field is not a rival",
  areRivals,
  [own, manager("a", replicas), manager("b", image)],
  ["b"],
);
test(
  "a manager of only foreign fields is not a rival",
  areRivals,
  [own, manager("a", foreign), manager("b", image)],
  ["b"],
);
test("a manager of the status is not a rival", areRivals, [own, statusWriter], []);
test(
  "the last writer is the rival if no manager owns a sent field",
  areRivals,
  [own, manager("a", foreign, { time: "1" }), manager("b", foreign, { time: "2" })],
  ["b"],
);
test("an Update under the name converge is a rival", areRivals, [manager("converge", image)], ["converge"]);

const huge = 12_345_678_901_234_567_890n;
const set = [
  object("ConfigMap/env", { body: { data: { a: "1" } } }),
  object("Deployment/web", { body: { spec: { replicas: 2 } } }),
  object("HorizontalPodAutoscaler/web", {
    body: {
      spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" }, maxReplicas: 3 },
    },
  }),
  object("example.org/v1/Cog/big", { body: { spec: { teeth: huge } } }),
  object("ConfigMap/forever", { annotations: { "werf.io/resource-policy": "skip-create" } }),
  object("Job/before", { annotations: hook("pre-install") }),
];

test("objects kept of a plan are decided on like the plan itself", (t) => {
  const { plan } = planned(set);
  const keys = plan.groups.flatMap(({ objects }) => objects.map(({ manifest }) => manifest.key));
  const made = new AppliedObjects(plan, new Set(keys));
  const deciding = {
    id,
    policy: "adopt",
    releases: new Map(),
    live: () => undefined,
    unreadable: () => undefined,
    finished: new Map(),
    adopted: undefined,
  } as const;
  const ordinary = candidatesOf(plan).filter((candidate) => candidate.object.hook === null);
  t.is(ordinary.length, set.length - 1);
  t.deepEqual(
    [...made.keys()],
    ordinary.map((candidate) => candidate.object.manifest.key),
  );
  for (const candidate of ordinary) {
    t.deepEqual(
      decideObject(made.candidate(candidate.object.manifest.key), deciding),
      decideObject(candidate, deciding),
    );
  }
});

test("only settled objects are kept", (t) => {
  const { plan } = planned(set);
  const key = "/namespaces/default/ConfigMap/env";
  const made = new AppliedObjects(plan, new Set([key, "/namespaces/default/ConfigMap/other"]));
  t.deepEqual([...made.keys()], [key]);
});

const missingIs = test.macro((t, name: string, expected: Drift["kind"] | undefined) => {
  const { plan } = planned(set);
  const candidate = candidatesOf(plan).find((each) => each.object.manifest.name === name);
  t.is(candidate && detectDrift(candidate, undefined, { id })?.kind, expected);
});
test("a missing object was deleted", missingIs, "env", "deleted");
test("an object that others create may be missing", missingIs, "forever", undefined);

test("each object counts once, with its last health", (t) => {
  const count = new HealthCount();
  t.true(count.set("a", healthOf("Current")));
  t.true(count.set("b", healthOf("Terminating")));
  t.false(count.set("b", healthOf("InProgress")));
  t.true(count.set("a", healthOf("Failed")));
  t.true(count.set("c", healthOf("NotFound")));
  t.true(count.set("d", healthOf("Suspended")));
  t.deepEqual(count.counts, { ready: 0, progressing: 1, suspended: 1, failed: 1, missing: 1 });
});

test("a trimmed CRD gives the same facts about the status of its objects", (t) => {
  const status = { properties: { phase: { type: "string", enum: ["a"] }, other: {} } };
  const definition = object("CustomResourceDefinition/cogs.example.org", {
    body: {
      spec: {
        group: "example.org",
        names: { kind: "Cog", plural: "cogs" },
        versions: [
          {
            name: "v1",
            subresources: { status: {} },
            schema: { openAPIV3Schema: { properties: { status } } },
          },
          { name: "v2", subresources: { status: {} }, schema: { openAPIV3Schema: { properties: {} } } },
          { name: "v3", schema: { openAPIV3Schema: { properties: { status } } } },
        ],
      },
    },
  });
  const slim = trimCrd(definition);
  t.deepEqual(definedKind(slim), definedKind(definition));
  const facts = ["v1", "v2", "v3", "v4"].map((version) => definitionFactsOf(slim, version).hasStatus);
  t.deepEqual(facts, [true, false, false, false]);
  t.false(JSON.stringify(slim).includes("enum"));
});
