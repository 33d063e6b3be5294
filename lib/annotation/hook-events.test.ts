import test from "ava";

import { annotated } from "../../fixtures/ordered-set.ts";

const key = "werf.io/deploy-on";

const deploys = test.macro({
  exec(t, value: string, main: readonly string[], events: readonly string[]) {
    const { directives, found } = annotated({ [key]: value });
    t.deepEqual(found, []);
    t.deepEqual(directives.deployOn?.main ?? [], main);
    t.deepEqual(directives.deployOn?.events ?? [], events);
    t.deepEqual(directives.deployOn?.path, ["metadata", "annotations", key]);
  },
  title: (_, value: string) => `deploy-on "${value}" is valid`,
});

test(deploys, "install", ["install"], []);
test(deploys, "rollback, install,upgrade", ["install", "upgrade", "rollback"], []);
test(deploys, "pre-install,post-upgrade", [], ["pre-install", "post-upgrade"]);
test(deploys, "install,pre-rollback", ["install"], ["pre-rollback"]);
test(deploys, "pre-install,pre-install", [], ["pre-install"]);
test(deploys, "uninstall", [], ["pre-delete"]);
test(deploys, "delete", [], ["pre-delete"]);
test(deploys, "pre-uninstall,post-uninstall", [], ["pre-delete", "post-delete"]);
test(deploys, "pre-delete,uninstall", [], ["pre-delete"]);

const refuses = test.macro({
  exec(t, value: string, ...facts: readonly string[]) {
    const { directives, found } = annotated({ [key]: value });
    t.is(directives.deployOn, null);
    t.deepEqual(
      found,
      facts.map(
        (fact) =>
          `error DeployOnUnknown: apps/namespaces/default/Deployment/web: ${fact} (use install, upgrade, rollback or uninstall, optionally with the prefix pre- or post-)`,
      ),
    );
  },
  title: (_, value: string, ...__: readonly string[]) => `deploy-on "${value}" is an error`,
});

test(refuses, "", `${key} is empty`);
test(refuses, " , ", `${key} is empty`);
test(refuses, "Install", `${key}: unknown action "Install"; did you mean "install"?`);
test(refuses, "install,sync,pre-sync", `${key}: unknown action "sync"`, `${key}: unknown action "pre-sync"`);

test("deploy-on overrides the events of helm.sh/hook, with a warning", (t) => {
  const { directives, found } = annotated({ [key]: "install", "helm.sh/hook": "pre-install" });
  t.deepEqual(directives.deployOn?.main, ["install"]);
  t.is(found.length, 1);
  t.regex(found[0] ?? "", /^warning AnnotationIgnored: .*the events of helm.sh\/hook have no effect/);
});
