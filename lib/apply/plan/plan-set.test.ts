import test from "ava";

import {
  dependsOn,
  findings,
  hook,
  object,
  objectNamed,
  outline,
  waitsOf,
} from "../../../fixtures/planned.ts";
import { type ParseResult, readManifests } from "../../manifest/parse-manifests.ts";
import { type JsonObject, stringifyJson } from "../../object/json.ts";
import { groupKindKey } from "../../object/object-ref.ts";
import type { SourceText } from "../../object/diagnostic/source-text.ts";
import type { PlanResult } from "../../plan/make-plan.ts";
import type { SetLookups } from "../observe/set-lookups.ts";
import { planSet, type PlanSetOptions, type SetToPlan } from "./plan-set.ts";

interface ClusterFacts {
  /** Whether the kinds that the cluster serves are namespaced, by `group/Kind`. */
  readonly scopes?: Readonly<Record<string, boolean>>;
  /** The references to objects of other sets. */
  readonly elsewhere?: readonly string[];
  /** The live objects, by `Kind/name`. */
  readonly live?: Readonly<Record<string, JsonObject>>;
}

interface Planned extends PlanResult {
  /** The lookups, each as its name and its arguments. */
  readonly asked: readonly string[];
}

function text(name: string, ...objects: readonly JsonObject[]): SourceText {
  return { name, text: objects.map((one) => stringifyJson(one)).join("\n") };
}

/** Plans a set with these facts of the cluster. By default fields are not checked. */
async function plannedOn(
  { scopes = {}, elsewhere = [], live = {} }: ClusterFacts,
  set: Pick<SetToPlan, "sources"> & Partial<SetToPlan>,
  options?: PlanSetOptions,
): Promise<Planned> {
  const asked: string[] = [];
  const lookups: SetLookups = {
    minor: () => {
      asked.push("minor");
      return Promise.resolve(36);
    },
    scopes: (kinds) => {
      asked.push(`scopes ${kinds.map(groupKindKey).join(" ")}`);
      return Promise.resolve(kinds.map((kind) => scopes[groupKindKey(kind)]));
    },
    definitions: () => Promise.resolve([]),
    objects: (wanted) => {
      asked.push(`objects ${wanted.map(({ kind, name }) => `${kind}/${name}`).join(" ")}`);
      return Promise.resolve(wanted.map(({ kind, name }) => live[`${kind}/${name}`]));
    },
    newestVersions: (wanted) => {
      asked.push(`versions ${wanted.map(({ kind, name }) => `${kind}/${name}`).join(" ")}`);
      return Promise.resolve(wanted.map(({ kind, name }) => live[`${kind}/${name}-ver`]));
    },
    broughtElsewhere: (keys) => {
      asked.push(`elsewhere ${keys.join(" ")}`);
      return Promise.resolve(keys.map((key) => elsewhere.includes(key)));
    },
  };
  const usual = { action: "install", release: "test", namespace: "default", timeout: 1000 } as const;
  const policies = { externalDeps: "error", invalid: "fail", validate: "ignore", keepRandom: true } as const;
  return { ...(await planSet({ ...usual, ...policies, ...set }, lookups, options)), asked };
}

const env = object("ConfigMap/env");
const nightly = object("example.com/v1/CronTab/nightly");

test("a set is planned with the scopes of the cluster, and each kind is looked up once", async (t) => {
  const sources = [
    text("a.json", env, nightly, object("example.com/v1/CronTab/weekly")),
    text("b.json", object("example.com/v1/Zone/eu"), object("example.com/v2/Zone/us")),
  ];
  const scopes = { "example.com/CronTab": true, "example.com/Zone": false };
  const { plan, asked } = await plannedOn({ scopes }, { sources });
  t.deepEqual(asked, ["scopes /ConfigMap example.com/CronTab example.com/Zone"]);
  t.is(objectNamed(plan, "CronTab/nightly").manifest.key, "example.com/namespaces/default/CronTab/nightly");
  t.is(objectNamed(plan, "Zone/eu").manifest.key, "example.com/Zone/eu");
});

test("a kind with an unknown scope causes a warning", async (t) => {
  const planned = await plannedOn({}, { sources: [text("a.json", nightly)] });
  t.deepEqual(findings(planned), ["warning UnknownScope"]);
});

const needsDatabase = object("Deployment/web", {
  annotations: dependsOn("apps/namespaces/data/StatefulSet/database"),
});
const database = "apps/namespaces/data/StatefulSet/database";

test("a dependency that is in no set is an error", async (t) => {
  const planned = await plannedOn({}, { sources: [text("a.json", needsDatabase)] });
  t.true(planned.refused);
  t.deepEqual(planned.asked.slice(1), [`elsewhere ${database}`]);
});

test("a dependency in another set is awaited even with the policy error", async (t) => {
  const planned = await plannedOn({ elsewhere: [database] }, { sources: [text("a.json", needsDatabase)] });
  t.false(planned.refused);
  t.deepEqual(waitsOf(planned, "Deployment/web"), ["StatefulSet/database ready depends-on external"]);
});

test("all dependencies outside of the set are looked up together", async (t) => {
  const other = object("Deployment/api", { annotations: dependsOn("/namespaces/data/Secret/key") });
  const third = object("Deployment/c", { annotations: dependsOn(database) });
  const sources = [text("a.json", needsDatabase, other, third)];
  const planned = await plannedOn({ elsewhere: [database] }, { sources });
  t.is(planned.asked.length, 2);
  t.deepEqual(
    planned.asked[1]?.split(" ").toSorted((left, right) => (left < right ? -1 : 1)),
    ["/namespaces/data/Secret/key", database, "elsewhere"],
  );
  t.true(planned.refused);
});

test("a set without external dependencies does not look up other sets", async (t) => {
  const { asked } = await plannedOn({}, { sources: [text("a.json", env)] });
  t.deepEqual(asked, ["scopes /ConfigMap"]);
});

test("the plan respects the action, hooks and selector of the request", async (t) => {
  const set = [
    object("ConfigMap/env", { labels: { app: "web" } }),
    object("ConfigMap/other", { labels: { app: "other" } }),
    object("Job/migrate", { annotations: hook("pre-upgrade"), labels: { app: "web" } }),
  ];
  const sources = [text("a.json", ...set)];
  t.deepEqual(outline(await plannedOn({}, { sources })), ["main 0: ConfigMap/env ConfigMap/other"]);
  const upgraded = await plannedOn({}, { sources, action: "upgrade" });
  t.deepEqual(outline(upgraded), ["pre 0: Job/migrate", "main 0 < 1: ConfigMap/env ConfigMap/other"]);
  const withoutHooks = await plannedOn({}, { sources, action: "upgrade", hooks: false });
  t.deepEqual(outline(withoutHooks), ["main 0: ConfigMap/env ConfigMap/other"]);
  const selected = await plannedOn({}, { sources, selector: { matchLabels: { app: "web" } } });
  t.deepEqual(outline(selected), ["main 0: ConfigMap/env"]);
});

const bad = '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "bad", "labels": {"a": 1}}}';

test("an object with faults refuses the set, or is left out with the policy skip", async (t) => {
  const sources = [{ name: "a.json", text: bad }, text("b.json", env)];
  const refused = await plannedOn({}, { sources });
  t.true(refused.refused);
  t.deepEqual(refused.plan.groups, []);
  const rest = await plannedOn({}, { sources, invalid: "skip" });
  t.false(rest.refused);
  t.deepEqual(outline(rest), ["main 0: ConfigMap/env"]);
  t.deepEqual(findings(rest), findings(refused));
});

test("the scope of an object with faults is looked up too, since its fields are checked", async (t) => {
  const sources = [
    { name: "a.json", text: bad.replace("v1", "example.com/v1").replace("ConfigMap", "CronTab") },
  ];
  const { asked } = await plannedOn({ scopes: { "example.com/CronTab": true } }, { sources });
  t.deepEqual(asked, ["scopes example.com/CronTab"]);
});

test("diagnostics from before reading are reported, and refuse the set if they are errors", async (t) => {
  const message = "helm was not found";
  const found = [{ code: "RendererMissing", severity: "error", message }] as const;
  const planned = await plannedOn({}, { sources: [text("a.json", env)], found, invalid: "skip" });
  t.true(planned.refused);
  t.deepEqual(findings(planned), ["error RendererMissing"]);
});

test("each step of planning is reported with its current file or object", async (t) => {
  const steps: string[] = [];
  const sources = [text("a.json", env), text("b.json", object("ConfigMap/other"))];
  const { asked } = await plannedOn(
    {},
    { sources, validate: "strict" },
    {
      progress: (step, at) => {
        steps.push(at === undefined ? step : `${step} ${at.file}:${at.line}`);
      },
    },
  );
  t.deepEqual(steps, [
    "reading a.json:1",
    "reading b.json:1",
    "checking a.json:1",
    "checking b.json:1",
    "ordering",
  ]);
  t.deepEqual(asked, ["scopes /ConfigMap", "minor"]);
});

test("without a check of fields the version of the cluster is not looked up", async (t) => {
  const steps: string[] = [];
  const { asked } = await plannedOn(
    {},
    { sources: [text("a.json", env)] },
    { progress: (step) => steps.push(step) },
  );
  t.deepEqual(steps, ["reading"]);
  t.deepEqual(asked, ["scopes /ConfigMap"]);
});

test("a source that the caller has already read is not read again", async (t) => {
  const known = new Map<string, ParseResult>([["a.json", readManifests(text("a.json", env))]]);
  const read = (source: SourceText): ParseResult => known.get(source.name) ?? readManifests(source);
  const sources = [{ name: "a.json", text: "not read" }, text("b.json", object("ConfigMap/other"))];
  t.deepEqual(outline(await plannedOn({}, { sources }, { read })), ["main 0: ConfigMap/env ConfigMap/other"]);
});

function secret(password: string): JsonObject {
  return object("Secret/db", { body: { stringData: { password } } });
}

test("a random value of a chart is kept from the cluster unless that is disabled", async (t) => {
  const sources = [text("db.json", secret("p-1"))];
  const again = [text("db.json", secret("p-2"))];
  const data = { password: Buffer.from("p-0").toString("base64") };
  const live = { "Secret/db": object("Secret/db", { body: { data } }) };
  const kept = await plannedOn({ live }, { sources, again });
  t.deepEqual(objectNamed(kept.plan, "Secret/db").manifest.value, secret("p-0"));
  t.deepEqual(kept.asked, ["objects Secret/db", "scopes /Secret"]);
  const replaced = await plannedOn({ live }, { sources, again, keepRandom: false });
  t.deepEqual(objectNamed(replaced.plan, "Secret/db").manifest.value, secret("p-1"));
  t.deepEqual([findings(kept), findings(replaced)], [["note ValueRandom"], ["warning ValueRandom"]]);
});

test("planning fails with the error of a lookup", async (t) => {
  const broken = {
    scopes: () => Promise.reject(new Error("the server does not answer")),
  } as unknown as SetLookups;
  const set = { sources: [text("a.json", env)], action: "install", release: "test", namespace: "default" };
  await t.throwsAsync(planSet(set as unknown as SetToPlan, broken), {
    message: "the server does not answer",
  });
});
