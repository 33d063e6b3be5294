import test from "ava";

import { ModuleObjects } from "../rules/module-objects.ts";
import type { JsonObject } from "../../object/json.ts";
import { neededArtifacts } from "./artifact-retention.ts";

const digest = `sha256:${"0".repeat(64)}`;

function release(version: string, phase: string): JsonObject {
  return {
    apiVersion: "deckhouse.io/v1alpha1",
    kind: "ModuleRelease",
    metadata: { name: `echo-v${version}` },
    spec: { moduleName: "echo", version },
    status: { phase },
  };
}

const needs = test.macro(
  (t, objects: readonly JsonObject[], asked: Readonly<Record<string, boolean>>, running = "") => {
    const isNeeded = neededArtifacts(new ModuleObjects(objects), (_, label) => label === running);
    const found = Object.keys(asked).map((label) => [label, isNeeded("echo", label)]);
    t.deepEqual(Object.fromEntries(found), asked);
  },
);

test(
  "files of releases that are deployed or can be deployed are kept",
  needs,
  [
    release("1.0.0", "Superseded"),
    release("1.1.0", "Skipped"),
    release("1.2.0", "Deployed"),
    release("1.3.0", "Pending"),
    release("1.4.0", "Suspended"),
  ],
  { "v1.0.0": false, "v1.1.0": false, "v1.2.0": true, "v1.3.0": true, "v1.4.0": true, "v1.5.0": false },
);

test(
  "files of the running version are kept after another version is deployed",
  needs,
  [release("1.0.0", "Superseded"), release("1.1.0", "Deployed")],
  { "v1.0.0": true, "v1.1.0": true },
  "v1.0.0",
);

test("images of a module without an override are not kept", needs, [release("1.0.0", "Deployed")], {
  [`main@${digest}`]: false,
});

test(
  "images of an overridden module are kept, and the version to return to",
  needs,
  [
    release("1.0.0", "Deployed"),
    {
      apiVersion: "deckhouse.io/v1alpha2",
      kind: "ModulePullOverride",
      metadata: { name: "echo" },
      spec: { imageTag: "main" },
    },
  ],
  { [`main@${digest}`]: true, "v1.0.0": true },
);
