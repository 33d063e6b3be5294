/**
 * Cases with their expected result. Those of the documentation are in `fixtures/modules/releases`. Those that
 * were recorded from the platform's own controller are not part of the product: the folder that
 * `CONVERGE_DECKHOUSE_CASES` names has them in `releases/input` and `releases/golden`.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import test from "ava";

import {
  type JsonObject,
  type JsonValue,
  field,
  listField,
  objectField,
  stringField,
} from "../../../object/json.ts";
import { readManifests } from "../../../manifest/parse-manifests.ts";
import type { ModuleFacts } from "../module-facts.ts";
import { ModuleObjects } from "../module-objects.ts";
import { stringAnnotations, stringLabels } from "../resource/metadata.ts";
import type { UpdatePolicy } from "../resource/update-policy.ts";
import { handleRelease } from "./reconcile-release.ts";
import { settleReleases } from "./reconcile-releases.ts";

/** The facts with which a case was recorded, in addition to those of all cases. */
interface RecordedCase {
  /** Which releases are handled, in this order, three times over. */
  readonly handled: readonly string[];
  readonly policy?: Partial<UpdatePolicy>;
  /** Not ready while that release is handled for the first time. */
  readonly startsUp?: string;
  /** The input is older than the golden file, which shows a Module that is ready. */
  readonly readyModule?: string;
  /** The golden file is of a version in which `notified` meant something else. */
  readonly isOldNotified?: boolean;
}

const demo = (...versions: readonly string[]): readonly string[] =>
  versions.map((version) => `demo-${version}`);
const upmeter = (...versions: readonly string[]): readonly string[] =>
  versions.map((version) => `upmeter-v1.${version}.0`);
const nightWindow = { mode: "AutoPatch", windows: [{ from: "8:00", to: "8:01", days: [] }] } as const;

const cases: Readonly<Record<string, RecordedCase>> = {
  "from-to-sequential": { handled: demo("1.67.0", "1.68.0", "1.69.0", "1.70.0") },
  "from-to-jump": { handled: demo("1.67.5", "1.68.4", "1.69.10", "1.75.2") },
  "from-to-below-from": { handled: demo("1.66.25", "1.67.0", "1.68.4", "1.75.2") },
  "from-to-to-less-than-deployed": { handled: demo("1.66.23", "1.67.5", "1.68.3", "1.75.2") },
  "from-to-several-update-specs-different-release": { handled: demo("1.67.0", "1.68.0", "1.69.0", "1.70.0") },
  "sequential-processing-minor": { handled: upmeter("70", "71") },
  "sequential-processing-minor-pending": { handled: upmeter("70", "71", "72") },
  "sequential-processing-minor-auto": { handled: upmeter("70", "71", "72") },
  "sequential-processing-pending": { handled: upmeter("70", "71", "72"), startsUp: "upmeter-v1.70.0" },
  "update-major-version-0-1": { handled: ["parca-0.26.2", "parca-1.0.0"] },
  "lts-channel-major-jump": { handled: ["testmodule-0.8.0", "testmodule-1.0.0"] },
  "lts-channel-multiple-versions": { handled: ["testmodule-0.3.0", "testmodule-0.5.0", "testmodule-0.7.0"] },
  "dVersion-suitable": { handled: ["parca-v1.4.3-suitable"] },
  "kVersion-unsuitable": { handled: ["parca-v1.4.3-kube-unsuitable"] },
  "manual-mode-release-not-approved": { handled: ["echo-v0.4.69"] },
  "auto-patch-minor-update": {
    handled: ["parca-1.26.2", "parca-1.27.0"],
    policy: nightWindow,
    isOldNotified: true,
  },
  "auto-mode": { handled: ["parca-1.26.2", "parca-1.27.0"], policy: nightWindow, readyModule: "parca" },
  "auto-patch-mode": { handled: ["parca-1.26.2", "parca-1.26.3"], policy: { mode: "AutoPatch" } },
  "auto-patch-mode-minor-release": {
    handled: ["parca-1.26.2", "parca-1.27.0"],
    policy: { mode: "AutoPatch" },
  },
  simple: { handled: ["parca-v1.4.3"] },
  "apply-force-release": { handled: ["parca-1.2.1", "parca-1.5.2"] },
  "apply-pending-releases": { handled: ["parca-1.2.2", "commander-1.0.3"] },
  "clean-up-outdated-module-releases-for-deployed": { handled: ["echo-v0.4.54"] },
  "embedded-module-stage-keep-source": { handled: ["parca-v1.4.3"] },
  "module-documentation-create": { handled: ["parca-v1.4.3"] },
  "module-documentation-update": { handled: ["parca-v1.4.3"] },
  "module-documentation-embedded": { handled: ["parca-v1.4.3"] },
  "module-documentation-stale-embedded": { handled: ["parca-v1.4.3"] },
};

const documented = fileURLToPath(new URL("../../../../fixtures/modules/releases/", import.meta.url));
const named = readdirSync(documented).filter((name) => existsSync(join(documented, name, "input.yaml")));

const ends = test.macro((t, name: string, given: readonly JsonObject[]) => {
  const objects = new ModuleObjects(given);
  settleReleases(objects, { ...factsOf({ handled: [] }, true), kubernetes: "1.29.6" });
  const expected = new ModuleObjects(objectsOf(join(documented, name, "expected.yaml")));
  t.deepEqual(statuses(objects), statuses(expected));
  t.true(statuses(expected).length > 0);
});

for (const name of named) {
  const given = objectsOf(join(documented, name, "input.yaml"));
  test(`the documented case ${name} gives the documented result`, ends, name, given);
  if (given.some(isPending)) {
    test(
      `the documented case ${name} gives the documented result for releases without a phase`,
      ends,
      name,
      given.map(unseen),
    );
  }
}

function isPending(object: JsonObject): boolean {
  return stringField(objectField(object, "status"), "phase") === "Pending";
}

function unseen(object: JsonObject): JsonObject {
  const { status: _, ...rest } = object;
  return isPending(object) ? rest : object;
}

function statuses(objects: ModuleObjects): readonly string[] {
  return objects.all("ModuleRelease").map((object) => {
    const status = objectField(object, "status");
    return [nameOf(object), stringField(status, "phase"), stringField(status, "message") ?? ""].join(" ");
  });
}

const folder = process.env["CONVERGE_DECKHOUSE_CASES"];
if (folder !== undefined) {
  const files = readdirSync(join(folder, "releases", "input"));
  test("all recorded cases of releases are configured", (t) => {
    t.deepEqual(files.map((file) => file.replace(/\.yaml$/, "")).toSorted(), Object.keys(cases).toSorted());
  });
  for (const [name, recorded] of Object.entries(cases)) {
    const read = (part: string): readonly JsonObject[] =>
      objectsOf(join(folder, "releases", part, `${name}.yaml`));
    test(`the recorded case ${name} gives the recorded result`, (t) => {
      const [ended, golden] = [handleThrice(read("input"), recorded).everything(), read("golden")];
      t.true(Object.keys(seen(golden, recorded)).length > 1);
      t.deepEqual(seen(ended, recorded), seen(golden, recorded));
    });
  }
}

function objectsOf(path: string): readonly JsonObject[] {
  const { objects, diagnostics } = readManifests({ name: path, text: readFileSync(path, "utf8") });
  if (diagnostics.some(({ severity }) => severity === "error")) {
    throw new Error(`${path}: ${diagnostics.map(({ message }) => message).join("; ")}`);
  }
  return objects.map(({ value }) => value);
}

function handleThrice(input: readonly JsonObject[], recorded: RecordedCase): ModuleObjects {
  const objects = new ModuleObjects(input);
  const { readyModule, handled } = recorded;
  if (readyModule !== undefined) {
    objects.put({ kind: "Module", metadata: { name: readyModule }, status: { phase: "Ready" } });
  }
  const started = new Set<string>();
  for (const name of [...handled, ...handled, ...handled]) {
    const isReady = name !== recorded.startsUp || started.has(name);
    handleRelease(name, objects, factsOf(recorded, isReady));
    started.add(name);
  }
  return objects;
}

/** Thursday, 2019-10-17 15:33 UTC. */
const now = 1_571_326_380_000;

function factsOf({ policy = {} }: RecordedCase, isReady: boolean): ModuleFacts {
  return {
    now,
    deckhouse: "v1.0.0",
    kubernetes: "1.28.0",
    edition: "",
    bundle: "Default",
    defaultPolicy: { name: "", releaseChannel: "Stable", mode: "Auto", windows: [], ...policy },
    embedded: new Set(),
    isReady: () => isReady,
    artifactOf: () => ({ state: "here" }),
  };
}

/**
 * The state of the objects that a user sees: which exist, and the fields that the cases are about. Empty
 * fields are left out.
 */
function seen(
  objects: readonly JsonObject[],
  { isOldNotified = false }: RecordedCase,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    objects
      .map((object) => [`${stringField(object, "kind") ?? ""} ${nameOf(object)}`, object] as const)
      .filter(([key, object]) => /^Module(Release|Documentation)? /.test(key) && !isSecondGeneration(object))
      .map(([key, object]) => [key, seenOf(object, isOldNotified)]),
  );
}

/**
 * A Module of the API version that the newest golden files contain in addition. The input of two cases has
 * only this one.
 */
function isSecondGeneration(object: JsonObject): boolean {
  return (
    stringField(object, "apiVersion") === "deckhouse.io/v1alpha2" &&
    stringField(objectField(object, "spec"), "settingsVersion") === undefined &&
    field(objectField(object, "spec"), "settingsVersion") !== undefined
  );
}

function nameOf(object: JsonObject): string {
  return stringField(objectField(object, "metadata"), "name") ?? "";
}

function seenOf(object: JsonObject, isOldNotified: boolean): unknown {
  const kind = stringField(object, "kind");
  if (kind === "ModuleRelease") {
    return releaseSeen(object, isOldNotified);
  }
  return kind === "ModuleDocumentation" ? documentationSeen(object) : moduleSeen(object);
}

function releaseSeen(object: JsonObject, isOldNotified: boolean): unknown {
  const [spec, status] = [objectField(object, "spec"), objectField(object, "status")];
  return {
    spec: { version: field(spec, "version"), weight: field(spec, "weight") },
    phase: field(status, "phase"),
    message: stringField(status, "message") ?? "",
    approved: field(status, "approved") === true,
    transitionTime: field(status, "transitionTime") ?? null,
    labels: Object.fromEntries(stringLabels(object)),
    annotations: annotationsSeen(object, isOldNotified),
  };
}

function documentationSeen(object: JsonObject): unknown {
  const owners = listField(objectField(object, "metadata"), "ownerReferences");
  return {
    spec: objectField(object, "spec"),
    labels: Object.fromEntries(stringLabels(object)),
    owners: owners.map((owner) => stringField(owner, "name")),
  };
}

function moduleSeen(object: JsonObject): unknown {
  const conditions = listField(objectField(object, "status"), "conditions");
  return {
    source: field(objectField(object, "properties"), "source"),
    lastReleaseDeployed: conditions.filter(
      (condition) => stringField(condition, "type") === "LastReleaseDeployed",
    ),
  };
}

/** `dryrun` is passed through by the older controller, and missing in the newer golden files. */
function annotationsSeen(object: JsonObject, isOldNotified: boolean): Readonly<Record<string, JsonValue>> {
  const ignored = new Set(["dryrun", ...(isOldNotified ? ["modules.deckhouse.io/notified"] : [])]);
  return Object.fromEntries([...stringAnnotations(object)].filter(([name]) => !ignored.has(name)));
}
