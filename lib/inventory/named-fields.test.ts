import test from "ava";

import type { Path } from "../object/json.ts";
import { ofManagers, ownedBy, pointedAt } from "./named-fields.ts";

const manifest = {
  metadata: { name: "web", labels: { team: "a" }, annotations: { "a/b": "1" } },
  spec: { replicas: 2, containers: [{ name: "app", image: "x" }, { name: "side" }] },
};

/** Which fields JSON pointers name. */
const points = test.macro({
  title: (_, pointer: string) => `${pointer} is resolved`,
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

test("the data of a Secret is found in stringData as well", (t) => {
  t.deepEqual(pointedAt(["/data/key"], { stringData: { key: "a" } }), [
    ["stringData", "key"],
    ["data", "key"],
  ]);
});

test("what a manager owns is found by the keys of entries, which stay", (t) => {
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
