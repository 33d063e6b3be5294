import test from "ava";

import {
  annotationOf,
  finalizersOf,
  generationOf,
  isTerminating,
  labelOf,
  nameOf,
  refOf,
  uidOf,
} from "./metadata.ts";

const object = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: {
    name: "web",
    namespace: "shop",
    generation: 3,
    labels: { app: "web", weight: 1 },
    finalizers: ["a", 1, "b"],
    deletionTimestamp: "2026-01-01T00:00:00Z",
  },
};

test("reference, generation, labels and finalizers are read from the metadata", (t) => {
  t.deepEqual(refOf(object), { group: "apps", kind: "Deployment", namespace: "shop", name: "web" });
  t.is(generationOf(object), 3);
  t.is(labelOf(object, "app"), "web");
  t.deepEqual(finalizersOf(object), ["a", "b"]);
  t.true(isTerminating(object));
});

test("metadata that is absent, inherited or of another type is not read", (t) => {
  t.is(labelOf(object, "weight"), undefined);
  t.is(labelOf(object, "constructor"), undefined);
  t.is(annotationOf(object, "app"), undefined);
  t.is(uidOf(object), "");
  t.is(generationOf({ metadata: { generation: "3" } }), undefined);
  for (const hostile of [undefined, null, "text", [], { metadata: null }, { metadata: ["name"] }]) {
    t.is(nameOf(hostile), "");
    t.false(isTerminating(hostile));
  }
});
