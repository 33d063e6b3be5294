import test from "ava";

import { defines, object } from "../../../fixtures/planned.ts";
import { readManifests } from "../../manifest/parse-manifests.ts";
import { type JsonObject, stringifyJson } from "../../object/json.ts";
import { groupKindKey } from "../../object/object-ref.ts";
import { makePlan, type PlanResult } from "../../plan/make-plan.ts";
import type { CheckLevel } from "../../validate/model/validation-level.ts";
import type { LookedUpObject } from "../observe/set-lookups.ts";
import { type CheckedPlanning, planWithValidation, prepareChecks } from "./plan-with-validation.ts";

interface ClusterFacts {
  readonly minor?: number | undefined;
  readonly definitions?: readonly JsonObject[];
  /** The live objects, by name. */
  readonly live?: Readonly<Record<string, JsonObject>>;
}

interface Checked {
  /** The findings about fields, as `severity code: message`. */
  readonly found: readonly string[];
  readonly refused: boolean;
  /** The kinds whose CRDs were looked up; undefined if there was no lookup. */
  readonly defined: readonly string[] | undefined;
  readonly lookedUp: readonly LookedUpObject[];
  /** The number of times the set was planned. */
  readonly plans: number;
  /** The objects that were checked, by name. */
  readonly objects: readonly string[];
}

/** Plans a set whose fields are checked with these facts of the cluster. */
async function checked(
  set: readonly JsonObject[],
  facts: ClusterFacts = {},
  {
    level = "strict",
    ...options
  }: Partial<Pick<CheckedPlanning, "selector">> & { readonly level?: CheckLevel } = {},
): Promise<Checked> {
  const { objects } = readManifests({
    name: "set.json",
    text: set.map((one) => stringifyJson(one)).join("\n"),
  });
  let defined: readonly string[] | undefined;
  let plans = 0;
  const lookedUp: LookedUpObject[] = [];
  const names: string[] = [];
  const request = { action: "install", release: "test", namespace: "default", timeout: 1000 } as const;
  const plan = (check: Parameters<CheckedPlanning["plan"]>[0]): Promise<PlanResult> => {
    plans += 1;
    const policies = { externalDeps: "error", invalid: "fail", served: () => true } as const;
    return Promise.resolve(
      makePlan({ ...request, ...policies, ...options, objects, found: [], ...(check && { check }) }),
    );
  };
  const onObject = ({ name }: { readonly name: string }): void => {
    names.push(name);
  };
  const { plan: made, refused } = await planWithValidation(
    { objects, level, plan, onObject, ...options },
    {
      minor: () => Promise.resolve("minor" in facts ? facts.minor : 36),
      definitions: (kinds) => {
        defined = kinds.map(groupKindKey);
        return Promise.resolve(facts.definitions ?? []);
      },
      objects: (wanted) => {
        lookedUp.push(...wanted);
        return Promise.resolve(wanted.map(({ name }) => facts.live?.[name]));
      },
    },
  );
  const found = made.diagnostics.map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
  return { found, refused, defined, lookedUp, plans, objects: names };
}

const transition = { rule: "self == oldSelf", message: "host may not change" };

/**
 * A CRD whose specs have a schedule with at most this number of characters and a host that may not change.
 */
function crontabsOf(maxLength: number): JsonObject {
  const properties = {
    schedule: { type: "string", maxLength },
    host: { type: "string", "x-kubernetes-validations": [transition] },
  };
  const openAPIV3Schema = { type: "object", properties: { spec: { type: "object", properties } } };
  const versions = [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }];
  const body = defines("example.com", "CronTab", { versions });
  return object("CustomResourceDefinition/crontabs.example.com", { body });
}

const crontabs = crontabsOf(5);

function crontab(spec: JsonObject, name = "nightly"): JsonObject {
  return object(`example.com/v1/CronTab/${name}`, { body: { spec } });
}

const tooLong = crontab({ schedule: "0 0 * * *" });
const definitions = [crontabs];

/** The diagnostics of a set, and whether they refuse it. */
const finds = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, facts: Promise<Checked>, expected: readonly RegExp[], refused: boolean) {
    const { found, ...rest } = await facts;
    t.is(found.length, expected.length, found.join("\n"));
    expected.forEach((pattern, index) => t.regex(found[index] ?? "", pattern));
    t.is(rest.refused, refused);
  },
});

test(
  finds,
  "a custom resource is checked with its CRD in the cluster",
  checked([tooLong], { definitions }),
  [/^error FieldInvalid: .*CronTab\/nightly: spec\.schedule: may not be longer than 5 characters$/],
  true,
);
test(
  finds,
  "the CRD of the set has precedence over the CRD in the cluster",
  checked([crontabs, tooLong], { definitions: [crontabsOf(50)] }),
  [/^error FieldInvalid: .*longer than 5 characters$/],
  true,
);
test(
  finds,
  "at the level warn a fault is a warning and does not refuse the set",
  checked([tooLong], { definitions }, { level: "warn" }),
  [/^warning FieldInvalid/],
  false,
);
test(
  finds,
  "at the level ignore faults are not reported",
  checked([tooLong], { definitions }, { level: "ignore" }),
  [],
  false,
);
test(
  finds,
  "a fault that the live object already has is tolerated, as by the API server",
  checked([tooLong], { definitions, live: { nightly: tooLong } }),
  [],
  false,
);
test(
  finds,
  "a fault that the live object does not have is an error",
  checked([tooLong], { definitions, live: { nightly: crontab({ schedule: "daily" }) } }),
  [/^error FieldInvalid/],
  true,
);
test(
  finds,
  "a transition rule compares with the live object",
  checked([crontab({ host: "b" })], { definitions, live: { nightly: crontab({ host: "a" }) } }),
  [/^error FieldInvalid: .*: spec\.host: host may not change$/],
  true,
);
test(
  finds,
  "a transition rule does not hold for a new object",
  checked([crontab({ host: "b" })], { definitions }),
  [],
  false,
);
const limits = object("ConfigMap/env", { body: { date: {} } });
test(
  finds,
  "a built-in kind is checked with the schemas of the cluster's version",
  checked([limits]),
  [/^error UnknownField: .*date.*"data"/],
  true,
);
const flows = object("flowcontrol.apiserver.k8s.io/v1beta3/FlowSchema/probes", {
  body: { spec: { priorityLevelConfiguration: { name: "exempt" } } },
});
test(
  finds,
  "an API version that is removed in the cluster's version is an error",
  checked([flows], { minor: 32 }),
  [/^error VersionRemoved/],
  true,
);
test(
  finds,
  "a deprecated API version that the cluster's version still serves is a warning",
  checked([flows], { minor: 31 }),
  [/^warning VersionDeprecated/],
  false,
);
test(
  finds,
  "a cluster with an unknown version is treated like the newest one",
  checked([flows], { minor: undefined }),
  [/^error VersionRemoved/],
  true,
);

test("at the level ignore nothing is looked up in the cluster", async (t) => {
  const { defined, plans, lookedUp } = await checked([tooLong], {}, { level: "ignore" });
  t.deepEqual([defined, plans, lookedUp], [undefined, 1, []]);
});

test("CRDs are looked up for kinds that are neither built-in nor defined in the set", async (t) => {
  const thing = object("other.example.com/v1/Thing/a");
  const { defined } = await checked([
    crontabs,
    tooLong,
    thing,
    { ...thing, metadata: { name: "b" } },
    limits,
  ]);
  t.deepEqual(defined, ["other.example.com/Thing"]);
});

test("with a selector only the CRDs of selected kinds are looked up", async (t) => {
  const labelled = object("other.example.com/v1/Thing/a", { labels: { app: "web" } });
  const selector = { matchLabels: { app: "web" } };
  const { defined, objects } = await checked([tooLong, labelled], {}, { selector });
  t.deepEqual(defined, ["other.example.com/Thing"]);
  t.deepEqual(objects, ["a"]);
});

test("live objects are read only for custom resources with faults or transition rules", async (t) => {
  const valid = await checked([object("ConfigMap/env"), limits]);
  t.deepEqual([valid.lookedUp, valid.plans], [[], 1]);
  const thing = object("other.example.com/v1/Thing/a");
  const { lookedUp, plans } = await checked([tooLong, thing, limits], { definitions });
  const place = { group: "example.com", kind: "CronTab", version: "v1", namespace: "default" };
  t.deepEqual(lookedUp, [{ ...place, name: "nightly" }]);
  t.is(plans, 1);
});

test("a set is planned and checked again if a live object is found", async (t) => {
  const facts = { definitions, live: { nightly: crontab({ schedule: "daily" }) } };
  const { plans, objects } = await checked([tooLong], facts);
  t.is(plans, 2);
  t.deepEqual(objects, ["nightly", "nightly"]);
});

test("the version of the cluster is looked up in advance only if fields are checked", (t) => {
  let asked = 0;
  const minor = (): Promise<number | undefined> => {
    asked += 1;
    return Promise.reject(new Error("the server does not answer"));
  };
  prepareChecks("ignore", { minor })();
  t.is(asked, 0);
  const prepare = prepareChecks("strict", { minor });
  t.is(asked, 0);
  prepare();
  t.is(asked, 1);
});
