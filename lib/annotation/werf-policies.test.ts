import test from "ava";

import { findings, hook, object, objectNamed, planned } from "../../fixtures/planned.ts";
import { type DeployPolicy, defaultDeployPolicy } from "../object/deploy-policy.ts";

type Annotations = Readonly<Record<string, string>>;

function treatmentOf(annotations: Annotations, written = "Deployment/web"): DeployPolicy {
  const result = planned([object(written, { annotations })]);
  return objectNamed(result.plan, written.split("/").slice(-2).join("/")).treatment;
}

/** The deploy policy of a Deployment with these annotations. */
const testTreatment = test.macro({
  exec(t, annotations: Annotations, part: Partial<DeployPolicy>) {
    t.deepEqual(treatmentOf(annotations), { ...defaultDeployPolicy, ...part });
  },
  title: (_, annotations: Annotations) => `${JSON.stringify(annotations)} sets the deploy policy`,
});

test(testTreatment, { "werf.io/ownership": "anyone" }, { ownership: "anyone" });
test(testTreatment, { "werf.io/ownership": " release " }, { ownership: "release" });
test(
  testTreatment,
  { "werf.io/delete-policy": "succeeded, before-creation,succeeded" },
  { deletePolicy: ["succeeded", "before-creation"] },
);
test(
  testTreatment,
  { "werf.io/resource-policy": "skip-delete,skip-create" },
  { resourcePolicy: ["skip-create", "skip-delete"] },
);
test(testTreatment, { "helm.sh/resource-policy": " Keep " }, { resourcePolicy: ["keep"] });
test(
  testTreatment,
  { "helm.sh/resource-policy": "keep", "werf.io/resource-policy": "keep,skip-update" },
  { resourcePolicy: ["skip-update", "keep"] },
);
test(testTreatment, { "werf.io/replicas-on-creation": "0" }, { replicasOnCreation: 0 });
test(testTreatment, { "werf.io/track-termination-mode": "NonBlocking" }, { isNonBlocking: true });
test(testTreatment, { "werf.io/track-termination-mode": "WaitUntilResourceReady" }, { isNonBlocking: false });
test(
  testTreatment,
  { "werf.io/fail-mode": "IgnoreAndContinueDeployProcess" },
  { failMode: "IgnoreAndContinueDeployProcess" },
);
test(testTreatment, { "werf.io/failures-allowed-per-replica": "0" }, { failuresAllowed: 0 });
test(testTreatment, { "werf.io/no-activity-timeout": "1m30s" }, { noActivityTimeout: 90_000 });
test(testTreatment, { "werf.io/sensitive": "True" }, { isSensitive: true });
test(testTreatment, { "werf.io/sensitive": "0" }, { isSensitive: false });
test(
  testTreatment,
  { "werf.io/sensitive-paths": "$.data.password, $.spec.containers[*].env[*].value,$.data.password" },
  { sensitivePaths: ["$.data.password", "$.spec.containers[*].env[*].value"] },
);
test(
  testTreatment,
  { "werf.io/sensitive-paths": String.raw`$.data['a\,b'],$.data.c\.d` },
  { sensitivePaths: [String.raw`$.data['a\,b']`, String.raw`$.data.c\.d`] },
);

const { logs } = defaultDeployPolicy;
test(testTreatment, { "werf.io/skip-logs": "true" }, { logs: { ...logs, skip: true } });
test(
  testTreatment,
  { "werf.io/skip-logs-for-containers": "a, b,a" },
  { logs: { ...logs, skipContainers: ["a", "b"] } },
);
test(
  testTreatment,
  { "werf.io/show-logs-only-for-containers": "a" },
  { logs: { ...logs, onlyContainers: ["a"] } },
);
test(
  testTreatment,
  { "werf.io/show-logs-only-for-number-of-replicas": "0" },
  { logs: { ...logs, replicas: 0 } },
);

test("log patterns apply to all containers or to a single one", (t) => {
  const { regex, skipRegex, regexByContainer, skipRegexByContainer } = treatmentOf({
    "werf.io/log-regex": "level=(warn|error)",
    "werf.io/log-regex-skip": "debug",
    "werf.io/log-regex-for-web": "^GET",
    "werf.io/log-regex-for-__proto__": "x",
    "werf.io/log-regex-skip-for-web": "health",
  }).logs;
  t.is(regex?.source, "level=(warn|error)");
  t.is(skipRegex?.source, "debug");
  t.deepEqual(
    [...regexByContainer].map(([container, { source }]) => [container, source]),
    [
      ["__proto__", "x"],
      ["web", "^GET"],
    ],
  );
  t.deepEqual([...skipRegexByContainer.keys()], ["web"]);
});

test("objects without policy annotations share the default deploy policy", (t) => {
  t.is(treatmentOf({}), defaultDeployPolicy);
  t.is(treatmentOf({ "werf.io/weight": "5" }), defaultDeployPolicy);
});

/** The only diagnostic for annotations of a Deployment. */
const testFinding = test.macro({
  exec(t, annotations: Annotations, finding: string, message: RegExp) {
    const result = planned([object("Deployment/web", { annotations })]);
    t.deepEqual(findings(result), [finding]);
    t.regex(result.plan.diagnostics[0]?.message ?? "", message);
    t.truthy(result.plan.diagnostics[0]?.origin?.line);
  },
  title: (_, annotations: Annotations, finding: string) =>
    `${JSON.stringify(annotations)} is reported as ${finding}`,
});

const invalid = "error AnnotationInvalid";
test(testFinding, { "werf.io/ownership": "anybody" }, invalid, /takes release or anyone, found "anybody"/);
test(testFinding, { "werf.io/ownership": "relase" }, invalid, /did you mean "release"/);
test(
  testFinding,
  { "werf.io/delete-policy": "succeeded,faild" },
  invalid,
  /unknown value "faild"; did you mean "failed"\? \(known values: before-creation, /,
);
test(testFinding, { "werf.io/delete-policy": "" }, invalid, /delete-policy is empty/);
test(testFinding, { "werf.io/resource-policy": "keeps" }, invalid, /did you mean "keep"/);
test(testFinding, { "helm.sh/resource-policy": "delete" }, invalid, /takes keep, found "delete"/);
test(testFinding, { "helm.sh/resource-policy": "" }, invalid, /takes keep, found ""/);
test(testFinding, { "werf.io/replicas-on-creation": "-1" }, invalid, /whole number/);
test(testFinding, { "werf.io/replicas-on-creation": "1e3" }, invalid, /found "1e3"/);
test(testFinding, { "werf.io/replicas-on-creation": "9999999999" }, invalid, /whole number/);
test(testFinding, { "werf.io/track-termination-mode": "nonblocking" }, invalid, /did you mean "NonBlocking"/);
test(testFinding, { "werf.io/fail-mode": "Ignore" }, invalid, /takes FailWholeDeployProcessImmediately or/);
test(testFinding, { "werf.io/failures-allowed-per-replica": "1.5" }, invalid, /found "1.5"/);
test(testFinding, { "werf.io/no-activity-timeout": "4" }, invalid, /such as "90s"/);
test(testFinding, { "werf.io/no-activity-timeout": "0s" }, invalid, /such as "90s"/);
test(testFinding, { "werf.io/sensitive": "yes" }, invalid, /takes "true" or "false"/);
test(testFinding, { "werf.io/skip-logs": "" }, invalid, /found ""/);
test(testFinding, { "werf.io/skip-logs-for-containers": " , " }, invalid, /comma-separated/);
test(testFinding, { "werf.io/show-logs-only-for-number-of-replicas": "all" }, invalid, /found "all"/);
test(testFinding, { "werf.io/log-regex": "(" }, "error LogPatternInvalid", /missing closing/);
test(testFinding, { "werf.io/log-regex-for-web": "(?=a)" }, "error LogPatternInvalid", /Perl syntax/);
test(
  testFinding,
  { "werf.io/sensitive-paths": "$.a[,$.b" },
  "error SensitivePathInvalid",
  /cannot parse "\["/,
);
test(testFinding, { "werf.io/sensitive-paths": "$..a" }, "error SensitivePathInvalid", /supported are/);
test(
  testFinding,
  { "werf.io/sensitive-paths": "," },
  "error SensitivePathInvalid",
  /such as "\$.data.password"/,
);
test(
  testFinding,
  { "werf.io/deploy-on": "pre-instal" },
  "error DeployOnUnknown",
  /unknown action "pre-instal"; did you mean "pre-install"/,
);
test(testFinding, { "werf.io/deploy-on": "" }, "error DeployOnUnknown", /is empty/);
test(testFinding, { "werf.io/deploy-on": "test" }, "error DeployOnUnknown", /unknown action "test"/);
test(
  testFinding,
  { ...hook("pre-install"), "werf.io/deploy-on": "install" },
  "warning AnnotationIgnored",
  /no effect beside werf\.io\/deploy-on/,
);

test("replicas-on-creation is reported for a kind without replicas, and used for an unknown kind", (t) => {
  const annotations = { "werf.io/replicas-on-creation": "3" };
  const job = planned([object("Job/a", { annotations })]);
  t.deepEqual(findings(job), ["warning AnnotationIgnored"]);
  t.is(objectNamed(job.plan, "Job/a").treatment, defaultDeployPolicy);
  const custom = planned([object("example.com/v1/Rollout/a", { annotations })]);
  t.deepEqual(findings(custom), ["warning UnknownScope"]);
  t.is(objectNamed(custom.plan, "Rollout/a").treatment.replicasOnCreation, 3);
});

test("an annotation value that contains data of a Secret is not repeated in messages", (t) => {
  const annotations = { "werf.io/log-regex": "(\nstringData:\n  password: Tr0ub4dor" };
  const result = planned([object("Secret/db", { annotations })]);
  t.deepEqual(findings(result), ["error LogPatternInvalid"]);
  t.false(JSON.stringify(result.plan.diagnostics).includes("Tr0ub4dor"));
});
