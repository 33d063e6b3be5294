import test, { type ExecutionContext } from "ava";

import { cronTab, cronTabDefinition as definition, openFolder } from "../../fixtures/cron-tab.ts";
import { type Recorded, runRecorded } from "../../fixtures/recording-shell.ts";

/** Validates standard input with the definition at hand. */
function validate(t: ExecutionContext, text: string, ...flags: readonly string[]): Promise<Recorded> {
  const { write } = openFolder(t);
  return runRecorded(["validate", "-", "--crds", write("crd.yaml", definition), ...flags], { stdin: text });
}

test("a kind that Kubernetes does not have, or no longer has, is told of once", async (t) => {
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

test("a valid set is told with its number and the Kubernetes it is valid for", async (t) => {
  const { code, stdout, stderr } = await validate(t, cronTab('cronSpec: "* * * * */5"'));
  t.is(stderr, "");
  t.is(stdout, "1 object for Kubernetes 1.37: all valid\n");
  t.is(code, 0);
});

const refuses = test.macro({
  title: (_, __: readonly string[], reported: string) => `a custom resource is refused: ${reported}`,
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

test("faults are warnings with --validate=warn, and are not looked for with ignore", async (t) => {
  const text = cronTab('cronSpec: "* * * * *"', "imgae: web");
  const warned = await validate(t, text, "--validate", "warn");
  t.is(warned.code, 0);
  t.regex(warned.stdout, /warning: .*unknown field spec\.imgae/);
  const ignored = await validate(t, text, "--validate", "ignore");
  t.is(ignored.code, 0);
  t.notRegex(ignored.stdout, /imgae/);
});

test("a rule about a change is checked against the set as it was", async (t) => {
  const { write } = openFolder(t);
  const old = write("old.yaml", cronTab('cronSpec: "1 * * * *"'));
  const text = cronTab('cronSpec: "2 * * * *"');
  t.is((await validate(t, text)).code, 0);
  const { code, stdout } = await validate(t, text, "--old", old);
  t.is(code, 2);
  t.regex(stdout, /<stdin>:5:1: error: .*: spec: cronSpec never changes \[FieldInvalid\]/);
});

test("a cluster-scoped custom resource is compared with what it was, wherever its definition comes from", async (t) => {
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

test("what was at fault before may stay so", async (t) => {
  const { write } = openFolder(t);
  const text = cronTab('cronSpec: "* * * * *"', "replicas: 15");
  t.is((await validate(t, text)).code, 2);
  t.is((await validate(t, text, "--old", write("old.yaml", text))).code, 0);
});

test("kinds are known as the chosen Kubernetes has them", async (t) => {
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

test("a custom resource in a version that its definition lacks is told which one to use", async (t) => {
  const { code, stdout } = await validate(t, cronTab('cronSpec: "* * * * *"').replace("/v1", "/v2"));
  t.is(code, 2);
  t.regex(stdout, /its definition has no such version; use stable\.example\.com\/v1 \[VersionUnknown\]/);
});

test("JSON tells how many are valid, and every finding", async (t) => {
  const { stdout } = await validate(t, cronTab("image: web"), "-o", "json");
  t.like(JSON.parse(stdout), {
    apiVersion: "converge.dev/v1",
    kind: "Validation",
    kubernetesVersion: "1.37",
    summary: { objects: 1, valid: 0, invalid: 1 },
    diagnostics: [{ code: "FieldRequired", severity: "error", origin: { file: "<stdin>", line: 5 } }],
  });
});

test("GitHub gets a line of the changed file for each finding", async (t) => {
  const { stdout } = await validate(t, cronTab("image: web"), "-o", "github");
  t.regex(stdout, /^::error (?:file=[^,]*,line=5,col=1,)?title=FieldRequired::/);
});

test("a kind that nobody defines is told as not checked", async (t) => {
  const text = "apiVersion: other.example.com/v1\nkind: Cog\nmetadata:\n  name: a\nanything: goes\n";
  const { code, stdout } = await validate(t, text);
  t.is(code, 0);
  t.true(stdout.endsWith("1 object for Kubernetes 1.37: 1 not checked (no schema)\n"), stdout);
  t.like(JSON.parse((await validate(t, text, "-o", "json")).stdout), {
    summary: { valid: 0, invalid: 0, unchecked: 1 },
  });
});

test("what is wrong with given definitions is told like what is wrong with the set", async (t) => {
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

test("a change of a definition is judged by what it was", async (t) => {
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
    "a kind that its group does not have",
    "apiVersion: v1\nkind: Foo\nmetadata:\n  name: a\n",
    /has no kind Foo in v1/,
  ],
  [
    "a label that no label may be",
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels:\n    tier: b c\n",
    /<stdin>:6:11: error: .*metadata\.labels/,
  ],
] as const) {
  test(`of a built-in kind is refused: ${title}`, async (t) => {
    const { code, stdout } = await validate(t, text);
    t.is(code, 2);
    t.regex(stdout, reported);
  });
}

test("what a terminal would obey is written out in JSON too", async (t) => {
  const text = cronTab('"a\\x9b\\u202e": 1');
  t.regex((await validate(t, text, "-o", "json")).stdout, /^[\n -~]*$/);
});

test("a long text and a large pattern do not hold up the others", async (t) => {
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

test("a wrong version of Kubernetes is told how to write one", async (t) => {
  const { code, stderr } = await validate(t, "", "--kubernetes-version", "newest");
  t.is(code, 2);
  t.regex(stderr, /write a version such as 1\.37/);
});

test("plan warns of what validate refuses", async (t) => {
  const { write } = openFolder(t);
  const crds = write("crd.yaml", definition);
  const text = cronTab("imgae: web");
  const { code, stderr } = await runRecorded(["plan", "-", "--crds", crds], { stdin: text });
  t.is(code, 0);
  t.regex(stderr, /warning: .*unknown field spec\.imgae/);
  const strict = await runRecorded(["plan", "-", "--crds", crds, "--validate", "strict"], { stdin: text });
  t.is(strict.code, 2);
});

test("with --strict an object without a schema is an error, with its remedy", async (t) => {
  const text = "apiVersion: other.example.com/v1\nkind: Cog\nmetadata:\n  name: a\n";
  const { code, stdout } = await validate(t, text, "--strict");
  t.is(code, 2);
  t.regex(
    stdout,
    /<stdin>:2:7: error: Cog\/a: no schema of other\.example\.com\/v1 Cog is known, .*--crds, or store it with converge crds add \[SchemaUnknown\]/,
  );
  t.is((await validate(t, cronTab('cronSpec: "* * * * *"'), "--strict")).code, 0);
});

test("policies of the cluster are read by --policies", async (t) => {
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
