import test from "ava";

import {
  factsAt,
  moduleOf,
  noon,
  objectsOfFiles,
  sourceOf,
  reportedCondition,
} from "../../../../fixtures/modules/enablement/module-model.ts";
import { overrideOf } from "../../../../fixtures/modules/overrides/given-override.ts";
import { type JsonObject, objectField } from "../../../object/json.ts";
import { ModuleObjects } from "../module-objects.ts";
import { stringAnnotations, withAnnotations } from "../resource/metadata.ts";
import { pullOverrideOf } from "../resource/pull-override.ts";
import { handleOverride } from "./reconcile-override.ts";

const on = ["EnabledByModuleConfig", "EnabledByModuleManager"];
const source = sourceOf("test", "echo");
const module = moduleOf("echo", { source: "test", version: "v1.0.0" }, ...on);
const digest = "sha256:cafe";
const other = "sha256:beef";

function statusOf(objects: ModuleObjects): JsonObject {
  return objectField(objects.get("ModulePullOverride", "echo"), "status");
}

interface Given {
  readonly title: string;
  readonly with: readonly JsonObject[];
  readonly observation?: {
    readonly digest?: undefined;
    readonly downloadFault?: string;
    readonly validationFault?: string;
  };
  readonly message: string;
  /** The condition IsOverridden of the Module. */
  readonly overridden: string;
}

const reports = test.macro({
  title: (_, { title, message }: Given) => `an override reports '${message}' if ${title}`,
  exec: (t, { with: others, observation, message, overridden }: Given) => {
    const objects = new ModuleObjects([overrideOf(), ...others]);
    const look = { name: "echo", observation: { digest, installed: digest, ...observation } };
    const answer = handleOverride(look, objects, factsAt(noon));
    t.is(statusOf(objects)["message"], message);
    t.is(statusOf(objects)["updatedAt"], "2026-11-20T12:00:00Z");
    t.is(reportedCondition(objects, "echo", "IsOverridden"), overridden);
    t.deepEqual(answer, { again: noon + (message === "Ready" ? 15_000 : 60_000), look: false });
    objects.settle();
    handleOverride(look, objects, factsAt(noon + 60_000));
    t.deepEqual(objects.changes(), [], "a status that is already reported is not written again");
  },
});

const given: readonly Given[] = [
  { title: "the module can run", with: [source, module], message: "Ready", overridden: "True" },
  {
    title: "no module has its name",
    with: [source],
    message: "The module not found",
    overridden: "",
  },
  {
    title: "the module is part of the platform",
    with: [moduleOf("echo", { source: "Embedded" })],
    message: "The module is embedded",
    overridden: "",
  },
  {
    title: "the ModuleConfig disables the module",
    with: [source, moduleOf("echo", { source: "test" }, "!EnabledByModuleConfig")],
    message: "The module disabled",
    overridden: "",
  },
  {
    title: "the requirements of the module are not met",
    with: [source, moduleOf("echo", { source: "test" }, "EnabledByModuleConfig", "!EnabledByModuleManager")],
    message: "The module disabled",
    overridden: "",
  },
  {
    title: "the module has no source",
    with: [source, moduleOf("echo", {}, ...on)],
    message: "The module does not have an active source",
    overridden: "",
  },
  {
    title: "the source of the module does not exist",
    with: [module],
    message: "The source not found",
    overridden: "True ImagePending",
  },
  {
    title: "the registry cannot be reached",
    with: [source, module],
    observation: { digest: undefined, downloadFault: "unreachable" },
    message: "Download error: unreachable",
    overridden: "True ImagePending",
  },
  {
    title: "the image cannot be pulled",
    with: [source, module],
    observation: { downloadFault: "unreachable" },
    message: "Deploy error: download the module 'echo': unreachable",
    overridden: "True ImagePending",
  },
  {
    title: "the image is not a valid module",
    with: [source, module],
    observation: { validationFault: "module.yaml: name is missing" },
    message: "Validation error: module.yaml: name is missing",
    overridden: "True ImagePending",
  },
];
for (const row of given) {
  test(reports, row);
}

test("disabling a module clears the digest of its override, other faults do not", (t) => {
  const status = { message: "Ready", imageDigest: digest, updatedAt: "2026-01-01T00:00:00Z" };
  const off = moduleOf("echo", { source: "test" }, "!EnabledByModuleConfig");
  const objects = new ModuleObjects([overrideOf({}, status), source, off]);
  handleOverride({ name: "echo", observation: { digest, installed: digest } }, objects, factsAt(noon));
  t.deepEqual(statusOf(objects), { message: "The module disabled", updatedAt: "2026-11-20T12:00:00Z" });

  const orphaned = new ModuleObjects([overrideOf({}, status), module]);
  handleOverride({ name: "echo", observation: { digest, installed: digest } }, orphaned, factsAt(noon));
  t.is(statusOf(orphaned)["imageDigest"], digest);
});

test("the documented example of an override gives the documented result", (t) => {
  const now = 1_701_938_481_000;
  const image = "sha256:ed958cc2156e3cc363f1932ca6ca2c7f8ae1b09ffc1ce1eb4f12478aed1befbc";
  const objects = objectsOfFiles("overrides/before.yaml");
  const unseen = { digest: undefined, installed: undefined };
  const first = handleOverride({ name: "echo", observation: unseen }, objects, factsAt(now));
  t.deepEqual(first, { again: now + 15_000, look: true });
  const seen = handleOverride(
    { name: "echo", observation: { ...unseen, digest: image } },
    objects,
    factsAt(now),
  );
  t.deepEqual(seen.fetch, { module: "echo", tag: "main-patch-03354", digest: image });
  const ended = { digest: image, installed: image, pulled: true };
  t.is(handleOverride({ name: "echo", observation: ended }, objects, factsAt(now)).fetch, undefined);
  const after = objectsOfFiles("overrides/after.yaml");
  for (const kind of ["ModulePullOverride", "ModuleSource", "Module"] as const) {
    t.deepEqual(objects.all(kind), after.all(kind));
  }
});

const interval = test.macro({
  title: (_, written: string | undefined, wanted: number) =>
    `an override with scanInterval ${written ?? "unset"} is checked every ${wanted / 1000} s`,
  exec: (t, written: string | undefined, wanted: number) => {
    const spec = written === undefined ? {} : { scanInterval: written };
    const objects = new ModuleObjects([overrideOf(spec), source, module]);
    const observation = { digest: undefined, installed: undefined };
    t.is(handleOverride({ name: "echo", observation }, objects, factsAt(noon)).again, noon + wanted);
  },
});
test(interval, undefined, 15_000);
test(interval, "15s", 15_000);
test(interval, "1m", 60_000);
test(interval, "1h30m", 5_400_000);
test(interval, "soon", 15_000);
test(interval, "0s", 15_000);

const renews = test.macro({
  title: (_, annotations: Record<string, string>, isAsked: boolean) =>
    `${JSON.stringify(annotations)} requests ${isAsked ? "a" : "no"} renewal`,
  exec: (t, annotations: Record<string, string>, isAsked: boolean) => {
    const override = withAnnotations(overrideOf(), annotations);
    t.is(pullOverrideOf(override).asksRenewal, isAsked);
    const objects = new ModuleObjects([override, source, module]);
    const observation = { digest, installed: digest };
    const asked = handleOverride({ name: "echo", observation }, objects, factsAt(noon));
    t.is(asked.fetch !== undefined, isAsked);
    if (isAsked) {
      const done = handleOverride(
        { name: "echo", observation: { ...observation, pulled: true } },
        objects,
        factsAt(noon),
      );
      t.is(done.fetch, undefined);
      const left = stringAnnotations(objects.get("ModulePullOverride", "echo"));
      t.false(left.has("renew") || left.has("modules.deckhouse.io/renew"));
    }
  },
});
test(renews, {}, false);
test(renews, { "modules.deckhouse.io/renew": "true" }, true);
test(renews, { "modules.deckhouse.io/renew": "false" }, false);
test(renews, { "modules.deckhouse.io/renew": "1" }, false);
test(renews, { "modules.deckhouse.io/renew": "" }, false);
test(renews, { "example.com/renew": "true" }, false);
test(renews, { renew: "" }, true);
test(renews, { renew: "no" }, true);
test(renews, { renew: "", "modules.deckhouse.io/renew": "true" }, true);

test("an image that is pulled again updates the time, even if its digest is the same", (t) => {
  const status = { message: "Ready", imageDigest: digest, updatedAt: "2026-01-01T00:00:00Z" };
  const objects = new ModuleObjects([withAnnotations(overrideOf({}, status), { renew: "" }), source, module]);
  handleOverride(
    { name: "echo", observation: { digest, installed: digest, pulled: true } },
    objects,
    factsAt(noon),
  );
  t.is(statusOf(objects)["updatedAt"], "2026-11-20T12:00:00Z");
});

test("a tag that was moved is pulled, and the ModuleDocumentation is updated", (t) => {
  const status = { message: "Ready", imageDigest: digest, updatedAt: "2026-01-01T00:00:00Z" };
  const objects = new ModuleObjects([overrideOf({}, status), source, module]);
  const moved = handleOverride(
    { name: "echo", observation: { digest: other, installed: digest } },
    objects,
    factsAt(noon),
  );
  t.deepEqual(moved.fetch, { module: "echo", tag: "pr333", digest: other });
  t.is(statusOf(objects)["imageDigest"], digest, "until it is pulled");
  const observation = { digest: other, installed: other, pulled: true };
  handleOverride({ name: "echo", observation }, objects, factsAt(noon));
  t.is(statusOf(objects)["imageDigest"], other);
  t.deepEqual(objects.get("ModuleDocumentation", "echo"), {
    apiVersion: "deckhouse.io/v1alpha1",
    kind: "ModuleDocumentation",
    metadata: {
      name: "echo",
      labels: { module: "echo", source: "test" },
      ownerReferences: [
        {
          apiVersion: "deckhouse.io/v1alpha2",
          controller: true,
          kind: "ModulePullOverride",
          name: "echo",
          uid: "",
        },
      ],
    },
    spec: { version: "pr333", path: "/modules/echo", checksum: other },
  });
});

test("an override gets its finalizer only once its module can run", (t) => {
  const objects = new ModuleObjects([overrideOf(), source]);
  const look = { name: "echo", observation: { digest: undefined, installed: undefined } };
  const isHeld = (): boolean => pullOverrideOf(objects.get("ModulePullOverride", "echo") ?? {}).isHeld;
  handleOverride(look, objects, factsAt(noon));
  t.false(isHeld());
  objects.put(module);
  handleOverride(look, objects, factsAt(noon));
  t.true(isHeld());
});

test("a deleted override requests nothing", (t) => {
  const look = { name: "echo", observation: { digest, installed: digest } };
  t.deepEqual(handleOverride(look, new ModuleObjects(), factsAt(noon)), {
    again: Number.POSITIVE_INFINITY,
    look: false,
  });
});
