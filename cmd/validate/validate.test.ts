import test, { type ExecutionContext } from "ava";

import { cronTab, cronTabDefinition as definition, openFolder } from "../../fixtures/cron-tab.ts";
import { type Recorded, runRecorded } from "../../fixtures/recording-shell.ts";

/** Validates standard input with the CRD of CronTab. */
function validate(t: ExecutionContext, text: string, ...flags: readonly string[]): Promise<Recorded> {
  const { write } = openFolder(t);
  return runRecorded(["validate", "-", "--crds", write("crd.yaml", definition), ...flags], { stdin: text });
}

test("an unknown or removed built-in kind is reported once", async (t) => {
  const texts = [
    { apiVersion: "extensions/v1beta1", kind: "Ingress", metadata: { name: "a" } },
    { apiVersion: "policy/v1beta1", kind: "PodSecurityPolicy", metadata: { name: "p" } },
    { apiVersion: "v1", kind: "ConfigMapp", metadata: { name: "c" } },
  ];
  for (const verb of ["plan", "validate"]) {
    const stdin = texts.map((text) => JSON.stringify(text)).join("\n");
    const { stdout, stderr } = await runRecorded([verb, "-"], { stdin });
    const reported = [...`${stdout}${stderr}`.matchAll(/(?:error|warning): (.*)$/gm)].map(
      ([, words]) => words,
    );
    t.deepEqual(reported, [
      "Ingress/a: Kubernetes 1.22 has removed extensions/v1beta1 Ingress; use networking.k8s.io/v1 [VersionRemoved]",
      "PodSecurityPolicy/p: Kubernetes 1.25 has removed policy/v1beta1 PodSecurityPolicy [VersionRemoved]",
      'ConfigMapp/c: Kubernetes 1.37 has no kind ConfigMapp in v1; did you mean "ConfigMap"? [VersionUnknown]',
    ]);
  }
});

test("a valid set is reported with its size and the Kubernetes version", async (t) => {
  const { code, stdout, stderr } = await validate(t, cronTab('cronSpec: "* * * * */5"'));
  t.is(stderr, "");
  t.is(stdout, "1 object for Kubernetes 1.37: all valid\n");
  t.is(code, 0);
});

const refuses = test.macro({
  title: (_, __: readonly string[], reported: string) =>
    `an invalid custom resource is rejected: ${reported}`,
  exec: async (t, spec: readonly string[], reported: string) => {
    const { code, stdout } = await validate(t, cronTab(...spec));
    t.is(code, 2);
    t.true(stdout.includes(reported), stdout);
    t.true(stdout.endsWith("1 object for Kubernetes 1.37: 1 invalid\n"), stdout);
  },
});

test(
  refuses,
  ['cronSpec: "* * * *"'],
  "<stdin>:6:13: error: CronTab/tab: spec.cronSpec: must match the pattern",
);
test(
  refuses,
  ['cronSpec: "* * * * *"', "replicas: 15"],
  "<stdin>:7:13: error: CronTab/tab: spec.replicas: must be at most 10 [FieldInvalid]",
);
test(
  refuses,
  ['cronSpec: "* * * * *"', "minReplicas: 5"],
  "<stdin>:5:1: error: CronTab/tab: spec: replicas should be greater than or equal to minReplicas [FieldInvalid]",
);
test(refuses, ["image: web"], "spec.cronSpec: is required");
test(
  refuses,
  ['cronSpec: "* * * * *"', "imgae: web"],
  '<stdin>:7:3: error: CronTab/tab: unknown field spec.imgae; did you mean "image"? [UnknownField]',
);

test("faults are warnings with --validate warn, and are not reported with --validate ignore", async (t) => {
  const text = cronTab('cronSpec: "* * * * *"', "imgae: web");
  const warned = await validate(t, text, "--validate", "warn");
  t.is(warned.code, 0);
  t.regex(warned.stdout, /warning: .*unknown field spec\.imgae/);
  const ignored = await validate(t, text, "--validate", "ignore");
  t.is(ignored.code, 0);
  t.notRegex(ignored.stdout, /imgae/);
});

test("transition rules of a CRD are checked against the objects of --old", async (t) => {
  const { write } = openFolder(t);
  const old = write("old.yaml", cronTab('cronSpec: "1 * * * *"'));
  const text = cronTab('cronSpec: "2 * * * *"');
  t.is((await validate(t, text)).code, 0);
  const { code, stdout } = await validate(t, text, "--old", old);
  t.is(code, 2);
  t.regex(stdout, /<stdin>:5:1: error: .*: spec: cronSpec never changes \[FieldInvalid\]/);
});

test("transition rules of a cluster-scoped CRD are checked whether it is in the set or given by --crds", async (t) => {
  const { write } = openFolder(t);
  const crd = definition.replace("scope: Namespaced", "scope: Cluster");
  const old = write("old.yaml", cronTab('cronSpec: "1 * * * *"'));
  const text = cronTab('cronSpec: "2 * * * *"');
  const inSet = await runRecorded(["validate", "-", "--old", old], { stdin: `${crd}---\n${text}` });
  t.regex(inSet.stdout, /CronTab\/tab: spec: cronSpec never changes \[FieldInvalid\]/);
  const words = ["validate", "-", "--old", old, "--crds", write("crd.yaml", crd)];
  const given = await runRecorded(words, { stdin: text });
  t.regex(given.stdout, /CronTab\/tab: spec: cronSpec never changes \[FieldInvalid\]/);
});

test("faults that --old already has are tolerated", async (t) => {
  const { write } = openFolder(t);
  const text = cronTab('cronSpec: "* * * * *"', "replicas: 15");
  t.is((await validate(t, text)).code, 2);
  t.is((await validate(t, text, "--old", write("old.yaml", text))).code, 0);
});

test("built-in kinds are checked for the version of --kubernetes-version", async (t) => {
  const text =
    "apiVersion: flowcontrol.apiserver.k8s.io/v1beta3\nkind: FlowSchema\nmetadata:\n  name: a\nspec:\n  priorityLevelConfiguration:\n    name: b\n";
  const then = await validate(t, text, "--kubernetes-version", "1.31");
  t.is(then.code, 0, then.stdout);
  t.regex(
    then.stdout,
    /warning: .* is deprecated and goes with 1\.32; use flowcontrol\.apiserver\.k8s\.io\/v1 \[VersionDeprecated\]/,
  );
  const now = await validate(t, text);
  t.is(now.code, 2);
  t.regex(now.stdout, /Kubernetes 1\.32 has removed flowcontrol\.apiserver\.k8s\.io\/v1beta3 FlowSchema/);
});

test("a custom resource in an unknown version is rejected with the version to use", async (t) => {
  const { code, stdout } = await validate(t, cronTab('cronSpec: "* * * * *"').replace("/v1", "/v2"));
  t.is(code, 2);
  t.regex(stdout, /its definition has no such version; use stable\.example\.com\/v1 \[VersionUnknown\]/);
});

test("the JSON has the number of valid objects and all diagnostics", async (t) => {
  const { stdout } = await validate(t, cronTab("image: web"), "-o", "json");
  t.like(JSON.parse(stdout), {
    apiVersion: "converge.dev/v1",
    kind: "Validation",
    kubernetesVersion: "1.37",
    summary: { objects: 1, valid: 0, invalid: 1 },
    diagnostics: [{ code: "FieldRequired", severity: "error", origin: { file: "<stdin>", line: 5 } }],
  });
});

test("-o github prints an annotation for each diagnostic", async (t) => {
  const { stdout } = await validate(t, cronTab("image: web"), "-o", "github");
  t.regex(stdout, /^::error (?:file=[^,]*,line=5,col=1,)?title=FieldRequired::/);
});

test("an object of a kind without a CRD is counted as not checked", async (t) => {
  const text = "apiVersion: other.example.com/v1\nkind: Cog\nmetadata:\n  name: a\nanything: goes\n";
  const { code, stdout } = await validate(t, text);
  t.is(code, 0);
  t.true(stdout.endsWith("1 object for Kubernetes 1.37: 1 not checked (no schema)\n"), stdout);
  t.like(JSON.parse((await validate(t, text, "-o", "json")).stdout), {
    summary: { valid: 0, invalid: 0, unchecked: 1 },
  });
});

test("faults in CRDs of --crds are reported like faults of the set", async (t) => {
  const { write } = openFolder(t);
  const broken = write("broken.yaml", "a: 1\na: 2\n");
  const text = cronTab('cronSpec: "* * * * *"');
  const unread = await runRecorded(["validate", "-", "--crds", broken], { stdin: text });
  t.is(unread.code, 2);
  t.regex(unread.stdout, /broken\.yaml:2:1: error: .*\[DuplicateKey\]/);
  const odd = write("odd.yaml", definition.replace("type: integer, maximum", "type: integr, maximum"));
  const refused = await runRecorded(["validate", "-", "--crds", odd], { stdin: text });
  t.is(refused.code, 2);
  t.regex(refused.stdout, /odd\.yaml:\d+:\d+: error: .*crontabs\.stable\.example\.com: .*type/);
  t.is((await runRecorded(["validate", "-", "--crds", "-"], { stdin: text })).code, 2);
});

test("a changed CRD is checked against its state in --old", async (t) => {
  const { write } = openFolder(t);
  const old = write("old.yaml", definition);
  const stdin = definition.replace("scope: Namespaced", "scope: Cluster");
  t.is((await runRecorded(["validate", "-"], { stdin })).code, 0);
  const { code, stdout } = await runRecorded(["validate", "-", "--old", old], { stdin });
  t.is(code, 2);
  t.regex(stdout, /spec\.scope/);
});

for (const [title, text, reported] of [
  [
    "an unknown kind of a built-in group",
    "apiVersion: v1\nkind: Foo\nmetadata:\n  name: a\n",
    /has no kind Foo in v1/,
  ],
  [
    "an invalid label value",
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels:\n    tier: b c\n",
    /<stdin>:6:11: error: .*metadata\.labels/,
  ],
] as const) {
  test(`a manifest is rejected for ${title}`, async (t) => {
    const { code, stdout } = await validate(t, text);
    t.is(code, 2);
    t.regex(stdout, reported);
  });
}

test("control characters are escaped in JSON", async (t) => {
  const text = cronTab('"a\\x9b\\u202e": 1');
  t.regex((await validate(t, text, "-o", "json")).stdout, /^[\n -~]*$/);
});

test("a long string is not matched against an expensive pattern", async (t) => {
  const { write } = openFolder(t);
  const crds = write(
    "crd.yaml",
    definition.replace(/pattern: '[^']*'/, () => "pattern: '^(.*a){999}$'"),
  );
  const stdin = cronTab(`cronSpec: "${"b".repeat(1_000_000)}"`);
  const { code, stdout } = await runRecorded(["validate", "-", "--crds", crds, "-o", "json"], { stdin });
  t.is(code, 2);
  t.regex(stdout, /is too long to be matched with the pattern/);
});

test("an invalid --kubernetes-version is rejected with the expected format", async (t) => {
  const { code, stderr } = await validate(t, "", "--kubernetes-version", "newest");
  t.is(code, 2);
  t.regex(stderr, /write a version such as 1\.37/);
});

test("plan reports schema faults as warnings, and rejects them with --validate strict", async (t) => {
  const { write } = openFolder(t);
  const crds = write("crd.yaml", definition);
  const text = cronTab("imgae: web");
  const { code, stderr } = await runRecorded(["plan", "-", "--crds", crds], { stdin: text });
  t.is(code, 0);
  t.regex(stderr, /warning: .*unknown field spec\.imgae/);
  const strict = await runRecorded(["plan", "-", "--crds", crds, "--validate", "strict"], { stdin: text });
  t.is(strict.code, 2);
});

test("validate --strict rejects an object without a schema, with a remedy", async (t) => {
  const text = "apiVersion: other.example.com/v1\nkind: Cog\nmetadata:\n  name: a\n";
  const { code, stdout } = await validate(t, text, "--strict");
  t.is(code, 2);
  t.regex(
    stdout,
    /<stdin>:2:7: error: Cog\/a: no schema of other\.example\.com\/v1 Cog is known, .*--crds, or store it with converge crds add \[SchemaUnknown\]/,
  );
  t.is((await validate(t, cronTab('cronSpec: "* * * * *"'), "--strict")).code, 0);
});

test("validate --policies evaluates ValidatingAdmissionPolicies", async (t) => {
  const { write } = openFolder(t);
  const policies = write(
    "policies.yaml",
    `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: p}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]
  validations: [{expression: has(object.data)}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: b}
spec: {policyName: p, validationActions: [Deny]}
`,
  );
  const stdin = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n";
  const { code, stdout } = await runRecorded(["validate", "-", "--policies", policies], { stdin });
  t.is(code, 2);
  t.regex(stdout, /'p' with binding 'b' denied request: failed expression: has\(object\.data\)/);
  t.is((await runRecorded(["plan", "-", "--policies", policies], { stdin })).code, 0);
  t.is((await runRecorded(["validate", "-", "--policies", "-"], { stdin })).code, 2);
});
