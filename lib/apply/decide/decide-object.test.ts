import test from "ava";

import { hook, object, planned } from "../../../fixtures/planned.ts";
import { field, type JsonObject, objectField } from "../../object/json.ts";
import { decide, type DecisionOptions, type Decision } from "./decide-object.ts";

const id = "applyset-test-v1";
const deciding: DecisionOptions = {
  id,
  policy: "adopt",
  releases: new Map(),
  live: () => undefined,
  unreadable: () => undefined,
  finished: new Map(),
  adopted: undefined,
};

/** The decision on the first object of a set, by its live state. */
function decided(
  objects: readonly JsonObject[],
  live: JsonObject | undefined,
  more: Partial<DecisionOptions> = {},
): Decision {
  const { plan } = planned(objects);
  const decisions = decide(plan, {
    ...deciding,
    live: (key) => (key === plan.groups[0]?.objects[0]?.manifest.key ? live : undefined),
    ...more,
  });
  const [decision] = decisions.values();
  if (decision === undefined) {
    throw new Error("nothing was decided");
  }
  return decision;
}

/**
 * The way in which a decision deletes an object: `replaces`, `recreatable`, `stays`; other decisions by their
 * type.
 */
function treatment(decision: Decision): string {
  if (decision.type !== "apply") {
    return decision.type;
  }
  if (decision.replaces) {
    return "replaces";
  }
  return decision.recreatable ? "recreatable" : "stays";
}

/** An object as a run of the release creates it. */
function ours(made: JsonObject): JsonObject {
  const decision = decided([made], undefined);
  if (decision.type !== "apply") {
    throw new Error("it is not applied");
  }
  return liveWith(decision.resent ?? decision.sent);
}

function liveWith(sent: JsonObject): JsonObject {
  return { ...sent, metadata: { ...objectField(sent, "metadata"), namespace: "default", uid: "1" } };
}

/** The treatment of an object that exists, as an object of the release or without an owner. */
const treats = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, made: JsonObject, live: JsonObject, expected: string) {
    t.is(treatment(decided([made], live)), expected);
  },
});

function annotated(written: string, annotations: Readonly<Record<string, string>>): JsonObject {
  return object(written, { annotations });
}

const replaced = annotated("ConfigMap/a", { "werf.io/delete-policy": "before-creation" });
const hooked = annotated("Job/a", hook("pre-install"));
const hookedMap = annotated("ConfigMap/a", hook("pre-install"));
const keep = { "helm.sh/resource-policy": "keep" };

test(
  treats,
  "the delete policy before-creation replaces an object of the release",
  replaced,
  ours(replaced),
  "replaces",
);
test(treats, "a hook replaces the hook of an earlier run", hooked, liveWith(object("Job/a")), "replaces");
test(
  treats,
  "a hook does not replace an ordinary object of the release",
  hookedMap,
  ours(object("ConfigMap/a")),
  "recreatable",
);
test(
  treats,
  "a hook without the delete policy before-hook-creation is applied without being replaced",
  annotated("Job/a", { ...hook("pre-install"), "helm.sh/hook-delete-policy": "hook-succeeded" }),
  liveWith(object("Job/a")),
  "stays",
);
test(
  treats,
  "a Job of the release may be recreated",
  object("Job/a"),
  ours(annotated("Job/a", {})),
  "recreatable",
);
test(
  treats,
  "the resource policy skip-recreate forbids replacing and recreating an object",
  annotated("Job/a", {
    "werf.io/delete-policy": "before-creation",
    "werf.io/resource-policy": "skip-recreate",
  }),
  ours(object("Job/a")),
  "stays",
);
test(
  treats,
  "a hook with the resource policy keep is not replaced",
  annotated("ConfigMap/a", { ...hook("pre-install"), ...keep }),
  liveWith(object("ConfigMap/a")),
  "stays",
);
test(
  treats,
  "a hook Job with the resource policy keep is replaced, so that it runs again",
  annotated("Job/a", { ...hook("pre-install"), ...keep }),
  liveWith(object("Job/a")),
  "replaces",
);
test(
  treats,
  "a CRD that is a hook is never deleted",
  annotated("CustomResourceDefinition/a", hook("pre-install")),
  liveWith(object("CustomResourceDefinition/a")),
  "stays",
);
test(
  treats,
  "the resource policy skip-update has precedence over the delete policy before-creation",
  annotated("ConfigMap/a", {
    "werf.io/delete-policy": "before-creation",
    "werf.io/resource-policy": "skip-update",
  }),
  ours(object("ConfigMap/a")),
  "left",
);

test("an object of another release is never replaced", (t) => {
  const live = liveWith(
    object("ConfigMap/a", { labels: { "applyset.kubernetes.io/part-of": "applyset-other-v1" } }),
  );
  t.is(treatment(decided([replaced], live)), "foreign");
  t.is(treatment(decided([annotated("ConfigMap/a", { "werf.io/ownership": "anyone" })], live)), "foreign");
});

test("a missing object with the resource policy skip-create is not created, and the reason is given", (t) => {
  const decision = decided(
    [annotated("ConfigMap/a", { "werf.io/resource-policy": "skip-create" })],
    undefined,
  );
  t.like(decision, { type: "left", live: undefined });
  t.regex(decision.type === "left" ? decision.reason : "", /skip-create/);
});

test("an object with werf.io/ownership: anyone is sent without the ApplySet label, even with the strict policy", (t) => {
  const made = annotated("ConfigMap/a", { "werf.io/ownership": "anyone" });
  const decision = decided([made], liveWith(object("ConfigMap/a")), { policy: "strict" });
  t.is(decision.type, "apply");
  const metadata = decision.type === "apply" ? objectField(decision.sent, "metadata") : {};
  t.is(field(metadata, "labels"), undefined);
});

test("a hook with werf.io/ownership: release has the ApplySet label", (t) => {
  const made = annotated("ConfigMap/a", { ...hook("pre-install"), "werf.io/ownership": "release" });
  const decision = decided([made], undefined);
  t.like(decision, { type: "apply", labelled: true });
  const metadata = decision.type === "apply" ? objectField(decision.sent, "metadata") : {};
  t.is(field(objectField(metadata, "labels"), "applyset.kubernetes.io/part-of"), id);
});

test("replicas-on-creation is sent once, and the replicas are left to the cluster afterwards", (t) => {
  const made = object("Deployment/a", {
    annotations: { "werf.io/replicas-on-creation": "3" },
    body: { spec: { replicas: 1 } },
  });
  const first = decided([made], undefined);
  t.like(first, { type: "apply", resent: { spec: { replicas: 3 } } });
  const again = decided([made], liveWith(object("Deployment/a")));
  t.deepEqual(again.type === "apply" ? objectField(again.sent, "spec") : null, {});
  t.deepEqual(again.type === "apply" ? again.transfer.ceded?.paths : null, [["spec", "replicas"]]);
});
