import test from "ava";

import { annotated } from "../../fixtures/ordered-set.ts";

const hooks = test.macro({
  exec(t, value: string, events: readonly string[]) {
    const { directives, found } = annotated({ "helm.sh/hook": value });
    t.deepEqual(directives.hook?.events as readonly string[] | undefined, events);
    t.deepEqual(found, []);
  },
  title: (_, value: string) => `helm.sh/hook "${value}" makes an object a hook`,
});

for (const action of ["install", "upgrade", "rollback", "delete"]) {
  test(hooks, `pre-${action}`, [`pre-${action}`]);
  test(hooks, `post-${action}`, [`post-${action}`]);
}
test(hooks, "pre-install,pre-upgrade", ["pre-install", "pre-upgrade"]);
test(hooks, " PRE-Install ,, post-install ", ["pre-install", "post-install"]);
test(hooks, "pre-install,pre-install", ["pre-install"]);

test("an unknown hook event is an error, and a known event in the same list is kept", (t) => {
  const { directives, found } = annotated({ "helm.sh/hook": "pre-install,post-instal" });
  t.deepEqual(directives.hook?.events, ["pre-install"]);
  t.deepEqual(found, [
    'error HookUnknown: apps/namespaces/default/Deployment/web: unknown hook event "post-instal"; did you mean "post-install"? (known events: pre-install, post-install, pre-upgrade, post-upgrade, pre-rollback, post-rollback, pre-delete, post-delete)',
  ]);
});

test("a test event in a list with other hook events is left out, with a note", (t) => {
  const { directives, found } = annotated({ "helm.sh/hook": "test,pre-install" });
  t.deepEqual(directives.hook?.events, ["pre-install"]);
  t.is(found.length, 1);
  t.regex(found[0] ?? "", /^note HookLeftOut: .* is also a test hook/);
});

test("crd-install on an object that is not a CRD is reported as having no effect", (t) => {
  const ofOther = annotated({ "helm.sh/hook": "crd-install" });
  t.is(ofOther.directives.hook, null);
  t.regex(ofOther.found[0] ?? "", /^warning AnnotationIgnored: .*: crd-install has no effect$/);
  const ofCrd = annotated({ "helm.sh/hook": "crd-install" }, "CustomResourceDefinition/things.example.com");
  t.is(ofCrd.directives.hook, null);
  t.deepEqual(ofCrd.found, []);
});

const deletes = test.macro({
  exec(t, value: string | undefined, expected: readonly string[]) {
    const policy = value === undefined ? {} : { "helm.sh/hook-delete-policy": value };
    const { directives, found } = annotated({ "helm.sh/hook": "pre-install", ...policy });
    t.deepEqual(directives.hook?.deletePolicy, expected);
    t.deepEqual(found, []);
  },
  title: (_, value: string | undefined) =>
    `hook delete policy of an object with ${value === undefined ? "no annotation" : `the value "${value}"`}`,
});
test(deletes, undefined, ["before-hook-creation"]);
test(deletes, "", ["before-hook-creation"]);
test(deletes, "hook-succeeded", ["hook-succeeded"]);
test(deletes, "Hook-Failed, before-hook-creation", ["hook-failed", "before-hook-creation"]);

test("an unknown hook delete policy is an error that lists the known policies", (t) => {
  const { found } = annotated({ "helm.sh/hook": "pre-install", "helm.sh/hook-delete-policy": "never" });
  t.deepEqual(found, [
    'error HookDeletePolicyUnknown: apps/namespaces/default/Deployment/web: unknown hook delete policy "never" (known policies: before-hook-creation, hook-succeeded, hook-failed)',
  ]);
});

test("a hook delete policy without a hook is reported as having no effect", (t) => {
  const { directives, found } = annotated({ "helm.sh/hook-delete-policy": "hook-succeeded" });
  t.is(directives.hook, null);
  t.regex(
    found[0] ?? "",
    /^warning AnnotationIgnored: .* is not a hook, so helm.sh\/hook-delete-policy has no effect/,
  );
});

for (const value of ["keep", "KEEP", " keep "]) {
  test(`helm.sh/resource-policy "${value}" is read as keep`, (t) => {
    t.deepEqual(annotated({ "helm.sh/resource-policy": value }).directives.treatment.resourcePolicy, [
      "keep",
    ]);
  });
}
