import test from "ava";

import { createdObject, decidingId } from "../../../fixtures/decided-object.ts";
import {
  noServer,
  type OfflineSession,
  offlineSession,
  sessionObjects,
} from "../../../fixtures/offline-run.ts";
import { defines, dependsOn, hook, object, planned } from "../../../fixtures/planned.ts";
import { newParent } from "../../inventory/applyset-parent.ts";
import { AccessError } from "../../client/model/api-error.ts";
import type { JsonObject } from "../../object/json.ts";
import type { Plan, PlannedObject } from "../../plan/plan.ts";
import { RefusedError } from "../model/refused-error.ts";
import { decide, type Decision } from "./decide-object.ts";
import type { ReleaseDecision } from "./decide-release.ts";
import { demandPlaces, refuseFutileHooks } from "./preconditions.ts";

interface Demand extends Pick<OfflineSession, "served" | "missing"> {
  readonly live?: (key: string) => JsonObject | undefined;
}

/** Checks the places of a plan on a cluster that serves these kinds, ConfigMaps and Namespaces besides. */
async function demanded(plan: Plan, { served = [], missing = {}, live }: Demand = {}): Promise<void> {
  const all = ["v1/ConfigMap", "v1/Namespace", ...served];
  const { deps } = offlineSession({ served: all, missing, objects: sessionObjects(plan) });
  const decisions = decide(plan, {
    id: decidingId,
    policy: "adopt",
    releases: new Map(),
    live: live ?? (() => undefined),
    unreadable: () => undefined,
    finished: new Map(),
    adopted: undefined,
  });
  const record = newParent("test", "default");
  await demandPlaces(plan, { decisions, record } as unknown as ReleaseDecision, deps);
}

const env = object("ConfigMap/env");
const nightly = object("example.com/v1/CronTab/nightly");
const crontabs = object("CustomResourceDefinition/crontabs.example.com", {
  body: defines("example.com", "CronTab"),
});

/** Whether a set may be applied: undefined, or the refusal. */
const needs = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, set: readonly JsonObject[], expected: RegExp | undefined, facts: Demand = {}) {
    const check = demanded(planned(set, { externalDeps: "wait" }).plan, facts);
    if (expected === undefined) {
      await t.notThrowsAsync(check);
    } else {
      await t.throwsAsync(check, { instanceOf: RefusedError, message: expected });
    }
  },
});

test(needs, "objects in the namespace of the release need no other place", [env], undefined);
test(
  needs,
  "a kind that neither the server nor the set has is refused",
  [nightly],
  /^the server does not serve CronTab of example\.com\/v1, and no CustomResourceDefinition of the set defines it \(CronTab\/nightly\)/,
);
test(needs, "a kind that the server has is no reason to refuse", [nightly], undefined, {
  served: ["example.com/v1/CronTab"],
});
test(needs, "a kind that the server has in another version is left to the write", [nightly], undefined, {
  served: ["example.com/v2/CronTab"],
});
test(needs, "a kind that the set defines is no reason to refuse", [crontabs, nightly], undefined, {
  served: ["apiextensions.k8s.io/v1/CustomResourceDefinition"],
});
test(needs, "a kind of a group whose server does not answer may exist", [nightly], undefined, {
  missing: { "example.com/v1": "no endpoints" },
});
test(
  needs,
  "an object that comes after another may get its kind from that",
  [
    env,
    object("example.com/v1/CronTab/nightly", { annotations: dependsOn("/namespaces/default/ConfigMap/env") }),
  ],
  undefined,
);
test(
  needs,
  "what runs after hooks may get its kind from them",
  [object("ConfigMap/env", { annotations: hook("pre-install") }), nightly],
  undefined,
);
test(
  needs,
  "definitions of a chart that go first bring no other kind",
  [crontabs, object("other.example.com/v1/Thing/a")],
  /^the server does not serve Thing of other\.example\.com\/v1/,
  { served: ["apiextensions.k8s.io/v1/CustomResourceDefinition"] },
);
test(
  needs,
  "a kind that the API service of the set provides is no reason to refuse",
  [object("APIService/v1.example.com", { body: { spec: { group: "example.com", version: "v1" } } }), nightly],
  undefined,
  { served: ["apiregistration.k8s.io/v1/APIService"] },
);
test(
  needs,
  "a namespace of the set is no reason to refuse",
  [object("Namespace/shop"), object("ConfigMap/env", { namespace: "shop" })],
  undefined,
);
test(needs, "a cluster-scoped object needs no namespace", [object("ClusterRole/reader")], undefined, {
  served: ["rbac.authorization.k8s.io/v1/ClusterRole"],
});

test("of a kind that is missing three objects are named, and how many more there are", async (t) => {
  const set = ["a", "b", "c", "d", "e"].map((name) => object(`example.com/v1/CronTab/${name}`));
  await t.throwsAsync(demanded(planned(set).plan), {
    message: /\(CronTab\/a, CronTab\/b, CronTab\/c and 2 more\): add the definition/,
  });
});

test("every missing kind is reported, one line each", async (t) => {
  const set = [nightly, object("example.com/v1/CronTab/b"), object("example.com/v2/Thing/a")];
  const error = await t.throwsAsync(demanded(planned(set).plan), { instanceOf: RefusedError });
  t.deepEqual(
    error.message.split("\n").map((line) => /serve (\w+) of (\S+),/.exec(line)?.slice(1)),
    [
      ["CronTab", "example.com/v1"],
      ["Thing", "example.com/v2"],
    ],
  );
});

test("an object that exists already needs no check of its kind or namespace", async (t) => {
  const inShop = object("ConfigMap/env", { namespace: "shop" });
  const live = { ...createdObject([inShop]) };
  await t.notThrowsAsync(demanded(planned([inShop]).plan, { live: () => live }));
});

test("a namespace that holds an object of the release is not read; one that holds none is", async (t) => {
  const names = ["env", "web"].map((name) => object(`ConfigMap/${name}`, { namespace: "shop" }));
  const { plan } = planned(names);
  const existing = createdObject([names[0] ?? {}]);
  const live = (key: string): JsonObject | undefined => (key.endsWith("/env") ? existing : undefined);
  await t.notThrowsAsync(demanded(plan, { live }));
  await t.throwsAsync(demanded(plan), { instanceOf: AccessError, message: noServer });
});

const left: Decision = { type: "left", reason: "skip-update", live: undefined };

/** Decides that objects of these names belong to others, and that all else is left as it is. */
function checked(objects: readonly JsonObject[], foreign: readonly string[]): () => void {
  const { plan } = planned(objects);
  const all = plan.groups.flatMap((group) => group.objects);
  const decisions = new Map(
    all.map((one): readonly [PlannedObject, Decision] => [
      one,
      foreign.includes(one.manifest.name)
        ? { type: "foreign", reason: `${one.manifest.name} is Helm's` }
        : left,
    ]),
  );
  return () => refuseFutileHooks(plan, { decisions });
}

const first = object("Job/first", { annotations: hook("pre-install") });
const last = object("Job/last", { annotations: hook("post-install") });
const ofRelease = object("Job/first", {
  annotations: { ...hook("pre-install"), "werf.io/ownership": "release" },
});
const definition = object("CustomResourceDefinition/crontabs.example.com");

/** Whether a run whose objects of these names belong to others is refused before anything is sent. */
const refuses = test.macro({
  title: (_, fact: string) => fact,
  exec(
    t,
    _fact: string,
    objects: readonly JsonObject[],
    foreign: readonly string[],
    message: string | undefined,
  ) {
    const check = checked(objects, foreign);
    if (message === undefined) {
      t.notThrows(check);
    } else {
      t.throws(check, { instanceOf: RefusedError, message });
    }
  },
});

const envRefused = "/namespaces/default/ConfigMap/env: env is Helm's";

test(refuses, "a run may go on if all objects can be written", [env, first], [], undefined);
test(
  refuses,
  "hooks that run first would run in vain for an object of others",
  [env, first],
  ["env"],
  envRefused,
);
test(
  refuses,
  "without hooks the other objects are applied regardless",
  [env, definition],
  ["env"],
  undefined,
);
test(refuses, "hooks that run afterwards do not matter to others' objects", [env, last], ["env"], undefined);
test(
  refuses,
  "a hook that belongs to others is refused, even if it runs afterwards",
  [env, last],
  ["last"],
  "batch/namespaces/default/Job/last: last is Helm's",
);
test(
  refuses,
  "a hook that belongs to the release is no reason to refuse",
  [env, ofRelease],
  ["env"],
  undefined,
);

test("all refusals are reported together, in the order of the plan", (t) => {
  const names = ["a", "b", "c", "d", "e"];
  const check = checked([first, ...names.map((name) => object(`ConfigMap/${name}`))], names);
  const error = t.throws(check, { instanceOf: RefusedError });
  t.deepEqual(
    error.message.split("\n"),
    names.map((name) => `/namespaces/default/ConfigMap/${name}: ${name} is Helm's`),
  );
});

test("of many refusals five are reported, and how many more there are", (t) => {
  const names = Array.from({ length: 12 }, (_, index) => `env-${10 + index}`);
  const check = checked([first, ...names.map((name) => object(`ConfigMap/${name}`))], names);
  const lines = t.throws(check, { instanceOf: RefusedError }).message.split("\n");
  t.is(lines.length, 6);
  t.is(lines.at(-1), "and 7 more");
});
