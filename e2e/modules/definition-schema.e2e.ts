import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { withOwnObjects } from "./definition-objects.ts";
import { release } from "./definition-samples.ts";

const config = {
  apiVersion: "deckhouse.io/v1alpha1",
  kind: "ModuleConfig",
  metadata: { name: "echo" },
  spec: { enabled: true, maintenance: "NoResourceReconciliation", settings: null },
};

const accepts = test.macro<[JsonObject]>(async (t, object) => {
  await withOwnObjects(t, async ({ put }) => {
    await t.notThrowsAsync(put(object));
  });
});

test("a ModuleConfig with a maintenance mode and null settings is valid", accepts, config);
test("a ModuleUpdatePolicy of v1alpha1 is valid", accepts, {
  apiVersion: "deckhouse.io/v1alpha1",
  kind: "ModuleUpdatePolicy",
  metadata: { name: "test-alpha" },
  spec: {
    moduleReleaseSelector: { labelSelector: { matchLabels: { source: "test" } } },
    releaseChannel: "Alpha",
  },
});
test("versions of an update rule may be numbers", accepts, {
  ...release("demo-v1.70.0", "Pending"),
  spec: { moduleName: "demo", version: "1.70.0", update: { versions: [{ from: 1.67, to: 1.7 }] } },
});
test("a Module of v1alpha2 is valid", accepts, {
  apiVersion: "deckhouse.io/v1alpha2",
  kind: "Module",
  metadata: { name: "upmeter" },
  spec: { packageRepositoryName: "foxtrot", packageVersion: "v1.70.0", settingsVersion: 1 },
  status: { phase: "Ready" },
});

const refuses = test.macro<[JsonObject, RegExp]>(async (t, object, reason) => {
  await withOwnObjects(t, async ({ offer }) => {
    const { status, text } = await offer(object);
    t.is(status, 422);
    t.regex(text, reason);
  });
});

const policy = (spec: JsonObject): JsonObject => ({
  apiVersion: "deckhouse.io/v1alpha2",
  kind: "ModuleUpdatePolicy",
  metadata: { name: "test-alpha" },
  spec,
});

test("an unknown release channel is invalid", refuses, policy({ releaseChannel: "Nightly" }), /RockSolid/);
test(
  "an unknown update mode is invalid",
  refuses,
  policy({ releaseChannel: "Alpha", update: { mode: "Sometimes" } }),
  /AutoPatch/,
);
test(
  "an update window without a valid time of day is invalid",
  refuses,
  policy({ releaseChannel: "Alpha", update: { windows: [{ from: "25:00", to: "26:00" }] } }),
  /windows\[0\]\.from/,
);
test(
  "an unknown maintenance mode is invalid",
  refuses,
  { ...config, spec: { maintenance: "Always" } },
  /NoResourceReconciliation/,
);
test(
  "a ModuleRelease with an invalid version is refused",
  refuses,
  { ...release("demo-v1.70.0", "Pending"), spec: { moduleName: "demo", version: "latest" } },
  /spec\.version/,
);
test(
  "an update rule with an invalid from version is refused",
  refuses,
  {
    ...release("demo-v1.70.0", "Pending"),
    spec: { moduleName: "demo", version: "1.70.0", update: { versions: [{ from: "early", to: "1.70" }] } },
  },
  /update\.versions\[0\]\.from/,
);

test("the module and version of a release are immutable", async (t) => {
  await withOwnObjects(t, async ({ put, run, nameOf }) => {
    await put(release("demo-v1.70.0", "Pending"));
    const change = async (field: string, value: string): Promise<unknown> =>
      run(`patch mr ${nameOf("demo-v1.70.0")} --type=merge -p {"spec":{"${field}":"${value}"}}`);
    await t.throwsAsync(change("version", "1.71.0"), { message: /another version is another release/ });
    await t.throwsAsync(change("moduleName", "other"), { message: /stays one of its module/ });
  });
});
