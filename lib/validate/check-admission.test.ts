import test from "ava";

import type { Manifest } from "../manifest/manifest.ts";
import { readManifests } from "../manifest/parse-manifests.ts";
import { resolveManifests } from "../manifest/resolve-manifests.ts";
import { formatOrigin } from "../object/diagnostic/source-text.ts";
import { createValidator } from "./create-validator.ts";

function manifests(name: string, text: string): readonly Manifest[] {
  return resolveManifests(readManifests({ name, text }).objects, "shop").manifests;
}

/** Returns the findings about a set: severity, code, place, message. */
async function check(text: string, old?: string, given = ""): Promise<readonly string[]> {
  const validator = await createValidator({ level: "strict", policies: manifests("given.yaml", given) });
  const live = new Map(manifests("old.yaml", old ?? "").map(({ key, value }) => [key, value]));
  return (validator?.check(manifests("set.yaml", text), live) ?? []).map(
    ({ severity, code, origin, message }) =>
      `${severity} ${code} ${origin === undefined ? "" : formatOrigin(origin)} ${message}`,
  );
}

function policy(spec: string, kind = "ValidatingAdmissionPolicy"): string {
  return `---\napiVersion: admissionregistration.k8s.io/v1\nkind: ${kind}\nmetadata: {name: p}\nspec: ${spec}\n`;
}

function binding(more = "", actions = "[Deny]"): string {
  return policy(`{policyName: p, validationActions: ${actions}${more}}`, "ValidatingAdmissionPolicyBinding");
}

function rules(resource: string, more = ""): string {
  return `matchConstraints: {resourceRules: [{apiGroups: ['*'], apiVersions: ['*'], operations: [CREATE, UPDATE], resources: [${resource}]}]${more}}`;
}

const map = "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {size: '4'}\n";
const start = "ValidatingAdmissionPolicy 'p' with binding 'p' denied request:";
const key = "/namespaces/shop/ConfigMap/c";

test("an object that a policy denies is an error with the message of the API server", async (t) => {
  const spec = `{${rules("configmaps")}, validations: [{expression: "object.data.size == '3'"}]}`;
  t.deepEqual(await check(map + policy(spec) + binding()), [
    `error PolicyViolation set.yaml:4:18 ${key}: ${start} failed expression: object.data.size == '3'`,
  ]);
  t.deepEqual(await check(policy(spec) + map), []);
  t.deepEqual(await check(map, undefined, policy(spec) + binding()), [
    `error PolicyViolation set.yaml:4:18 ${key}: ${start} failed expression: object.data.size == '3'`,
  ]);
});

test("a violation with the action Warn is a warning, with Audit a note", async (t) => {
  const spec = `{${rules("configmaps")}, validations: [{expression: "false", message: " no "}]}`;
  t.deepEqual(await check(map + policy(spec) + binding("", "[Warn, Audit]")), [
    `warning PolicyViolation set.yaml:4:18 ${key}: Validation failed for ValidatingAdmissionPolicy 'p' with binding 'p': no`,
    `note PolicyViolation set.yaml:4:18 ${key}: Validation failed for ValidatingAdmissionPolicy 'p' with binding 'p': no`,
  ]);
});

const denies = test.macro({
  title: (_, what) => String(what),
  exec: async (t, _: string, spec: string, expected: readonly string[]) => {
    const found = await check(map + policy(`{${rules("configmaps")}, ${spec}}`) + binding());
    t.deepEqual(
      found.map((line) => line.slice(line.indexOf(start) + start.length + 1)),
      expected,
    );
  },
});

test(
  denies,
  "messageExpression computes the message",
  `validations: [{expression: "false", messageExpression: "'size ' + object.data.size"}]`,
  ["size 4"],
);
test(
  denies,
  "message is used if messageExpression fails",
  `validations: [{expression: "false", messageExpression: "object.x", message: m}]`.replace(
    "object.x",
    "string(object.x)",
  ),
  ["m"],
);
test(denies, "a failing expression denies the request", `validations: [{expression: "object.x == 1"}]`, [
  "expression 'object.x == 1' resulted in error: no such key: x",
]);
test(
  denies,
  "failurePolicy Ignore ignores a failing expression",
  `failurePolicy: Ignore, validations: [{expression: "object.x == 1"}]`,
  [],
);
test(
  denies,
  "a policy with a false match condition does not apply",
  `matchConditions: [{name: a, expression: "false"}], validations: [{expression: "false"}]`,
  [],
);
test(
  denies,
  "a failing match condition denies the request",
  `matchConditions: [{name: a, expression: "object.x == 1"}], validations: [{expression: "false"}]`,
  ["expression 'object.x == 1' resulted in error: no such key: x"],
);
test(
  denies,
  "failurePolicy Ignore skips a policy with a failing match condition",
  `failurePolicy: Ignore, matchConditions: [{name: a, expression: "object.x == 1"}], validations: [{expression: "false"}]`,
  [],
);
test(
  denies,
  "a variable can use another variable",
  `variables: [{name: a, expression: "int(object.data.size)"}, {name: b, expression: "variables.a + 1"}], validations: [{expression: "variables.b == 6", messageExpression: "string(variables.b)"}]`,
  ["5"],
);
test(
  denies,
  "an expression that uses a failing variable fails",
  `variables: [{name: a, expression: "object.x"}], validations: [{expression: "variables.a == 1"}]`,
  [
    `expression 'variables.a == 1' resulted in error: composited variable "a" fails to evaluate: no such key: x`,
  ],
);
test(
  denies,
  "a failing audit annotation denies the request",
  `auditAnnotations: [{key: k, valueExpression: "string(object.x)"}]`,
  ["expression 'string(object.x)' resulted in error: no such key: x"],
);
test(
  denies,
  "an expression that exceeds the cost limit fails",
  `validations: [{expression: "lists.range(1000).all(a, lists.range(1000).all(b, lists.range(10).all(c, true)))"}]`,
  [
    "expression 'lists.range(1000).all(a, lists.range(1000).all(b, lists.range(10).all(c, true)))' resulted in error: operation cancelled: actual cost limit exceeded",
  ],
);

test("oldObject is the live object on an update", async (t) => {
  const spec = `{${rules("configmaps")}, validations: [{expression: "request.operation == 'UPDATE' && oldObject.data.size == object.data.size"}]}`;
  t.is((await check(map + policy(spec) + binding())).length, 1);
  t.deepEqual(await check(map + policy(spec) + binding(), map), []);
  t.is((await check(map + policy(spec) + binding(), map.replace("'4'", "'5'"))).length, 1);
});

const withParams = `{${rules("configmaps", ", excludeResourceRules: [{apiGroups: [''], apiVersions: [v1], operations: ['*'], resources: [configmaps], resourceNames: [max]}]")}, paramKind: {apiVersion: v1, kind: ConfigMap}, validations: [{expression: "object.data.size < params.data.size"}]}`;
const max = map.replace("name: c}", "name: max, labels: {is: max}}").replace("'4'", "'3'");

for (const reference of ["name: max", "selector: {matchLabels: {is: max}}", "name: max, namespace: shop"]) {
  test(`a paramRef with ${reference} finds the parameters`, async (t) => {
    const set =
      map + max + policy(withParams) + binding(`, paramRef: {${reference}, parameterNotFoundAction: Deny}`);
    t.is((await check(set)).length, 1);
    t.deepEqual(await check(set.replace("'4'", "'2'")), []);
  });
}

test("a policy whose parameters are not in the set is undecided and reported as a note", async (t) => {
  const set = map + policy(withParams) + binding(", paramRef: {name: max, parameterNotFoundAction: Deny}");
  t.deepEqual(await check(set), [
    "note PolicyUndecided set.yaml:9:18 admissionregistration.k8s.io/ValidatingAdmissionPolicy/p with binding p is not decided for /namespaces/shop/ConfigMap/c: its parameter ConfigMap/max is known to the cluster only",
  ]);
  t.is((await check(set, undefined, max)).length, 1);
});

test("a binding with a paramRef of the wrong scope denies the request", async (t) => {
  const spec = `{${rules("configmaps")}, paramKind: {apiVersion: scheduling.k8s.io/v1, kind: PriorityClass}, validations: [{expression: "true"}]}`;
  const found = await check(
    map + policy(spec) + binding(", paramRef: {name: a, namespace: b, parameterNotFoundAction: Deny}"),
  );
  t.regex(
    found.join("\n"),
    /failed to configure binding: paramRef\.namespace must not be provided for a cluster-scoped `paramKind`$/v,
  );
  const cluster = `{${rules("priorityclasses")}, paramKind: {apiVersion: v1, kind: ConfigMap}, validations: [{expression: "true"}]}`;
  const object =
    "---\napiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: x}\nvalue: 1\n";
  const wrong = await check(
    object + policy(cluster) + binding(", paramRef: {name: a, parameterNotFoundAction: Deny}"),
  );
  t.regex(
    wrong.join("\n"),
    /cannot use namespaced paramRef in policy binding that matches cluster-scoped resources$/v,
  );
});

const outcomes = { denied: "matches", no: "does not match", undecided: "is undecided" };
const matched = test.macro({
  title: (_, constraint: string, expected: keyof typeof outcomes, _more?: string) =>
    `a policy with ${constraint} ${outcomes[expected]}`,
  exec: async (t, constraint: string, expected: keyof typeof outcomes, more: string = "") => {
    const spec = `{matchConstraints: {${constraint}}, validations: [{expression: "false"}]}`;
    const found = await check(map + more + policy(spec) + binding());
    const states = found.map((line) => (line.startsWith("error") ? "denied" : "undecided"));
    t.deepEqual(states, expected === "no" ? [] : [expected]);
  },
});
const rule = (more: string): string =>
  `resourceRules: [{apiGroups: [''], operations: ['*'], resources: [configmaps], apiVersions: [v1], ${more}}]`;
const namespace = "---\napiVersion: v1\nkind: Namespace\nmetadata: {name: shop, labels: {env: prod}}\n";

test(matched, rule("scope: Namespaced"), "denied");
test(matched, rule("scope: Cluster"), "no");
test(matched, rule("resourceNames: [c]"), "denied");
test(matched, rule("resourceNames: [d]"), "no");
test(matched, `${rule("")}, objectSelector: {matchLabels: {a: b}}`, "no");
test(matched, `${rule("")}, namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: shop}}`, "denied");
test(matched, `${rule("")}, namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: other}}`, "no");
test(matched, `${rule("")}, namespaceSelector: {matchLabels: {env: prod}}`, "undecided");
test(
  matched,
  `${rule("")}, namespaceSelector: {matchLabels: {env: prod}}, matchPolicy: Exact`,
  "denied",
  namespace,
);
test(matched, `${rule("")}, namespaceSelector: {matchLabels: {env: test}}`, "no", namespace);

test("expressions that depend on cluster-only values are undecided and reported in one note", async (t) => {
  const spec = `{${rules("configmaps")}, validations: [{expression: "request.userInfo.username == 'a'"}, {expression: "authorizer.group('').resource('pods').check('get').allowed()"}, {expression: "object.metadata.uid == ''"}, {expression: "object.metadata.uid == '' && false"}, {expression: "has(namespaceObject.spec)"}, {expression: "object.metadata.size() > 1"}, {expression: "request.kind.kind == 'ConfigMap'"}]}`;
  const found = await check(map + policy(spec) + binding());
  t.is(found.length, 2);
  t.regex(found[0] ?? "", /failed expression: object\.metadata\.uid == '' && false$/v);
  t.regex(
    found[1] ?? "",
    /^note .*: request\.userInfo, authorizer, object\.metadata\.uid, namespaceObject, object\.metadata is known/v,
  );
});

test("a policy is undecided for an object without a known schema", async (t) => {
  const spec = `{${rules("'*'")}, validations: [{expression: "false"}]}`;
  const found = await check(
    `apiVersion: example.com/v1\nkind: Cog\nmetadata: {name: c}\n${policy(spec)}${binding()}`,
  );
  t.regex(found.join("\n"), /^note PolicyUndecided .*the schema of Cog is known to the cluster only$/v);
});

test("policies of the set do not apply to its Namespaces and policies, given policies apply", async (t) => {
  const spec = `{${rules("'*'")}, validations: [{expression: "false"}]}`;
  t.deepEqual(await check(namespace + policy(spec) + binding()), []);
  t.is((await check(namespace, undefined, policy(spec) + binding())).length, 1);
});

test("an enforced Pod Security level refuses pods and warns about workloads", async (t) => {
  const labeled = namespace.replace(
    "env: prod",
    "pod-security.kubernetes.io/enforce: baseline, pod-security.kubernetes.io/audit: restricted",
  );
  const spec = "spec: {hostNetwork: true, containers: [{name: a, image: a}]}";
  const pod = `---\napiVersion: v1\nkind: Pod\nmetadata: {name: x}\n${spec}\n`;
  const job = `---\napiVersion: batch/v1\nkind: Job\nmetadata: {name: x}\nspec: {template: {${spec.replace("{hostN", "{restartPolicy: Never, hostN")}}}\n`;
  const found = await check(labeled + pod + job);
  t.deepEqual(
    found.map((line) => line.replace(/"restricted.*$/v, "")),
    [
      'error PodSecurityViolation set.yaml:8:18 /namespaces/shop/Pod/x: violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true)',
      "note PodSecurityViolation set.yaml:8:18 /namespaces/shop/Pod/x: would violate PodSecurity ",
      'warning PodSecurityViolation set.yaml:13:18 batch/namespaces/shop/Job/x: is applied, but none of its pods is created: they violate PodSecurity "baseline:latest": host namespaces (hostNetwork=true)',
      "note PodSecurityViolation set.yaml:13:18 batch/namespaces/shop/Job/x: would violate PodSecurity ",
    ],
  );
});
