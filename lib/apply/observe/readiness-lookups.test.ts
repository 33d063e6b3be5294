import test from "ava";

import { offlineRun, restMapperOf, shopObject } from "../../../fixtures/offline-session.ts";
import type { JsonObject } from "../../object/json.ts";
import type { RestMapper } from "../model/rest-mapper.ts";
import { definitionsByKind, ReadinessLookups } from "./readiness-lookups.ts";

/** A CRD of CronTabs that serves these versions, each with or without a declared status. */
function crd(
  versions: Readonly<Record<string, boolean>>,
  conditions: readonly JsonObject[] = [],
): JsonObject {
  const declared = { openAPIV3Schema: { properties: { status: { properties: { conditions: {} } } } } };
  return shopObject(
    "apiextensions.k8s.io/v1 CustomResourceDefinition crontabs.example.com",
    {},
    {
      spec: {
        group: "example.com",
        names: { kind: "CronTab", plural: "crontabs" },
        versions: Object.entries(versions).map(([name, hasStatus]) => ({
          name,
          served: true,
          ...(hasStatus ? { subresources: { status: {} }, schema: declared } : {}),
        })),
      },
      status: { conditions },
    },
  );
}

function apiService(status: "True" | "False"): JsonObject {
  return shopObject(
    "apiregistration.k8s.io/v1 APIService v1beta1.metrics.k8s.io",
    {},
    {
      spec: { group: "metrics.k8s.io", version: "v1beta1" },
      status: { conditions: [{ type: "Available", status }] },
    },
  );
}

function cronTab(version: string): JsonObject {
  return shopObject(`example.com/${version} CronTab nightly`);
}

interface Looked {
  readonly facts: object;
  /** The number of times another judgement was requested after every request was answered. */
  readonly again: number;
}

/** The facts about an object, on a server that serves these kinds and answers no further request. */
async function looked(
  object: JsonObject,
  kinds: RestMapper,
  ofSet: readonly JsonObject[] = [],
): Promise<Looked> {
  let again = 0;
  const lookups = new ReadinessLookups(offlineRun().context, kinds, definitionsByKind(ofSet));
  const facts = lookups.of(object, () => {
    again += 1;
  });
  await lookups.settled();
  return { facts, again };
}

interface Case {
  readonly fact: string;
  readonly object: JsonObject;
  readonly served?: readonly string[];
  readonly ofSet?: readonly JsonObject[];
  readonly expected: object;
  /** Whether a request was made, after which the object is judged again. */
  readonly asks?: boolean;
}

const knows = test.macro({
  title: (_, { fact }: Case) => fact,
  async exec(t, { object, served = [], ofSet = [], expected, asks = false }: Case) {
    const { facts, again } = await looked(object, restMapperOf(...served), ofSet);
    t.deepEqual(facts, expected);
    t.is(again, asks ? 1 : 0);
  },
});

const established = [{ type: "Established", status: "True" }];
const claim = (spec: JsonObject, phase: string): JsonObject =>
  shopObject("v1 PersistentVolumeClaim data", {}, { spec, status: { phase } });

test(knows, {
  fact: "a built-in kind needs no further facts",
  object: shopObject("apps/v1 Deployment web"),
  expected: {},
});
test(knows, {
  fact: "a CRD of the set describes its resources without a request",
  object: cronTab("v1"),
  served: ["example.com/v1 CronTab"],
  ofSet: [crd({ v1: true })],
  expected: { definition: { hasStatus: true } },
});
test(knows, {
  fact: "each version of a CRD is described on its own",
  object: cronTab("v2"),
  ofSet: [crd({ v1: true, v2: false })],
  expected: { definition: { hasStatus: false } },
});
test(knows, {
  fact: "an object in a version that the CRD of the set lacks has no status",
  object: cronTab("v3"),
  ofSet: [crd({ v1: true })],
  expected: { definition: { hasStatus: false } },
});
test(knows, {
  fact: "a kind that is not served has no CRD to read",
  object: cronTab("v1"),
  expected: {},
});
test(knows, {
  fact: "a CRD that may not be read leaves it unknown whether its resources have a status",
  object: cronTab("v1"),
  served: ["example.com/v1 CronTab", "apiextensions.k8s.io/v1 CustomResourceDefinition!"],
  expected: {},
  asks: true,
});
test(knows, {
  fact: "a CRD is served once discovery has each of its versions",
  object: crd({ v1: true }, established),
  served: ["example.com/v1 CronTab"],
  expected: { served: true },
});
test(knows, {
  fact: "a CRD with a version that is not discovered is not served, and discovery is repeated",
  object: crd({ v1: true, v2: true }, established),
  served: ["example.com/v1 CronTab"],
  expected: { served: false },
  asks: true,
});
test(knows, {
  fact: "a CRD that is not established is not served, and discovery is not repeated yet",
  object: crd({ v1: true }),
  expected: { served: false },
});
test(knows, {
  fact: "an APIService is served once discovery has its group and version",
  object: apiService("True"),
  served: ["metrics.k8s.io/v1beta1 NodeMetrics!"],
  expected: { served: true },
});
test(knows, {
  fact: "an APIService of another version of a served group is not served",
  object: apiService("True"),
  served: ["metrics.k8s.io/v1 NodeMetrics!"],
  expected: { served: false },
  asks: true,
});
test(knows, {
  fact: "an APIService whose backend is not available is not served, and discovery is not repeated yet",
  object: apiService("False"),
  expected: { served: false },
});
test(knows, {
  fact: "no storage class is read for a bound PersistentVolumeClaim",
  object: claim({ storageClassName: "fast" }, "Bound"),
  served: ["storage.k8s.io/v1 StorageClass!"],
  expected: {},
});
test(knows, {
  fact: "if the storage class may not be read, the binding mode of a PersistentVolumeClaim is unknown",
  object: claim({ storageClassName: "fast" }, "Pending"),
  served: ["storage.k8s.io/v1 StorageClass!"],
  expected: {},
  asks: true,
});
test(knows, {
  fact: "the default storage class of a PersistentVolumeClaim without one is looked up",
  object: claim({}, "Pending"),
  served: ["storage.k8s.io/v1 StorageClass!"],
  expected: {},
  asks: true,
});

test("a CRD is served even if a version that it does not serve is not discovered", async (t) => {
  const definition = crd({ v1: true }, established);
  const versions = [
    { name: "v1", served: true },
    { name: "v1alpha1", served: false },
  ];
  const spec = { group: "example.com", names: { kind: "CronTab" }, versions };
  const { facts } = await looked({ ...definition, spec }, restMapperOf("example.com/v1 CronTab"));
  t.deepEqual(facts, { served: true });
});

test("one request is sent for all objects that need its answer, and each of them is judged again", async (t) => {
  const kinds = restMapperOf("storage.k8s.io/v1 StorageClass!");
  const lookups = new ReadinessLookups(offlineRun().context, kinds, new Map());
  const again: string[] = [];
  const ask = (name: string, storageClassName: string): void => {
    lookups.of(claim({ storageClassName }, "Pending"), () => again.push(name));
  };
  ask("one", "fast");
  ask("two", "fast");
  ask("three", "slow");
  await lookups.settled();
  t.deepEqual(again.toSorted(), ["one", "three", "two"]);
  ask("four", "fast");
  await lookups.settled();
  t.false(again.includes("four"));
});

test("no request is sent before an object needs it", async (t) => {
  const lookups = new ReadinessLookups(offlineRun().context, restMapperOf(), new Map());
  await t.notThrowsAsync(lookups.settled());
});

test("the CRDs of a set are found by the kind that they define", (t) => {
  const other = shopObject("example.com/v1 CustomResourceDefinition fake", {}, crd({ v1: true }));
  const found = definitionsByKind([shopObject("v1 ConfigMap env"), crd({ v1: true }), cronTab("v1"), other]);
  t.deepEqual([...found], [["example.com/CronTab", crd({ v1: true })]]);
});

test("the later of two CRDs for one kind is used", (t) => {
  const found = definitionsByKind([crd({ v1: true }), crd({ v2: false })]);
  t.deepEqual(found.get("example.com/CronTab"), crd({ v2: false }));
});
