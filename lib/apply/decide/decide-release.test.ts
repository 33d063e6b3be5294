import test from "ava";

import { helmRelease as helm } from "../../../fixtures/helm-release.ts";
import { createdObject } from "../../../fixtures/decided-object.ts";
import { offlineRun, offlineSession } from "../../../fixtures/offline-run.ts";
import { hook, object, objectNamed, planned } from "../../../fixtures/planned.ts";
import { newParent } from "../../inventory/applyset-parent.ts";
import { BugError } from "../../object/bug-error.ts";
import type { JsonObject } from "../../object/json.ts";
import { compareText, groupKindKey } from "../../object/object-ref.ts";
import type { Plan, PlannedObject } from "../../plan/plan.ts";
import { helmAdoption } from "../adopt/helm-adoption.ts";
import type { Decision } from "./decide-object.ts";
import {
  decideRelease,
  extentOf,
  isOwn,
  objectsSeen,
  type ReleaseDecision,
  type ReleaseDeciding,
  takenOver,
} from "./decide-release.ts";

const record = newParent("test", "default");
const env = object("ConfigMap/env", { body: { data: { a: "1" } } });
const crontabs = object("CustomResourceDefinition/crontabs.example.com");

/** The decision on a plan for a cluster that does not serve its kinds yet, so that nothing is read. */
function decidedEarly(
  plan: Plan,
  facts: Pick<ReleaseDeciding, "adoption"> & { readonly prune?: boolean } = {},
): Promise<ReleaseDecision> {
  const { deps } = offlineSession();
  const request = { inventoryPolicy: "adopt", prune: facts.prune ?? false } as const;
  return decideRelease(plan, record, { deps, request, adoption: facts.adoption });
}

test("in an empty cluster every object is created, and nothing is pruned", async (t) => {
  const { plan } = planned([env, object("Deployment/web")]);
  const { decisions, candidates, isComplete } = await decidedEarly(plan, { prune: true });
  t.deepEqual(
    [...decisions].map(([{ manifest }, { type }]) => `${type} ${manifest.name}`),
    ["apply env", "apply web"],
  );
  t.is(candidates.size, 0);
  t.true(isComplete);
});

/** A live object of the release. */
const member: JsonObject = createdObject([env], { id: record.id });

test("an object that has changed since the plan is decided on again by the same rules", async (t) => {
  const { plan } = planned([env]);
  const { again } = await decidedEarly(plan);
  const made = objectNamed(plan, "ConfigMap/env");
  t.is(again(made, undefined).type, "apply");
  t.deepEqual(again(made, member), { type: "unchanged", live: member });
  const foreign = { ...member, metadata: { labels: { "kapp.k14s.io/app": "shop" } } };
  t.is(again(made, foreign).type, "foreign");
});

test("an object of another plan cannot be decided on", async (t) => {
  const { again } = await decidedEarly(planned([env]).plan);
  const other = objectNamed(planned([env]).plan, "ConfigMap/env");
  t.throws(() => again(other, undefined), { instanceOf: BugError, message: /ConfigMap\/env is not in/ });
});

test("a rollback leaves an existing CRD unchanged, and creates a missing one", async (t) => {
  const { plan } = planned([crontabs]);
  const definition = objectNamed(plan, "CustomResourceDefinition/crontabs.example.com");
  const back = await decidedEarly({ ...plan, action: "rollback" });
  t.deepEqual(back.again(definition, crontabs), {
    type: "left",
    reason: "a rollback does not change CRDs",
    live: crontabs,
  });
  t.is(back.again(definition, undefined).type, "apply");
  t.is(back.decisions.get(definition)?.type, "apply");
  t.is((await decidedEarly({ ...plan, action: "upgrade" })).again(definition, crontabs).type, "apply");
});

const ofHelm: JsonObject = {
  metadata: {
    name: "env",
    labels: { "app.kubernetes.io/managed-by": "Helm" },
    annotations: { "meta.helm.sh/release-name": "web", "meta.helm.sh/release-namespace": "shop" },
  },
};

test("a release owns its objects and those of the Helm release that it adopts", async (t) => {
  const { plan } = planned([env]);
  const { owns } = await decidedEarly(plan);
  t.deepEqual([member, ofHelm, env].map(owns), [true, false, false]);
  const adopting = await decidedEarly(plan, { adoption: helmAdoption(helm) });
  t.deepEqual([member, ofHelm, env].map(adopting.owns), [true, true, false]);
});

test("a decision is about an object of the release only if the live object belongs to the release", (t) => {
  const owns = (live: JsonObject): boolean => live === member;
  const left = { type: "left", reason: "spared" } as const;
  t.true(isOwn({ type: "unchanged", live: member }, owns));
  t.true(isOwn({ ...left, live: member }, owns));
  t.false(isOwn({ ...left, live: ofHelm }, owns));
  t.false(isOwn({ ...left, live: undefined }, owns));
  t.false(isOwn({ type: "foreign", reason: "it belongs to Helm" }, owns));
});

test("the kinds and namespaces of a release are those of its own objects, including inactive ones", (t) => {
  const { plan } = planned({
    "set.json": [
      env,
      object("ConfigMap/other"),
      object("Deployment/web", { namespace: "shop" }),
      object("ClusterRole/reader"),
      object("Job/migrate", { annotations: hook("pre-install") }),
      object("CronJob/later", { annotations: hook("pre-upgrade") }),
      object("Secret/rare", { annotations: { "werf.io/deploy-on": "upgrade" }, namespace: "rare" }),
    ],
    "chart/crds/crontabs.yaml": [crontabs],
  });
  const { groupKinds, namespaces } = extentOf(plan);
  t.deepEqual(groupKinds.map(groupKindKey).toSorted(compareText), [
    "/ConfigMap",
    "/Secret",
    "apps/Deployment",
    "rbac.authorization.k8s.io/ClusterRole",
  ]);
  t.deepEqual(namespaces.toSorted(compareText), ["", "default", "rare", "shop"]);
});

/** A decision on a release with these live objects by name; `null` for an object that is created. */
function decidedOn(
  set: readonly JsonObject[],
  live: Readonly<Record<string, JsonObject | null>>,
): Pick<ReleaseDecision, "decisions" | "record" | "candidates"> {
  const all = planned(set).plan.groups.flatMap(({ objects }) => objects);
  const decisions = new Map<PlannedObject, Decision>();
  for (const one of all) {
    const found = live[one.manifest.name];
    const facts = { sent: {}, labelled: true, transfer: {}, replaces: false };
    decisions.set(
      one,
      found === undefined
        ? { type: "foreign", reason: "it belongs to Helm" }
        : { type: "apply", ...facts, recreatable: false, live: found ?? undefined },
    );
  }
  return { decisions, record, candidates: new Map([["/ConfigMap/old", { kind: "ConfigMap" }]]) };
}

test("objects of Helm count as taken over, but not new objects, existing ones of the release and those of anyone", (t) => {
  const set = ["env", "web", "new", "foreign"].map((name) => object(`ConfigMap/${name}`));
  const anyones = object("ConfigMap/free", { annotations: { "werf.io/ownership": "anyone" } });
  const decided = decidedOn([...set, anyones], { env: member, web: ofHelm, new: null, free: ofHelm });
  t.deepEqual(takenOver(decided as ReleaseDecision), ["/namespaces/default/ConfigMap/web"]);
});

test("the objects that a decision has seen are its manifests, live objects and prune candidates", (t) => {
  const set = ["env", "new", "foreign"].map((name) => object(`ConfigMap/${name}`));
  const decided = decidedOn(set, { env: member, new: null });
  const seen = objectsSeen(decided as ReleaseDecision);
  t.is(seen.length, 5);
  t.true(seen.includes(member));
  t.true(seen.some(({ metadata }) => JSON.stringify(metadata) === '{"name":"foreign"}'));
  t.deepEqual(seen.at(-1), { kind: "ConfigMap" });
});

test("if the API server of a group is unavailable, its objects are not pruned, and a warning is printed", async (t) => {
  const run = offlineRun();
  const { deps } = offlineSession({ run, missing: { "example.com/v1": "no endpoints" } });
  const stored = { ...record, uid: "1", groupKinds: [{ group: "example.com", kind: "CronTab" }] };
  const request = { inventoryPolicy: "adopt", prune: true } as const;
  const { isComplete } = await decideRelease(planned([]).plan, stored, { deps, request });
  t.false(isComplete);
  t.deepEqual(run.notices(), [
    "warning: some objects of the release cannot be listed and are not pruned: the API server of example.com/v1 is unavailable: no endpoints",
  ]);
});
