import test from "ava";

import { cronTab, cronTabDefinition, openFolder } from "../../fixtures/cron-tab.ts";
import { type Recorded, runRecorded } from "../../fixtures/recording-shell.ts";

const home = ["--release", "shop", "-n", "shop"];

function rbac(text: string, ...flags: readonly string[]): Promise<Recorded> {
  return runRecorded(["rbac", "-", ...home, ...flags], { stdin: text });
}

test("rbac -o json prints one List of the same objects as YAML", async (t) => {
  const text = manifest("v1", "ConfigMap");
  const { stdout } = await rbac(text, "-o", "json");
  const { kind, items } = JSON.parse(stdout) as {
    kind: string;
    items: readonly { kind: string; rules?: unknown }[];
  };
  t.is(kind, "List");
  const kinds = [...(await rbac(text)).stdout.matchAll(/^kind: (.*)$/gm)].map(([, each]) => each);
  t.deepEqual(
    items.map((item) => item.kind),
    kinds,
  );
  t.true(JSON.stringify(items[0]?.rules).includes('"configmaps"'));
});

/** A manifest with the given spec and metadata. */
function manifest(apiVersion: string, kind: string, rest = "{}", metadata = "name: it"): string {
  return `---\napiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {${metadata}}\nspec: ${rest}\n`;
}

/**
 * The rules of the document of that kind and namespace as lines without comments: `get,list apps/deployments
 * [names]`.
 */
function rulesIn(stdout: string, kind: string, namespace?: string): readonly string[] {
  const documents = stdout.split("---\n");
  const wanted = namespace === undefined ? "" : `\n  namespace: ${namespace}\n`;
  const found = documents.find((each) => each.includes(`\nkind: ${kind}\n`) && each.includes(wanted)) ?? "";
  const rules = found.split("\n  - apiGroups: ").slice(1);
  return rules.map((rule) => {
    const list = (name: string): string => new RegExp(`${name}: \\[(.*)\\]`).exec(rule)?.[1] ?? "";
    const group = /^\[(.*)\]/.exec(rule)?.[1] ?? "";
    const names = list("resourceNames");
    return `${list(" verbs").replaceAll(", ", ",")} ${group}/${list(" resources")}${names === "" ? "" : ` [${names}]`}`;
  });
}

test("a set of one ConfigMap needs a Role and a RoleBinding, with a comment for each rule", async (t) => {
  const { code, stdout, stderr } = await rbac(manifest("v1", "ConfigMap"));
  t.is(stderr, "");
  t.is(code, 0);
  t.is(
    stdout,
    `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: converge-shop
  namespace: shop
rules:
  # the record of the release and its revisions
  - apiGroups: [""]
    resources: [secrets]
    verbs: [get, list, create, patch, delete]
  # the lock of the release
  - apiGroups: [coordination.k8s.io]
    resources: [leases]
    verbs: [create]
  - apiGroups: [coordination.k8s.io]
    resources: [leases]
    resourceNames: [converge-shop]
    verbs: [get, update, delete]
  # whether its namespace exists
  - apiGroups: [""]
    resources: [namespaces]
    resourceNames: [shop]
    verbs: [get]
  # objects of the set
  - apiGroups: [""]
    resources: [configmaps]
    verbs: [get, list, watch, create, patch, delete]
  # why an object is not ready: its events
  - apiGroups: [""]
    resources: [events]
    verbs: [list]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: converge-shop
  namespace: shop
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: converge-shop
subjects:
  - kind: ServiceAccount
    name: converge
    namespace: shop
`,
  );
});

const role = "rbac.authorization.k8s.io/v1";
const elsewhere = "name: it, namespace: db";

test("the plural of a custom resource is taken from its CRD", async (t) => {
  const { write } = openFolder(t);
  const { code, stdout } = await rbac(cronTab(), "--crds", write("crd.yaml", cronTabDefinition));
  t.is(code, 0);
  t.deepEqual(rulesIn(stdout, "ClusterRole"), [
    "get apiextensions.k8s.io/customresourcedefinitions [crontabs.stable.example.com]",
  ]);
  t.true(
    rulesIn(stdout, "Role", "shop").includes(
      "get,list,watch,create,patch,delete stable.example.com/crontabs",
    ),
    stdout,
  );
});

test("a kind with an unknown plural is rejected with its location", async (t) => {
  const { code, stdout, stderr } = await rbac(manifest("stable.example.com/v1", "CronTab"));
  t.is(code, 2);
  t.is(stdout, "");
  t.true(stderr.includes("<stdin>:2:"), stderr);
  t.true(
    stderr.includes(
      "cannot determine the plural name of CronTab of stable.example.com: add its definition with --crds",
    ),
  );
});

test("--plural sets the plural of a kind", async (t) => {
  const { code, stdout } = await rbac(
    manifest("wardle.example.com/v1", "Flunder"),
    "--plural=Flunder.wardle.example.com=flunders",
  );
  t.is(code, 0);
  t.true(stdout.includes("apiGroups: [wardle.example.com]\n    resources: [flunders]\n"), stdout);
  t.is((await rbac("", "--plural=Flunder=flunders")).code, 2);
});

test("--act-as prints separate permissions of the sidecar, which may impersonate the account", async (t) => {
  const { stdout } = await rbac(
    manifest("v1", "ConfigMap"),
    "--sync",
    "--act-as",
    "deployer",
    "--service-account=ops/sync",
  );
  t.deepEqual(stdout.match(/^ {2}name: .*$/gm), [
    "  name: converge-shop",
    "  name: converge-shop",
    "  name: converge-shop",
    "  name: converge-shop.shop.sync",
    "  name: converge-shop.shop.sync",
    "  name: converge-shop.shop.sync",
    "  name: converge-shop.sync",
    "  name: converge-shop.sync",
    "  name: converge-shop.sync",
  ]);
  t.true(
    stdout.includes(
      "    resources: [serviceaccounts]\n    resourceNames: [deployer]\n    verbs: [impersonate]",
    ),
  );
  t.true(stdout.endsWith("  - kind: ServiceAccount\n    name: sync\n    namespace: ops\n"), stdout);
});

test("--kubeconfig-secret allows the sidecar to read only the named Secrets", async (t) => {
  const names = ["--kubeconfig-secret=eu-cluster", "--kubeconfig-secret=us-cluster"];
  const { stdout } = await rbac(
    manifest("v1", "ConfigMap"),
    "--sync",
    "--act-as=deployer",
    "--service-account=ops/sync",
    ...names,
  );
  t.true(
    stdout.includes(
      '  # the kubeconfigs of other clusters\n  - apiGroups: [""]\n    resources: [secrets]\n    resourceNames: [eu-cluster, us-cluster]\n    verbs: [get, list, watch]\n',
    ),
    stdout,
  );
  const { code, stderr } = await rbac(manifest("v1", "ConfigMap"), ...names);
  t.is(code, 2);
  t.regex(stderr, /--kubeconfig-secret requires --sync/);
});

test("--namespaced prints no ClusterRole, and rejects objects that need one", async (t) => {
  const claim = await rbac(manifest("v1", "PersistentVolumeClaim"), "--namespaced");
  t.is(claim.code, 0);
  t.false(claim.stdout.includes("ClusterRole"));
  const whole = await rbac(manifest("scheduling.k8s.io/v1", "PriorityClass"), "--namespaced");
  t.is(whole.code, 2);
  t.is(whole.stdout, "");
  t.regex(whole.stderr, /the manifests need cluster-wide permissions on priorityclasses/);
});

test("objects of --old get permissions for pruning", async (t) => {
  const { write } = openFolder(t);
  const before = write(
    "before.yaml",
    manifest("v1", "Service") + manifest("scheduling.k8s.io/v1", "PriorityClass"),
  );
  const { code, stdout } = await rbac(manifest("v1", "ConfigMap"), "--old", before);
  t.is(code, 0);
  t.true(
    stdout.includes(
      "resources: [configmaps, services]\n    verbs: [get, list, watch, create, patch, delete]",
    ),
  );
  t.true(stdout.includes("resources: [priorityclasses]\n    resourceNames: [it]"));
});

test("no permissions are printed for a set with faults", async (t) => {
  const { code, stdout, stderr } = await rbac("kind: ConfigMap\n");
  t.is(code, 2);
  t.is(stdout, "");
  t.true(stderr.endsWith("nothing was printed: fix the errors\n"), stderr);
});

test("rbac requires --release", async (t) => {
  const { code, stderr } = await runRecorded(["rbac", "-"], { stdin: manifest("v1", "ConfigMap") });
  t.is(code, 2);
  t.regex(stderr, /--release is required/);
});

test("--act-as requires --sync", async (t) => {
  const { code, stderr } = await rbac(manifest("v1", "ConfigMap"), "--act-as=deployer");
  t.is(code, 2);
  t.regex(stderr, /--act-as requires --sync: add it/);
});

test("permissions do not depend on the order of the set", async (t) => {
  const texts = [
    manifest("v1", "ConfigMap", "{}", elsewhere),
    manifest(role, "Role"),
    manifest("apps/v1", "Deployment"),
    manifest("v1", "Namespace", "{}", "name: db"),
    manifest("v1", "PersistentVolumeClaim", "{storageClassName: b}", "name: b"),
    manifest("v1", "PersistentVolumeClaim", "{storageClassName: a}", "name: a"),
  ];
  const [forward, reversed] = [await rbac(texts.join("")), await rbac(texts.toReversed().join(""))];
  t.is(forward.code, 0);
  t.is(forward.stdout, reversed.stdout);
});
