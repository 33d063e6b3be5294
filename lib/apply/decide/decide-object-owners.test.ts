import test from "ava";

import { managedBy } from "../../../fixtures/applied-object.ts";
import { adoptedHelm, decidingId, decisionOn } from "../../../fixtures/decided-object.ts";
import { object } from "../../../fixtures/planned.ts";
import type { JsonObject } from "../../object/json.ts";
import type { InventoryPolicy } from "../../inventory/applyset-membership.ts";
import type { Decision } from "./decide-object.ts";

/** The type of a decision, with its reason if it has one. */
function described(decision: Decision): string {
  return "reason" in decision ? `${decision.type}: ${decision.reason}` : decision.type;
}

const env = object("ConfigMap/env", { body: { data: { a: "1" } } });

function liveEnv(metadata: JsonObject = {}): JsonObject {
  return { ...env, metadata: { name: "env", namespace: "default", uid: "1", ...metadata } };
}

const partOf = (set: string): JsonObject => ({ labels: { "applyset.kubernetes.io/part-of": set } });
const ofHelm = (name: string, namespace = "shop"): JsonObject => ({
  labels: { "app.kubernetes.io/managed-by": "Helm" },
  annotations: { "meta.helm.sh/release-name": name, "meta.helm.sh/release-namespace": namespace },
});

const elsewhere = "remove it there, or take it over with --inventory-policy=force-adopt";

/** The decision on an ordinary ConfigMap by the metadata of the live one, for each policy. */
const owned = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, metadata: JsonObject, expected: Readonly<Record<InventoryPolicy, string>>) {
    for (const policy of ["strict", "adopt", "force-adopt"] as const) {
      t.is(described(decisionOn([env], liveEnv(metadata), { policy })), expected[policy], policy);
    }
  },
});

test(
  owned,
  "an object without an owner is taken over unless the policy is strict",
  {},
  {
    strict: "foreign: it exists but belongs to no release; take it over with --inventory-policy=adopt",
    adopt: "apply",
    "force-adopt": "apply",
  },
);
test(owned, "an object of the release is written under every policy", partOf(decidingId), {
  strict: "apply",
  adopt: "apply",
  "force-adopt": "apply",
});
const ofOther =
  "foreign: it belongs to another release (applyset-other-v1); remove it there, take over an ApplySet of kubectl as a whole with --adopt-applyset NAME, or only this object with --inventory-policy=force-adopt";
test(owned, "an object of another release is taken over only with force-adopt", partOf("applyset-other-v1"), {
  strict: ofOther,
  adopt: ofOther,
  "force-adopt": "apply",
});
const ofKapp =
  "foreign: it belongs to kapp (shop); remove it there, take over the whole app with --adopt-kapp-app NAME (see kapp ls -A), or only this object with --inventory-policy=force-adopt";
test(
  owned,
  "an object of another tool is taken over only with force-adopt",
  { labels: { "kapp.k14s.io/app": "shop" } },
  { strict: ofKapp, adopt: ofKapp, "force-adopt": "apply" },
);
const helms =
  "foreign: it belongs to Helm (shop/web); remove it there, take over the whole Helm release with --adopt-helm-release shop/web, or only this object with --inventory-policy=force-adopt";
test(owned, "the refusal of an object of Helm names the flag that adopts its release", ofHelm("web"), {
  strict: helms,
  adopt: helms,
  "force-adopt": "apply",
});

test("the refusal of an object of another release shows its name if its record could be read", (t) => {
  const releases = new Map([["applyset-other-v1", "blog/web"]]);
  const decision = decisionOn([env], liveEnv(partOf("applyset-other-v1")), { releases });
  t.is(described(decision), `foreign: it belongs to release blog/web; ${elsewhere}`);
});

test("an object that may not be read is not written, even with force-adopt", (t) => {
  const hidden = new Map([["/namespaces/default/ConfigMap/env", "configmaps is forbidden"]]);
  const unreadable = (key: string): string | undefined => hidden.get(key);
  const decision = decisionOn([env], undefined, { unreadable, policy: "force-adopt" });
  t.is(described(decision), "foreign: its owner cannot be determined: configmaps is forbidden");
  t.is(decisionOn([object("ConfigMap/other")], undefined, { unreadable }).type, "apply");
});

/** The decision on an object while a Helm release is adopted, with the strict policy. */
const adopts = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, metadata: JsonObject, expected: Decision["type"]) {
    t.is(decisionOn([env], liveEnv(metadata), { policy: "strict", adopted: adoptedHelm }).type, expected);
  },
});

test(adopts, "an object with the labels of the adopted Helm release is taken over", ofHelm("web"), "apply");
test(adopts, "an object of another Helm release than the adopted one is refused", ofHelm("blog"), "foreign");
test(
  adopts,
  "an object of a Helm release with the adopted name in another namespace is refused",
  ofHelm("web", "x"),
  "foreign",
);
test(
  adopts,
  "an object with Helm's label but without its annotations is refused",
  { labels: { "app.kubernetes.io/managed-by": "Helm" } },
  "foreign",
);

test("ownership of fields that Helm has written is transferred only when its release is adopted", (t) => {
  const managedFields = [managedBy("helm", { "f:data": { "f:a": {} } })];
  const live = liveEnv({ ...ofHelm("web"), managedFields, resourceVersion: "7" });
  const adopted = decisionOn([env], live, { adopted: adoptedHelm });
  t.like(adopted, {
    type: "apply",
    transfer: { from: { tool: "Helm", marks: [] } },
    migration: { type: "json" },
  });
  const forced = decisionOn([env], live, { policy: "force-adopt" });
  t.is(forced.type === "apply" ? forced.transfer.from : adopted, undefined);
  t.false("migration" in forced);
});

test("ownership of fields of kubectl's client-side apply is transferred without an adoption", (t) => {
  const update = { operation: "Update" };
  const managedFields = [managedBy("kubectl-client-side-apply", { "f:data": { "f:a": {} } }, update)];
  t.like(decisionOn([env], liveEnv({ managedFields, resourceVersion: "7" })), {
    type: "apply",
    migration: {
      type: "json",
      body: [
        { op: "replace", value: [{ manager: "converge", operation: "Apply" }] },
        { path: "/metadata/resourceVersion", value: "7" },
      ],
    },
  });
  const edited = [managedBy("kubectl-edit", { "f:data": { "f:a": {} } }, update)];
  t.false("migration" in decisionOn([env], liveEnv({ managedFields: edited, resourceVersion: "7" })));
});

const crontabs = object("CustomResourceDefinition/crontabs.example.com");
const ofChart = { "chart/crds/crontabs.yaml": [crontabs] };

test("a CRD from the crds folder of a chart is left unchanged if it belongs to another owner", (t) => {
  const live = { ...crontabs, metadata: { name: "crontabs.example.com", ...ofHelm("operator") } };
  const decision = decisionOn(ofChart, live);
  t.like(decision, { type: "left", live });
  t.regex(described(decision), /^left: it belongs to Helm \(shop\/operator\)/);
  t.is(decisionOn([crontabs], live).type, "foreign");
});

test("a CRD from a crds folder has no owner, so the strict policy lets it be written", (t) => {
  const live = { ...crontabs, metadata: { name: "crontabs.example.com" } };
  const decision = decisionOn(ofChart, live, { policy: "strict" });
  t.like(decision, { type: "apply", labelled: false });
  t.regex(described(decisionOn([crontabs], live, { policy: "strict" })), /^foreign: it exists/);
});

function definition(stored: readonly string[], ...names: readonly string[]): JsonObject {
  const versions = names.map((name, index) => ({ name, served: true, storage: index === 0 }));
  const body = { spec: { versions }, status: { storedVersions: stored } };
  return object("CustomResourceDefinition/crontabs.example.com", { body });
}

test("removing a stored version from a CRD is refused, and the command for the migration is named", (t) => {
  const live = definition(["v1beta1", "v1"], "v1", "v1beta1");
  t.is(
    described(decisionOn([definition([], "v1")], live)),
    "foreign: objects may still be stored as v1beta1 (status.storedVersions): keep that version, run `converge crd migrate crontabs.example.com`, then remove it",
  );
  t.regex(described(decisionOn([definition([], "v2")], live)), /stored as v1beta1 and v1 \(/);
  t.is(decisionOn([definition([], "v1", "v1beta1")], live).type, "apply");
  t.is(decisionOn([definition([], "v1")], definition(["v1"], "v1", "v1beta1")).type, "apply");
});
