import test from "ava";

import { annotated } from "../../fixtures/ordered-set.ts";
import type { DependencySelector } from "./directives.ts";

const key = "werf.io/deploy-dependency-db";

/** The selector of a deploy dependency, without its path. */
const selects = test.macro({
  exec(t, value: string, expected: Omit<DependencySelector, "path">) {
    const { directives, found } = annotated({ [key]: value });
    t.deepEqual(found, []);
    t.deepEqual(directives.deployDependencies, [{ ...expected, path: ["metadata", "annotations", key] }]);
  },
  title: (_, value: string) => `"${value}" is a valid dependency selector`,
});

test(selects, "state=ready,kind=Job", { until: "ready", kind: "Job", external: false });
test(selects, "state=present,name=db", { until: "present", name: "db", external: false });
test(selects, " state = ready , name = db ", { until: "ready", name: "db", external: false });
test(selects, "name=db,state=ready", { until: "ready", name: "db", external: false });
test(selects, "state=ready,group=apps,version=v1,kind=StatefulSet,name=db,namespace=infra", {
  until: "ready",
  name: "db",
  namespace: "infra",
  kind: "StatefulSet",
  group: "apps",
  version: "v1",
  external: false,
});
test(selects, "state=ready,kind=Secret,name=vault,external=true", {
  until: "ready",
  name: "vault",
  kind: "Secret",
  external: true,
});
test(selects, "state=ready,kind=Secret,external=false", { until: "ready", kind: "Secret", external: false });
test(selects, "state=ready,kind=Secret,external=auto", { until: "ready", kind: "Secret", external: false });
test(selects, "state=ready,name=a,name=b", { until: "ready", name: "b", external: false });

const refuses = test.macro({
  exec(t, value: string, ...faults: readonly string[]) {
    const { directives, found } = annotated({ [key]: value });
    t.deepEqual(directives.deployDependencies, []);
    t.deepEqual(
      found,
      faults.map(
        (fault) => `error DependencySyntax: apps/namespaces/default/Deployment/web: ${key}: ${fault}`,
      ),
    );
  },
  title: (_, value: string, ...__: readonly string[]) => `"${value}" is not a valid dependency selector`,
});

const properties = "(known properties: state, name, namespace, kind, group, version, external)";
const noState = '"state" must be set: add state=ready or state=present';
const noTarget = "no target: add at least one of name, namespace, kind, group, version";
test(refuses, "", `unknown property "" ${properties}`, noState, noTarget);
test(refuses, "kind=Job", noState);
test(refuses, "state=ready", noTarget);
test(refuses, "state=ready,external=true", noTarget);
test(refuses, "state=gone,kind=Job", 'unknown state "gone" (write state=ready or state=present)');
test(
  refuses,
  "state=Ready,kind=Job",
  'unknown state "Ready"; did you mean "ready"? (write state=ready or state=present)',
);
test(refuses, "state=,kind=Job", 'property "state" has no value: write state=…');
test(refuses, "state=ready,kind", 'property "kind" has no value: write kind=…');
test(refuses, "state=ready,nmae=a", `unknown property "nmae"; did you mean "name"? ${properties}`, noTarget);
test(refuses, "state=ready,kind=Job,", `unknown property "" ${properties}`);
test(refuses, "state=ready,kind=Job,name=a,external=yes", 'external takes true, false or auto, found "yes"');
test(refuses, "state=ready,kind=Job,external=true", "an external target needs kind and name");
test(refuses, "state=ready,name=a,external=true", "an external target needs kind and name");

test("a delete dependency waits until its target is absent", (t) => {
  const annotations = { "werf.io/delete-dependency-db": "state=absent,kind=Job" };
  const { directives, found } = annotated(annotations);
  t.deepEqual(found, []);
  t.like(directives.deleteDependencies[0], { until: "absent", kind: "Job" });
  t.deepEqual(directives.deployDependencies, []);
});

for (const state of ["ready", "present"]) {
  test(`a delete dependency does not wait for ${state}`, (t) => {
    const { directives, found } = annotated({ "werf.io/delete-dependency-db": `state=${state},kind=Job` });
    t.deepEqual(directives.deleteDependencies, []);
    t.regex(found[0] ?? "", new RegExp(`unknown state "${state}".*write state=absent`));
  });
}

test("several dependencies are read in the order of their names", (t) => {
  const { directives } = annotated({
    "werf.io/deploy-dependency-b": "state=ready,name=second",
    "werf.io/deploy-dependency-a": "state=ready,name=first",
    "c.dependency.werf.io": "state=ready,name=zeroth",
  });
  t.deepEqual(
    directives.deployDependencies.map(({ name }) => name),
    ["zeroth", "first", "second"],
  );
});
