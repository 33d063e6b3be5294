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

/** The decision on a hook Job with this delete policy whose last run ended with this condition. */
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
  "a completed hook that its delete policy keeps is refused, since it would not run again",
  "hook-failed",
  "Complete",
  "foreign",
);
test(
  hooks,
  "a failed hook that its delete policy keeps is refused, since it would not run again",
  "hook-succeeded",
  "Failed",
  "foreign",
);
test(
  hooks,
  "a completed hook that an interrupted run did not delete runs again",
  "hook-succeeded",
  "Complete",
  "replaces",
);
test(
  hooks,
  "a failed hook that an interrupted run did not delete runs again",
  "hook-failed",
  "Failed",
  "replaces",
);
test(hooks, "an unfinished hook is applied without being replaced", "hook-failed", "Suspended", "apply");
test(
  hooks,
  "the default delete policy replaces the hook of an earlier run",
  "before-hook-creation",
  "Complete",
  "replaces",
);

test("the refusal of a finished hook names the delete policy that lets it run again", (t) => {
  t.regex(reasonOf([keptHook("hook-failed")], ended("Complete")), /add before-hook-creation to/);
});

test("a completed Job with werf.io/deploy-on belongs to the release and is applied", (t) => {
  const around = object("Job/a", { annotations: { "werf.io/deploy-on": "pre-install,pre-upgrade" } });
  t.like(decisionOn([around], ended("Complete")), { type: "apply", replaces: false, recreatable: true });
});

test("a hook is refused if an object of another owner has its name", (t) => {
  const live = { ...ended("Complete"), metadata: { name: "a", namespace: "default", ...ofHelm } };
  t.is(decisionOn([object("Job/a", { annotations: hook("pre-install") })], live).type, "foreign");
});

test("while corrections of an object are paused, a changed object is left and a missing one is created", (t) => {
  const paused = new Map([["/namespaces/default/ConfigMap/env", "corrections are paused"]]);
  const pauseReason = (key: string): string | undefined => paused.get(key);
  const env = [object("ConfigMap/env", { body: { data: { a: "1" } } })];
  const labels = { "applyset.kubernetes.io/part-of": decidingId };
  const drifted = { ...createdObject(env), metadata: { name: "env", labels } };
  t.is(reasonOf(env, drifted), "apply");
  t.is(reasonOf(env, drifted, { pauseReason }), "left: corrections are paused");
  t.is(reasonOf(env, undefined, { pauseReason }), "apply");
});

/** Expects that an annotation of the manifest leaves an existing object unchanged. */
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

test("a Job that was removed by its TTL counts as applied until its manifest changes", (t) => {
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

/** A ConfigMap of the release with the given name, copied to the name `env`. */
function copiedMember(name: string): JsonObject {
  const made = createdObject([object(`ConfigMap/${name}`)]);
  return { ...made, metadata: { ...objectField(made, "metadata"), name: "env" } };
}

test("a hook replaces a copy of an object of the release with its name, but not the object itself", (t) => {
  const asHook = object("ConfigMap/env", { annotations: hook("pre-install") });
  t.like(decisionOn([asHook], copiedMember("env")), { type: "apply", replaces: false });
  t.like(decisionOn([asHook], copiedMember("other")), { type: "apply", replaces: true });
});
