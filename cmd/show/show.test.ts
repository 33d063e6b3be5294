import test from "ava";

import { cronTab, cronTabDefinition as definition, openFolder } from "../../fixtures/cron-tab.ts";
import { runRecorded } from "../../fixtures/recording-shell.ts";

const shows = test.macro({
  title: (_, flags: readonly string[]) =>
    `show ${["tab", ...flags].join(" ")} prints the spec pruned and defaulted as requested`,
  exec: async (t, flags: readonly string[], spec: object) => {
    const { write } = openFolder(t);
    const stdin = cronTab('cronSpec: "* * * * *"', "replicas: null", "imgae: web");
    const words = ["show", "tab", "-", "--crds", write("crd.yaml", definition), "-o", "json", ...flags];
    const { code, stdout } = await runRecorded(words, { stdin });
    t.is(code, 0);
    t.deepEqual(JSON.parse(stdout).spec, spec);
  },
});

test(shows, [], { cronSpec: "* * * * *", image: "nginx", minReplicas: 1, replicas: 1 });
test(shows, ["--pruned"], { cronSpec: "* * * * *", replicas: null });
test(shows, ["--defaulted"], {
  cronSpec: "* * * * *",
  image: "nginx",
  imgae: "web",
  minReplicas: 1,
  replicas: 1,
});

test("show --openapi prints the schema under the definition name of the API server", async (t) => {
  const words = ["show", "crontabs.stable.example.com", "-", "--openapi", "v3", "-o", "json"];
  const { stdout } = await runRecorded(words, { stdin: definition });
  const schemas = JSON.parse(stdout);
  t.deepEqual(Object.keys(schemas), ["com.example.stable.v1.CronTab"]);
  t.is(schemas["com.example.stable.v1.CronTab"].properties.spec.properties.image.default, "nginx");
});

test("show hides values of Secrets, and suggests similar names for an unknown object", async (t) => {
  const secret = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: token-key\nstringData:\n  token: hush\n";
  const { stdout } = await runRecorded(["show", "token-key", "-"], { stdin: secret });
  t.notRegex(stdout, /hush|aHVzaA/);
  t.regex(
    (await runRecorded(["show", "token-key", "-", "--show-secrets"], { stdin: secret })).stdout,
    /token: "aHVzaA=="/,
  );
  const { code, stderr } = await runRecorded(["show", "token-kye", "-"], { stdin: secret });
  t.is(code, 2);
  t.regex(stderr, /the set has no object "token-kye"; did you mean/);
});

test("show drops a given status that is a subresource, and applies its defaults", async (t) => {
  const { write } = openFolder(t);
  const status =
    "                status: { type: object, default: { phase: New }, properties: { phase: { type: string } } }\n";
  const withStatus = definition
    .replace("      schema:\n", "      subresources: { status: {} }\n      schema:\n")
    .replace("            spec:\n", `${status.replace("    ", "")}            spec:\n`);
  const stdin = `${cronTab('cronSpec: "* * * * *"')}status: { phase: Mine }\n`;
  const words = ["show", "tab", "-", "--crds", write("crd.yaml", withStatus), "-o", "json"];
  const { stdout } = await runRecorded(words, { stdin });
  t.deepEqual(JSON.parse(stdout).status, { phase: "New" });
});

test("show merges stringData of a Secret into data, replacing the same keys", async (t) => {
  const stdin =
    "apiVersion: v1\nkind: Secret\nmetadata: { name: key }\ndata: { a: b2xk, c: eA== }\nstringData: { a: new }\n";
  const { stdout } = await runRecorded(["show", "key", "-", "--show-secrets", "-o", "json"], { stdin });
  t.deepEqual(JSON.parse(stdout).data, { a: "bmV3", c: "eA==" });
  t.false(Object.hasOwn(JSON.parse(stdout), "stringData"));
  const masked = await runRecorded(["show", "key", "-", "-o", "json"], { stdin });
  t.notRegex(masked.stdout, /bmV3|new|eA==/);
  t.regex(masked.stdout, /"a": "\(hidden/);
});

test("show with a path instead of an object is rejected with a hint", async (t) => {
  const { code, stderr } = await runRecorded(["show", "fixtures/wordpress"]);
  t.is(code, 2);
  t.regex(stderr, /no object given, .*as in `converge show Deployment\/web fixtures\/wordpress`/);
});

test("show --policies applies mutating policies, and prints which policy set a field", async (t) => {
  const { write } = openFolder(t);
  const head =
    "apiVersion: admissionregistration.k8s.io/v1\nmetadata: { name: scale }\nkind: MutatingAdmissionPolicy";
  const rules = "[{ apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [configmaps] }]";
  const mutation =
    '{ patchType: ApplyConfiguration, applyConfiguration: { expression: \'Object{data: {"a": "1"}}\' } }';
  const policy = `${head}\nspec: { matchConstraints: { resourceRules: ${rules} }, mutations: [${mutation}], reinvocationPolicy: Never }\n---\n${head}Binding\nspec: { policyName: scale }\n`;
  const stdin = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web }\ndata: { b: "2" }\n';
  const words = ["show", "web", "-", "-o", "json"];
  const { stdout, stderr } = await runRecorded([...words, "--policies", write("policy.yaml", policy)], {
    stdin,
  });
  t.deepEqual(JSON.parse(stdout).data, { a: "1", b: "2" });
  t.regex(stderr, /MutatingAdmissionPolicy 'scale' with binding 'scale' sets data\[a\]/);
  t.deepEqual(JSON.parse((await runRecorded(words, { stdin })).stdout).data, { b: "2" });
});

test("show applies the defaults of a built-in kind, but no values generated by the server", async (t) => {
  const stdin =
    "apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { selector: { app: web }, ports: [{ port: 80 }], status: {} }\n";
  const shown = async (...flags: readonly string[]): Promise<unknown> =>
    JSON.parse((await runRecorded(["show", "web", "-", "-o", "json", ...flags], { stdin })).stdout).spec;
  const spec = { selector: { app: "web" }, ports: [{ port: 80 }] };
  const defaulted = {
    ...spec,
    type: "ClusterIP",
    internalTrafficPolicy: "Cluster",
    sessionAffinity: "None",
    ports: [{ port: 80, protocol: "TCP", targetPort: 80 }],
  };
  t.deepEqual(await shown(), defaulted);
  t.deepEqual(await shown("--pruned"), spec);
  t.deepEqual(await shown("--defaulted"), { ...defaulted, status: {} });
});

test("show prints quantities in the canonical form of the server", async (t) => {
  const stdin =
    "apiVersion: v1\nkind: ResourceQuota\nmetadata: { name: a }\nspec: { hard: { pods: 10, limits.memory: 1024Mi } }\n";
  const { stdout } = await runRecorded(["show", "a", "-", "-o", "json"], { stdin });
  t.deepEqual(JSON.parse(stdout).spec.hard, { "limits.memory": "1Gi", pods: "10" });
});
