import test from "ava";

import { findings, object, outline, planned } from "../../fixtures/planned.ts";

/** The only diagnostic for annotations of a Deployment. */
const testFinding = test.macro({
  exec(t, annotations: Readonly<Record<string, string>>, finding: string, message: RegExp) {
    const result = planned([object("Deployment/web", { annotations })]);
    t.deepEqual(findings(result), [finding]);
    t.regex(result.plan.diagnostics[0]?.message ?? "", message);
  },
  title: (_, annotations: Readonly<Record<string, string>>, finding: string) =>
    `${JSON.stringify(annotations)} is reported as ${finding}`,
});

const dependency = (value: string): Readonly<Record<string, string>> => ({
  "werf.io/deploy-dependency-x": value,
});

test(
  testFinding,
  { "werf.io/weight": "heavy" },
  "error WeightInvalid",
  /whole number such as "-1" or "10", found "heavy"/,
);
test(testFinding, { "werf.io/weight": "1.5" }, "error WeightInvalid", /found "1.5"/);
test(testFinding, { "werf.io/weight": "" }, "error WeightInvalid", /found ""/);
test(testFinding, { "helm.sh/hook": "pre-instal" }, "error HookUnknown", /did you mean "pre-install"/);
test(
  testFinding,
  { "helm.sh/hook": "pre-install,nonsense" },
  "error HookUnknown",
  /unknown hook event "nonsense"/,
);
test(testFinding, { "helm.sh/hook": "" }, "error HookUnknown", /is empty/);
test(testFinding, { "helm.sh/hook": "test" }, "note HookLeftOut", /test hook/);
test(
  testFinding,
  { "helm.sh/hook": "pre-install", "helm.sh/hook-delete-policy": "hook-suceeded" },
  "error HookDeletePolicyUnknown",
  /did you mean "hook-succeeded"/,
);
test(testFinding, { "helm.sh/hook-weight": "5" }, "warning AnnotationIgnored", /is not a hook/);
test(testFinding, { "werf.io/wieght": "5" }, "warning AnnotationUnknown", /did you mean "werf.io\/weight"/);
test(testFinding, { "wref.io/weight": "5" }, "warning AnnotationUnknown", /did you mean "werf.io\/weight"/);
test(
  testFinding,
  { "config.kubernetes.io/depends_on": "x" },
  "warning AnnotationUnknown",
  /did you mean "config.kubernetes.io\/depends-on"/,
);
test(
  testFinding,
  { "converge.dev/reconcile-timeout": "5" },
  "error TimeoutInvalid",
  /such as "90s" or "10m"/,
);
test(
  testFinding,
  { "kapp.k14s.io/change-group": "-x" },
  "error ChangeRuleInvalid",
  /kapp.k14s.io\/change-group: "-x" is not a valid change group name/,
);
test(
  testFinding,
  { "kapp.k14s.io/change-rule.x": "upsert after upserting" },
  "error ChangeRuleInvalid",
  /kapp.k14s.io\/change-rule.x: a change rule has four words, found 3/,
);
test(testFinding, dependency("kind=Job"), "error DependencySyntax", /"state" must be set/);
test(testFinding, dependency("state=ready"), "error DependencySyntax", /no target/);
test(testFinding, dependency("state=reddy,kind=Job"), "error DependencySyntax", /did you mean "ready"/);
test(testFinding, dependency("state=absent,kind=Job"), "error DependencySyntax", /unknown state "absent"/);
test(
  testFinding,
  dependency("state=ready,knd=Job,name=a"),
  "error DependencySyntax",
  /unknown property "knd".*did you mean "kind"/,
);
test(testFinding, dependency("state=ready,name="), "error DependencySyntax", /has no value/);
test(testFinding, dependency("state=ready,name=a"), "warning DependencyUnmatched", /waits for nothing/);
test(
  testFinding,
  { "x.external-dependency.werf.io/resource": "secret" },
  "error ExternalDependencySyntax",
  /kind\[.version.group\]\/name/,
);
test(
  testFinding,
  { "x.external-dependency.werf.io": "v1:Secret" },
  "error ExternalDependencySyntax",
  /apiVersion:kind/,
);

test("annotations of other tools with a similar name are ignored", (t) => {
  const annotations = { "example.com/weight": "5", "meta.helm.sh/release-name": "x", "helm.sh/chart": "x" };
  t.deepEqual(findings(planned([object("Deployment/web", { annotations })])), []);
});

test("every error in a deploy dependency is reported", (t) => {
  const result = planned([object("Deployment/web", { annotations: dependency("stat=ready,nam=x") })]);
  t.is(result.plan.diagnostics.length, 4);
});

test("an unsupported order annotation of another tool is reported once for all objects", (t) => {
  const annotations = { "kluctl.io/barrier": "true" };
  const result = planned([object("Deployment/a", { annotations }), object("Deployment/b", { annotations })]);
  t.deepEqual(findings(result), ["warning OrderNotObeyed"]);
  t.regex(result.plan.diagnostics[0]?.message ?? "", /on 2 objects/);
});

test("crd-install does not make a CRD a hook", (t) => {
  const result = planned([
    object("CustomResourceDefinition/things.example.com", { annotations: { "helm.sh/hook": "crd-install" } }),
  ]);
  t.deepEqual(outline(result), ["main 0: CustomResourceDefinition/things.example.com"]);
});

test("hook events ignore case and spaces", (t) => {
  const result = planned([
    object("Job/a", { annotations: { "helm.sh/hook": " Pre-Install , post-upgrade" } }),
  ]);
  t.deepEqual(outline(result), ["pre 0: Job/a"]);
});

/** The reference of an external dependency. */
const testExternal = test.macro({
  exec(t, annotations: Readonly<Record<string, string>>, on: string) {
    const result = planned([object("Deployment/web", { annotations })]);
    t.deepEqual(
      result.plan.groups[0]?.objects[0]?.waitsFor.map((wait) => wait.on),
      [on],
    );
  },
  title: (_, annotations: Readonly<Record<string, string>>, on: string) =>
    `${JSON.stringify(annotations)} refers to ${on}`,
});

const resource = "x.external-dependency.werf.io/resource";
test(testExternal, { [resource]: "secret/vault" }, "/namespaces/default/Secret/vault");
test(testExternal, { [resource]: "statefulset/db" }, "apps/namespaces/default/StatefulSet/db");
test(testExternal, { [resource]: "deploy/db" }, "apps/namespaces/default/Deployment/db");
test(testExternal, { [resource]: "Deployments.v1.apps/db" }, "apps/namespaces/default/Deployment/db");
test(testExternal, { [resource]: "ingress/web" }, "networking.k8s.io/namespaces/default/Ingress/web");
test(testExternal, { [resource]: "ns/infra" }, "/Namespace/infra");
test(
  testExternal,
  { [resource]: "certificates.v1.cert-manager.io/web" },
  "cert-manager.io/namespaces/default/certificates/web",
);
test(
  testExternal,
  { [resource]: "secret/vault", "x.external-dependency.werf.io/namespace": "infra" },
  "/namespaces/infra/Secret/vault",
);
test(
  testExternal,
  { [resource]: "secret/vault", "x.external-dependency.werf.io/name": "infra" },
  "/namespaces/infra/Secret/vault",
);
test(
  testExternal,
  { "x.external-dependency.werf.io": "apps/v1:Deployment:infra:db" },
  "apps/namespaces/infra/Deployment/db",
);
test(
  testExternal,
  dependency("state=ready,kind=Secret,name=vault,external=true"),
  "/namespaces/default/Secret/vault",
);

const definition = object("CustomResourceDefinition/widgets.example.com", {
  body: {
    spec: {
      group: "example.com",
      scope: "Cluster",
      names: { kind: "Widget", plural: "widgets", singular: "widget", shortNames: ["wg"] },
    },
  },
});

for (const word of ["widget", "Widgets", "wg"]) {
  test(`an external dependency on the resource ${word} uses the names of a CRD in the set`, (t) => {
    const web = object("Deployment/web", { annotations: { [resource]: `${word}/x` } });
    const waits = planned([web, definition]).plan.groups.flatMap((group) =>
      group.objects.flatMap((one) => one.waitsFor.map((wait) => wait.on)),
    );
    t.deepEqual([...new Set(waits)], ["example.com/Widget/x"]);
  });
}

test("configmanagement.gke.io/managed: disabled excludes an object", (t) => {
  const result = planned([
    object("ConfigMap/x", { annotations: { "configmanagement.gke.io/managed": "disabled" } }),
  ]);
  t.deepEqual(outline(result), []);
  t.deepEqual(findings(result), ["note LocalConfig"]);
});

test("apply-time-mutation is reported as ignored", (t) => {
  const annotations = { "config.kubernetes.io/apply-time-mutation": "- sourceRef: {}" };
  t.deepEqual(findings(planned([object("ConfigMap/x", { annotations })])), ["warning OrderNotObeyed"]);
});

test("an external dependency on a custom resource of the set is an edge, and one on itself is ignored", (t) => {
  const issuer = object("cert-manager.io/v1/ClusterIssuer/le");
  const annotations = { [resource]: "clusterissuers.v1.cert-manager.io/le" };
  const result = planned([object("Deployment/web", { annotations }), issuer]);
  t.deepEqual(findings(result), ["warning ExternalDependencyInSet", "warning UnknownScope"]);
  t.deepEqual(outline(result), ["main 0: ClusterIssuer/le", "main 0: Deployment/web"]);
  const alone = planned([object("Deployment/web", { annotations: { [resource]: "deployment/web" } })]);
  t.deepEqual(findings(alone), ["warning ExternalDependencyInSet"]);
  t.deepEqual(alone.plan.groups[0]?.objects[0]?.waitsFor, []);
});

test("an external deploy dependency on an object of the set is an edge", (t) => {
  const annotations = dependency("state=ready,kind=StatefulSet,name=db,external=true");
  const result = planned([object("Deployment/web", { annotations }), object("StatefulSet/db")]);
  t.deepEqual(findings(result), ["warning ExternalDependencyInSet"]);
  t.deepEqual(outline(result), ["main 0: StatefulSet/db", "main null: Deployment/web"]);
});

test("the external resource name constructor, a property of JavaScript objects, is accepted", (t) => {
  const result = planned([object("Deployment/web", { annotations: { [resource]: "constructor/a" } })]);
  t.deepEqual(findings(result), []);
});

test("a value with thousands of errors is reported by the first ten and the number of the others", (t) => {
  const result = planned([
    object("Deployment/web", { annotations: { "config.kubernetes.io/depends-on": ",".repeat(5000) } }),
  ]);
  t.is(result.plan.diagnostics.length, 11);
  t.true(result.plan.diagnostics.some(({ message }) => message.includes("4991 more errors")));
});

test("a long annotation value is shortened in the message", (t) => {
  const result = planned([
    object("Deployment/web", { annotations: { "werf.io/weight": "x".repeat(10_000) } }),
  ]);
  t.true((result.plan.diagnostics[0]?.message.length ?? 0) < 300);
});

test("an annotation value that contains data of a Secret is not repeated in messages", (t) => {
  const annotations = { "werf.io/weight": "5\nstringData:\n  password: Tr0ub4dor" };
  const result = planned([object("Secret/db", { annotations })]);
  t.deepEqual(findings(result), ["error WeightInvalid"]);
  t.false(JSON.stringify(result.plan.diagnostics).includes("Tr0ub4dor"));
});
