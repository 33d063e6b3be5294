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

/**
 * Checks the kinds and namespaces of a plan for a cluster that serves these kinds, ConfigMaps and Namespaces.
 */
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

test(needs, "objects in the namespace of the release need no further checks", [env], undefined);
test(
  needs,
  "a kind that neither the server serves nor the set defines is refused",
  [nightly],
  /^the server does not serve CronTab of example\.com\/v1, and no CustomResourceDefinition of the set defines it \(CronTab\/nightly\)/,
);
test(needs, "a kind that the server serves is accepted", [nightly], undefined, {
  served: ["example.com/v1/CronTab"],
});
test(
  needs,
  "a kind that the server serves only in another version passes the check before the run",
  [nightly],
  undefined,
  {
    served: ["example.com/v2/CronTab"],
  },
);
test(needs, "a kind that the set defines is accepted", [crontabs, nightly], undefined, {
  served: ["apiextensions.k8s.io/v1/CustomResourceDefinition"],
});
test(needs, "a kind of a group whose API server does not answer is accepted", [nightly], undefined, {
  missing: { "example.com/v1": "no endpoints" },
});
test(
  needs,
  "a kind that is not served is accepted for an object that depends on another",
  [
    env,
    object("example.com/v1/CronTab/nightly", { annotations: dependsOn("/namespaces/default/ConfigMap/env") }),
  ],
  undefined,
);
test(
  needs,
  "a kind that is not served is accepted for an object that is applied after hooks",
  [object("ConfigMap/env", { annotations: hook("pre-install") }), nightly],
  undefined,
);
test(
  needs,
  "a kind that is not served is refused if the CRDs of the set define only other kinds",
  [crontabs, object("other.example.com/v1/Thing/a")],
  /^the server does not serve Thing of other\.example\.com\/v1/,
  { served: ["apiextensions.k8s.io/v1/CustomResourceDefinition"] },
);
test(
  needs,
  "a kind that an APIService of the set provides is accepted",
  [object("APIService/v1.example.com", { body: { spec: { group: "example.com", version: "v1" } } }), nightly],
  undefined,
  { served: ["apiregistration.k8s.io/v1/APIService"] },
);
test(
  needs,
  "a namespace that the set creates is accepted",
  [object("Namespace/shop"), object("ConfigMap/env", { namespace: "shop" })],
  undefined,
);
test(needs, "a cluster-scoped object needs no namespace", [object("ClusterRole/reader")], undefined, {
  served: ["rbac.authorization.k8s.io/v1/ClusterRole"],
});

test("three objects of a missing kind are named, and the number of the others", async (t) => {
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

test("the kind and namespace of an existing object are not checked", async (t) => {
  const inShop = object("ConfigMap/env", { namespace: "shop" });
  const live = { ...createdObject([inShop]) };
  await t.notThrowsAsync(demanded(planned([inShop]).plan, { live: () => live }));
});

test("only a namespace without an object of the release is read", async (t) => {
  const names = ["env", "web"].map((name) => object(`ConfigMap/${name}`, { namespace: "shop" }));
  const { plan } = planned(names);
  const existing = createdObject([names[0] ?? {}]);
  const live = (key: string): JsonObject | undefined => (key.endsWith("/env") ? existing : undefined);
  await t.notThrowsAsync(demanded(plan, { live }));
  await t.throwsAsync(demanded(plan), { instanceOf: AccessError, message: noServer });
});

const left: Decision = { type: "left", reason: "skip-update", live: undefined };

/** Decides that objects of these names belong to other owners, and that all others are left unchanged. */
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

/** Whether a run is refused before it sends anything if objects of these names belong to other owners. */
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

test(refuses, "a run with hooks is accepted if all objects can be written", [env, first], [], undefined);
test(
  refuses,
  "a run is refused before its pre-install hooks if an object belongs to another owner",
  [env, first],
  ["env"],
  envRefused,
);
test(
  refuses,
  "a run without hooks is accepted even if an object belongs to another owner",
  [env, definition],
  ["env"],
  undefined,
);
test(
  refuses,
  "a run with only post-install hooks is accepted even if an object belongs to another owner",
  [env, last],
  ["env"],
  undefined,
);
test(
  refuses,
  "a run with a hook of another owner is refused, even if the hook runs last",
  [env, last],
  ["last"],
  "batch/namespaces/default/Job/last: last is Helm's",
);
test(
  refuses,
  "a run with only hooks that the release owns is accepted even if an object belongs to another owner",
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

test("five of many refusals are reported, and the number of the others", (t) => {
  const names = Array.from({ length: 12 }, (_, index) => `env-${10 + index}`);
  const check = checked([first, ...names.map((name) => object(`ConfigMap/${name}`))], names);
  const lines = t.throws(check, { instanceOf: RefusedError }).message.split("\n");
  t.is(lines.length, 6);
  t.is(lines.at(-1), "and 7 more");
});
