import test from "ava";

import type { Path } from "../object/json.ts";
import { leavable, ofManagers, ownedBy, pointedAt } from "./named-fields.ts";

const manifest = {
  metadata: { name: "web", labels: { team: "a" }, annotations: { "a/b": "1" } },
  spec: { replicas: 2, containers: [{ name: "app", image: "x" }, { name: "side" }] },
};

/** Which fields JSON pointers name. */
const points = test.macro({
  title: (_, pointer: string, paths: readonly Path[]) =>
    `the JSON pointer ${pointer} names ${paths.length === 0 ? "no field" : "a field"}`,
  exec(t, pointer: string, paths: readonly Path[]) {
    t.deepEqual(pointedAt([pointer], manifest), paths);
  },
});
test(points, "/spec/replicas", [["spec", "replicas"]]);
test(points, "/spec/containers/0/image", [["spec", "containers", 0, "image"]]);
test(points, "/spec/containers/7/image", []);
test(points, "/spec/containers/-", []);
test(points, "/metadata/annotations/a~1b", [["metadata", "annotations", "a/b"]]);
test(points, "/metadata/labels", [["metadata", "labels", "team"]]);
test(points, "/spec/__proto__", []);
test(points, "/spec/containers/__proto__", []);

test("labels and annotations are named entry by entry, except the marks of a release", (t) => {
  const labels = { team: "a", "applyset.kubernetes.io/part-of": "x" };
  const exported = {
    metadata: { name: "web", labels, annotations: { "converge.dev/applied": "x", a: "1" } },
  };
  const entries = [
    ["metadata", "labels", "team"],
    ["metadata", "annotations", "a"],
  ];
  t.deepEqual(leavable([["metadata"]], exported), [["metadata", "name"], ...entries]);
  t.deepEqual(
    leavable(
      [
        ["metadata", "labels"],
        ["metadata", "annotations"],
      ],
      exported,
    ),
    entries,
  );
  t.deepEqual(leavable([["metadata", "annotations", "converge.dev/applied"]], exported), []);
});

const secret = { apiVersion: "v1", kind: "Secret", data: { old: "YQ==" }, stringData: { key: "a" } };
const bothNames: readonly Path[] = [
  ["stringData", "key"],
  ["data", "key"],
];

test("an entry of stringData of a Secret is named under data as well, and vice versa", (t) => {
  t.deepEqual(pointedAt(["/data/key"], secret), bothNames);
  t.deepEqual(pointedAt(["/stringData/key"], secret), bothNames);
  t.deepEqual(pointedAt(["/stringData"], secret), bothNames);
  t.deepEqual(pointedAt(["/data"], secret), [["data", "old"], ...bothNames]);
  t.deepEqual(pointedAt(["/stringData/old", "/data/none"], secret), []);
  t.deepEqual(leavable([["data", "key"]], secret), bothNames);
});

test("a field that a manager owns in the data of a Secret is found in its stringData", (t) => {
  const fieldsV1 = { "f:data": { "f:key": {}, "f:other": {} } };
  const live = { metadata: { managedFields: [{ manager: "updater", fieldsV1 }] } };
  t.deepEqual(ownedBy(ofManagers(["updater"]), { live, manifest: secret }), bothNames);
});

test("fields that a manager owns in list entries are found by the keys of the entries", (t) => {
  const live = {
    metadata: {
      managedFields: [
        {
          manager: "updater",
          fieldsV1: {
            "f:spec": {
              "f:containers": {
                'k:{"name":"side"}': { ".": {}, "f:name": {} },
                'k:{"name":"app"}': { ".": {}, "f:name": {}, "f:image": {} },
              },
              "f:paused": {},
            },
          },
        },
        { manager: "other", fieldsV1: { "f:spec": { "f:replicas": {} } } },
      ],
    },
  };
  t.deepEqual(ownedBy(ofManagers(["updater"]), { live, manifest }), [["spec", "containers", 0, "image"]]);
});
