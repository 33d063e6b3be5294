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

test("a module accepts maintenance mode with empty settings", accepts, config);
test("a policy of the older version is valid", accepts, {
  apiVersion: "deckhouse.io/v1alpha1",
  kind: "ModuleUpdatePolicy",
  metadata: { name: "test-alpha" },
  spec: {
    moduleReleaseSelector: { labelSelector: { matchLabels: { source: "test" } } },
    releaseChannel: "Alpha",
  },
});
test("an update rule may have lost its quotes", accepts, {
  ...release("demo-v1.70.0", "Pending"),
  spec: { moduleName: "demo", version: "1.70.0", update: { versions: [{ from: 1.67, to: 1.7 }] } },
});
test("a module of the newer version is valid", accepts, {
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

test("another channel name is invalid", refuses, policy({ releaseChannel: "Nightly" }), /RockSolid/);
test(
  "another mode is invalid",
  refuses,
  policy({ releaseChannel: "Alpha", update: { mode: "Sometimes" } }),
  /AutoPatch/,
);
test(
  "a window starts at a time of day",
  refuses,
  policy({ releaseChannel: "Alpha", update: { windows: [{ from: "25:00", to: "26:00" }] } }),
  /windows\[0\]\.from/,
);
test(
  "there is only one kind of maintenance",
  refuses,
  { ...config, spec: { maintenance: "Always" } },
  /NoResourceReconciliation/,
);
test(
  "a release needs a version that can be parsed",
  refuses,
  { ...release("demo-v1.70.0", "Pending"), spec: { moduleName: "demo", version: "latest" } },
  /spec\.version/,
);
test(
  "an update rule needs a from version",
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
