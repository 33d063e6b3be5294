import test from "ava";

import {
  sampleFacts,
  sampleObject,
  sampleRelease,
} from "../../../../fixtures/modules/releases/sample-release.ts";
import type { JsonObject } from "../../../object/json.ts";
import { ModuleObjects } from "../module-objects.ts";
import { handleRelease } from "./reconcile-release.ts";

const release = sampleRelease("1.67.0", {
  phase: "Deployed",
  labels: { source: "example", "release-checksum": "0123" },
  metadata: { uid: "u-1" },
});
const isOn = { status: { conditions: [{ type: "EnabledByModuleConfig", status: "True" }] } };
const embedded = { properties: { source: "Embedded" }, ...isOn };
const old = sampleObject("ModuleDocumentation", "demo", {
  metadata: { name: "demo", uid: "u-2", labels: { team: "a" } },
  spec: { version: "v1.66.0", path: "/old", checksum: "9" },
});

function documentation(...objects: readonly JsonObject[]): JsonObject | undefined {
  const store = new ModuleObjects([release, ...objects]);
  handleRelease("demo-v1.67.0", store, sampleFacts());
  return store.get("ModuleDocumentation", "demo");
}

test("an enabled module has documentation of the deployed version, owned by its release", (t) => {
  t.deepEqual(documentation(sampleObject("Module", "demo", isOn)), {
    apiVersion: "deckhouse.io/v1alpha1",
    kind: "ModuleDocumentation",
    metadata: {
      name: "demo",
      labels: { module: "demo", source: "example" },
      ownerReferences: [
        {
          apiVersion: "deckhouse.io/v1alpha1",
          controller: true,
          kind: "ModuleRelease",
          name: "demo-v1.67.0",
          uid: "u-1",
        },
      ],
    },
    spec: { version: "v1.67.0", path: "/modules/demo", checksum: "0123" },
  });
});

test("documentation of another version is updated, and keeps labels of other managers", (t) => {
  const found = documentation(sampleObject("Module", "demo", isOn), old);
  t.deepEqual(found?.["spec"], { version: "v1.67.0", path: "/modules/demo", checksum: "0123" });
  t.like(found?.["metadata"], { uid: "u-2", labels: { team: "a", module: "demo", source: "example" } });
});

test("a module that is not known to be enabled has no documentation yet", (t) => {
  t.is(documentation(sampleObject("Module", "demo")), undefined);
});

test("documentation of an embedded module is removed", (t) => {
  t.is(documentation(sampleObject("Module", "demo", embedded), old), undefined);
});
