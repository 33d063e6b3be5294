import test from "ava";

import { configOf, releaseOf, sourceOf } from "../../../../fixtures/modules/enablement/module-model.ts";
import { type JsonObject, objectField } from "../../../object/json.ts";
import { ModuleObjects } from "../module-objects.ts";
import { stringAnnotations } from "../resource/metadata.ts";
import { moduleReleaseFor } from "./module-release-for.ts";

const version = {
  major: 1n,
  minor: 75n,
  patch: 25n,
  prerelease: "",
  metadata: "",
  original: "v1.75.25",
};

function made(definition: JsonObject | undefined, ...objects: readonly JsonObject[]): JsonObject {
  const digest = `sha256:${"0123456789abcdef".repeat(4)}`;
  const origin = {
    module: "echo",
    source: "test",
    version,
    digest,
    definition,
    cause: "step-by-step",
    changelog: undefined,
  };
  return moduleReleaseFor(origin, new ModuleObjects([sourceOf("test", "echo"), ...objects]));
}

test("a release has the fields of its definition", (t) => {
  const definition = {
    name: "echo",
    weight: 901,
    stage: "Preview",
    exclusiveGroup: "noise",
    requirements: { deckhouse: ">= 1.61", modules: { test: ">v0.22.1 !optional" } },
    accessibility: { editions: { ee: { available: true, enabledInBundles: ["Default"] } } },
    update: { versions: [{ from: "1.67", to: 1.75 }] },
    tags: ["left out"],
  };
  t.deepEqual(made(definition, configOf("echo", { updatePolicy: "test-alpha" })), {
    apiVersion: "deckhouse.io/v1alpha1",
    kind: "ModuleRelease",
    metadata: {
      name: "echo-v1.75.25",
      annotations: {
        "modules.deckhouse.io/change-cause": "check release (step-by-step)",
        "modules.deckhouse.io/apply-now": "true",
      },
      labels: {
        module: "echo",
        source: "test",
        "modules.deckhouse.io/update-policy": "test-alpha",
        "release-checksum": "0123456789abcdef0123456789abcdef",
      },
      ownerReferences: [
        {
          apiVersion: "deckhouse.io/v1alpha1",
          controller: true,
          kind: "ModuleSource",
          name: "test",
          uid: "test-uid",
        },
      ],
    },
    spec: {
      moduleName: "echo",
      version: "1.75.25",
      weight: 901,
      requirements: definition.requirements,
      accessibility: definition.accessibility,
      stage: "Preview",
      exclusiveGroup: "noise",
      update: { versions: [{ from: "1.67", to: "1.75" }] },
    },
  });
});

test("a release keeps the .0 of an unquoted version bound in module.yaml", (t) => {
  // Deckhouse decodes `to: 2.0` into a string with gopkg.in/yaml.v3, which keeps the text.
  const { update } = objectField(made({ update: { versions: [{ from: 1.99, to: 2 }] } }), "spec");
  t.deepEqual(update, { versions: [{ from: "1.99", to: "2.0" }] });
});

test("only the first release of a module gets the apply-now annotation", (t) => {
  const second = made({}, releaseOf("echo", "1.67.0"));
  t.deepEqual([...stringAnnotations(second).keys()], ["modules.deckhouse.io/change-cause"]);
});

test("an image without module.yaml makes a release of the default weight", (t) => {
  t.deepEqual(objectField(made(undefined), "spec"), { moduleName: "echo", version: "1.75.25", weight: 900 });
});
