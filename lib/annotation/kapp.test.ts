import test from "ava";

import { planDocument } from "../report/plan/plan-json.ts";
import { planNames } from "../report/plan/plan-manifests.ts";
import { annotated } from "../../fixtures/ordered-set.ts";
import { findings, object, objectNamed, outline, planned, pods, waitsOf } from "../../fixtures/planned.ts";

function kapp(key: string, value = ""): Readonly<Record<string, string>> {
  return { [`kapp.k14s.io/${key}`]: value };
}

const reported = test.macro({
  title: (_, key: string) => `kapp.k14s.io/${key} is reported as having no effect`,
  exec(t, key: string, found: string, value?: string) {
    t.deepEqual(annotated(kapp(key, value ?? "x")).found, [
      found.replace(": ", ` OrderNotObeyed: kapp annotation kapp.k14s.io/${key} is `),
    ]);
  },
});

test(reported, "nonce", "warning: ignored: put what changes into the pod template");
test(reported, "renew-duration", "warning: ignored: put what changes into the object");
test(reported, "owned-for-deletion", "note: not needed: all that the release owns is deleted");
test(reported, "deploy-logs", "note: not needed: logs are shown while the object is waited for");
test(
  reported,
  "create-strategy",
  "note: not needed: an object that exists is always updated",
  "fallback-on-update-or-noop",
);
test(
  reported,
  "disable-associated-resources-wait",
  "warning: ignored: readiness includes pods; use werf.io/track-termination-mode",
);

for (const key of [
  "delete-strategy",
  "versioned-explicit-ref.a",
  "original",
  "identity",
  "disable-default-change-group-and-rules",
]) {
  test(`kapp.k14s.io/${key} is known and does not affect the order`, (t) => {
    t.deepEqual(annotated(kapp(key)).found, []);
  });
}

test("an annotation whose key only starts like one of kapp is not reported", (t) => {
  t.deepEqual(annotated(kapp("change-rules-of-ours", "x")).found, []);
});

test("disable-wait has its effect with any value", (t) => {
  for (const value of ["", "false", "true"]) {
    t.true(annotated(kapp("disable-wait", value)).directives.treatment.isNonBlocking);
  }
});

for (const key of ["create-strategy", "update-strategy"]) {
  test(`an unknown ${key} is an error, and an empty one is the default`, (t) => {
    t.regex(
      annotated(kapp(key, "replace")).found[0] ?? "",
      /^error AnnotationInvalid: .* takes fallback-on-.*found "replace"/,
    );
    t.deepEqual(annotated(kapp(key)).found, []);
  });
}

test("deploy-logs-container-names selects containers", (t) => {
  const { treatment } = annotated(kapp("deploy-logs-container-names", "app, agent")).directives;
  t.deepEqual(treatment.logs.onlyContainers, ["app", "agent"]);
});

test("an object with kapp.k14s.io/exists is only waited for: by references, change rules and depends-on", (t) => {
  const result = planned([
    object("Secret/token", { annotations: { ...kapp("exists"), ...kapp("change-group", "given") } }),
    object("Deployment/web", {
      body: pods({ containers: [{ name: "a", envFrom: [{ secretRef: { name: "token" } }] }] }),
    }),
    object("Job/a", { annotations: kapp("change-rule", "upsert after upserting given") }),
    object("Job/b", {
      annotations: { "config.kubernetes.io/depends-on": "/namespaces/default/Secret/token" },
    }),
  ]);
  t.deepEqual(findings(result), []);
  t.deepEqual(waitsOf(result, "Deployment/web"), ["Secret/token present reference"]);
  t.deepEqual(waitsOf(result, "Job/a"), ["Secret/token ready change-rule"]);
  t.deepEqual(waitsOf(result, "Job/b"), ["Secret/token ready depends-on"]);
  t.false(objectNamed(result.plan, "Secret/token").owned);
  t.notRegex(planNames(result.plan), /token/);
  t.regex(planNames(result.plan), /deployment.apps\/web/);
  const [first] = planDocument(result.plan).groups;
  t.is(first?.objects.find(({ ref }) => ref.endsWith("/token"))?.onlyWaitedFor, true);
});

test("an object with kapp.k14s.io/exists is not deleted", (t) => {
  const set = [object("ConfigMap/env"), object("Secret/token", { annotations: kapp("exists") })];
  t.deepEqual(outline(planned(set, { action: "delete" })), ["main 0: ConfigMap/env"]);
});

test("an object with kapp.k14s.io/noop is neither applied, nor waited for, nor pruned", (t) => {
  const result = planned([
    object("Job/a", { annotations: kapp("change-rule", "upsert after upserting given") }),
    object("Secret/token", { annotations: { ...kapp("noop"), ...kapp("change-group", "given") } }),
  ]);
  t.deepEqual(outline(result), ["main 0: Job/a"]);
  t.deepEqual(findings(result), []);
  t.deepEqual(
    result.plan.resting.map(({ manifest, owned }) => `${manifest.name} ${owned}`),
    ["token true"],
  );
});

for (const key of ["exists", "noop"]) {
  test(`fields of an object with kapp.k14s.io/${key} are not checked`, (t) => {
    const refused = object("ConfigMap/a", { annotations: kapp(key) });
    const result = planned([refused, object("ConfigMap/b")], {
      check: (manifests) =>
        manifests.map(({ key: ref }) => ({ code: "FieldInvalid", severity: "error", message: ref, ref })),
    });
    t.deepEqual(
      result.plan.diagnostics.map(({ ref }) => ref),
      ["/namespaces/default/ConfigMap/b"],
    );
  });
}
