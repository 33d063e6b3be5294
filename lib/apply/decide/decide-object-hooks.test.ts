import test from "ava";

import { createdObject, decidingId, decisionOn } from "../../../fixtures/decided-object.ts";
import { hook, object } from "../../../fixtures/planned.ts";
import { type JsonObject, objectField, stringField } from "../../object/json.ts";

const ofHelm = {
  labels: { "app.kubernetes.io/managed-by": "Helm" },
  annotations: { "meta.helm.sh/release-name": "web", "meta.helm.sh/release-namespace": "shop" },
};

/** The reason of a decision, after its type. */
function reasonOf(...on: Parameters<typeof decisionOn>): string {
  const decision = decisionOn(...on);
  return "reason" in decision ? `${decision.type}: ${decision.reason}` : decision.type;
}

function keptHook(policy: string): JsonObject {
  return object("Job/a", { annotations: { ...hook("pre-install"), "helm.sh/hook-delete-policy": policy } });
}

function ended(condition: string): JsonObject {
  const status = { conditions: [{ type: condition, status: "True" }] };
  return { ...object("Job/a", { namespace: "default" }), status };
}

/** The decision on a hook Job of that delete policy whose last run has ended so. */
const hooks = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, policy: string, condition: string, expected: string) {
    const decision = decisionOn([keptHook(policy)], ended(condition));
    const replaces = decision.type === "apply" && decision.replaces ? "replaces" : decision.type;
    t.is(replaces, expected);
  },
});

test(
  hooks,
  "a completed hook that its policy keeps does not run again, so it is refused",
  "hook-failed",
  "Complete",
  "foreign",
);
test(
  hooks,
  "a failed hook that its policy keeps does not run again either",
  "hook-succeeded",
  "Failed",
  "foreign",
);
test(hooks, "a hook that a killed run has left runs again", "hook-succeeded", "Complete", "replaces");
test(hooks, "a failed hook that a killed run has left runs again", "hook-failed", "Failed", "replaces");
test(hooks, "a hook that still runs is written over", "hook-failed", "Suspended", "apply");
test(
  hooks,
  "the default policy deletes the hook of an earlier run",
  "before-hook-creation",
  "Complete",
  "replaces",
);

test("the refusal of a hook that has ended names the policy that lets it run", (t) => {
  t.regex(reasonOf([keptHook("hook-failed")], ended("Complete")), /add before-hook-creation to/);
});

test("a completed Job that werf deploys around an action belongs to the release, and is written over", (t) => {
  const around = object("Job/a", { annotations: { "werf.io/deploy-on": "pre-install,pre-upgrade" } });
  t.like(decisionOn([around], ended("Complete")), { type: "apply", replaces: false, recreatable: true });
});

test("a hook whose name an object of another owner has is refused", (t) => {
  const live = { ...ended("Complete"), metadata: { name: "a", namespace: "default", ...ofHelm } };
  t.is(decisionOn([object("Job/a", { annotations: hook("pre-install") })], live).type, "foreign");
});

test("an object that is spared for now is left if it exists, and created if it does not", (t) => {
  const paused = new Map([["/namespaces/default/ConfigMap/env", "corrections are paused"]]);
  const pauseReason = (key: string): string | undefined => paused.get(key);
  const env = [object("ConfigMap/env", { body: { data: { a: "1" } } })];
  const labels = { "applyset.kubernetes.io/part-of": decidingId };
  const drifted = { ...createdObject(env), metadata: { name: "env", labels } };
  t.is(reasonOf(env, drifted), "apply");
  t.is(reasonOf(env, drifted, { pauseReason }), "left: corrections are paused");
  t.is(reasonOf(env, undefined, { pauseReason }), "apply");
});

/** Whether an annotation of the manifest leaves an existing object as it is. */
const ignores = test.macro({
  title: (_, annotation: string, value: string) => `${annotation}: ${value} leaves an existing object alone`,
  exec(t, annotation: string, value: string) {
    const made = object("ConfigMap/env", { annotations: { [annotation]: value } });
    const live = { ...made, metadata: { name: "env", namespace: "default", ...ofHelm } };
    t.is(reasonOf([made], live), `left: ${annotation}: ${value} leaves it as it is`);
    t.is(reasonOf([made]), "apply");
  },
});

test(ignores, "client.lifecycle.config.k8s.io/mutation", "ignore");
test(ignores, "kustomize.toolkit.fluxcd.io/ssa", "IfNotPresent");
test(ignores, "kustomize.toolkit.fluxcd.io/reconcile", "disabled");
test(ignores, "werf.io/resource-policy", "skip-update");

function seed(image: string): JsonObject {
  const spec = { ttlSecondsAfterFinished: 60, template: { spec: { containers: [{ image }] } } };
  return object("Job/seed", { body: { spec } });
}

test("a Job that its ttl has removed counts as applied until its manifest changes", (t) => {
  const metadata = objectField(createdObject([seed("seed:1")]), "metadata");
  const applied = stringField(objectField(metadata, "annotations"), "converge.dev/applied") ?? "";
  const [hash = ""] = applied.split(".");
  const finished = new Map([["batch/namespaces/default/Job/seed", hash]]);
  t.deepEqual(decisionOn([seed("seed:1")], undefined, { finished }), {
    type: "left",
    reason: "the Job has completed and was removed by its ttl",
    live: undefined,
  });
  t.is(decisionOn([seed("seed:2")], undefined, { finished }).type, "apply");
});

/** A ConfigMap of the release under its own name, or a copy of it under that of `env`. */
function copiedMember(name: string): JsonObject {
  const made = createdObject([object(`ConfigMap/${name}`)]);
  return { ...made, metadata: { ...objectField(made, "metadata"), name: "env" } };
}

test("a hook replaces the copy of a member that was made under its name, but no member", (t) => {
  const asHook = object("ConfigMap/env", { annotations: hook("pre-install") });
  t.like(decisionOn([asHook], copiedMember("env")), { type: "apply", replaces: false });
  t.like(decisionOn([asHook], copiedMember("other")), { type: "apply", replaces: true });
});
