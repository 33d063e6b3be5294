import { delimiter } from "node:path";

import test from "ava";

import { kubeconfigOf, openIn, settle, summary, type Files } from "../../../fixtures/access-home.ts";
import { AccessError } from "../model/api-error.ts";
import type { AccessRequest } from "./access-request.ts";

/** All secrets in these files contain this word, and no message may contain it. */
const secret = "hush";

/** Two contexts of two clusters. */
const two = `apiVersion: v1
kind: Config
current-context: one
clusters:
- {name: one, cluster: {server: "https://one.example:6443/"}}
- {name: two, cluster: {server: "https://two.example/k8s/c2/?x=1"}}
contexts:
- {name: one, context: {cluster: one, user: one, namespace: shop}}
- {name: two, context: {cluster: two, user: two}}
users:
- {name: one, user: {token: hush-one}}
- {name: two, user: {username: me, password: hush-two}}
`;

const opens = test.macro({
  async exec(t, _title: string, files: Files, request: Partial<AccessRequest>, expected: string) {
    t.is(await summary(await openIn(settle(t, files), request)), expected);
  },
  title: (_, title: string) => title,
});

const refused = test.macro({
  async exec(t, _title: string, files: Files, request: Partial<AccessRequest>, expected: string) {
    const home = settle(t, files);
    const opened = openIn(home, request).then(summary);
    const error = await t.throwsAsync(opened, { instanceOf: AccessError });
    t.is(error.message.replaceAll(home, "~"), expected);
    t.notRegex(error.message, new RegExp(`${secret}|\n`));
  },
  title: (_, title: string) => title,
});

const home = { ".kube/config": two };
const one = "https://one.example:6443 shop one authorization=Bearer hush-one";
const second = `https://two.example/k8s/c2 default two authorization=Basic ${btoa("me:hush-two")}`;

test(opens, "the kubeconfig in the home directory is read", home, {}, one);
test(opens, "--context selects the context", home, { context: "two" }, second);
test(opens, "--namespace overrides the context's", home, { namespace: "web" }, one.replace("shop", "web"));
test(
  opens,
  "--cluster and --user override those of the context",
  home,
  { cluster: "two", user: "one" },
  "https://two.example/k8s/c2 shop one authorization=Bearer hush-one",
);
test(
  opens,
  "--server and --token override the kubeconfig",
  home,
  { server: "https://9.9.9.9:6443", token: "mine" },
  "https://9.9.9.9:6443 shop one authorization=Bearer mine",
);
test(
  opens,
  "--token overrides a password",
  home,
  { context: "two", token: "mine" },
  "https://two.example/k8s/c2 default two authorization=Bearer mine",
);
test(
  opens,
  "--server with --token needs no kubeconfig",
  {},
  { server: "https://9.9.9.9", token: "mine" },
  "https://9.9.9.9 default - authorization=Bearer mine",
);
test(
  opens,
  "--kubeconfig takes precedence over KUBECONFIG",
  { a: two, b: "x" },
  { kubeconfig: "~/a", env: { KUBECONFIG: "~/b" } },
  one,
);
test(
  opens,
  "KUBECONFIG takes precedence over the home directory, and its missing files are skipped",
  { ".kube/config": "[", a: two },
  { env: { KUBECONFIG: ["~/no", "", "~/a", "~/a"].join(delimiter) } },
  one,
);
test(
  opens,
  "the first file of KUBECONFIG wins for entries of the same name and for current-context",
  {
    a: 'clusters: [{name: one, cluster: {server: "https://first.example"}}, {name: one, cluster: {server: "https://no.example"}}]',
    b: 'current-context: ""\nusers: [{name: one, user: {as: someone}}]',
    c: two,
    d: "current-context: two",
  },
  { env: { KUBECONFIG: ["~/a", "~/b", "~/c", "~/d"].join(delimiter) } },
  "https://first.example shop one impersonate-user=someone",
);
test(
  opens,
  "a kubeconfig may be JSON",
  {
    ".kube/config": JSON.stringify({
      "current-context": "c",
      clusters: [{ name: "c", cluster: { server: "https://c.example" } }],
      contexts: [{ name: "c", context: { cluster: "c" } }],
    }),
  },
  {},
  "https://c.example default c",
);
test(
  opens,
  "a server without a scheme uses plain HTTP, and gets no credentials",
  { ".kube/config": kubeconfigOf("{server: 'localhost:8001'}", "{token: hush}") },
  {},
  "http://localhost:8001 default c",
);
test(
  opens,
  "names like __proto__ are ordinary names in a kubeconfig",
  { ".kube/config": two.replaceAll("one", "__proto__") },
  {},
  one.replaceAll("one", "__proto__").replace("https://__proto__.", "https://__proto__."),
);

const pod = {
  "pod/token": "hush-pod\n",
  "pod/ca.crt": "-----BEGIN CERTIFICATE-----",
  "pod/namespace": "apps\n",
};
const podEnv = { KUBERNETES_SERVICE_HOST: "fd00::1", KUBERNETES_SERVICE_PORT: "443" };
test(
  opens,
  "in a pod, its service account is used",
  pod,
  { env: podEnv },
  "https://[fd00::1] apps - authorization=Bearer hush-pod",
);
test(
  opens,
  "POD_NAMESPACE overrides the namespace of the pod's service account",
  pod,
  { env: { ...podEnv, POD_NAMESPACE: "own" } },
  "https://[fd00::1] own - authorization=Bearer hush-pod",
);
test(opens, "a kubeconfig overrides the pod's service account", { ...pod, ...home }, { env: podEnv }, one);
test(
  opens,
  "the pod's service account is used if the kubeconfig has no current-context",
  { ...pod, ".kube/config": "kind: Config" },
  { env: podEnv },
  "https://[fd00::1] apps - authorization=Bearer hush-pod",
);
test(
  opens,
  "--as impersonates a user in a pod",
  pod,
  { env: podEnv, as: "jane" },
  "https://[fd00::1] apps - authorization=Bearer hush-pod impersonate-user=jane",
);

const nothing =
  "no kubeconfig found: ~/.kube/config does not exist, and this is not a pod with a service account; set --kubeconfig or KUBECONFIG";
test(refused, "localhost is never assumed as the server", {}, {}, nothing);
test(refused, "a pod without a service account token is not used", {}, { env: podEnv }, nothing);
test(
  refused,
  "--context requires a kubeconfig",
  pod,
  { context: "x", env: podEnv },
  "no kubeconfig found: ~/.kube/config does not exist; set --kubeconfig or KUBECONFIG",
);
test(refused, "--kubeconfig must exist", home, { kubeconfig: "~/no" }, "--kubeconfig: ~/no does not exist");
test(
  refused,
  "--kubeconfig must not be a folder",
  home,
  { kubeconfig: "~/.kube" },
  "--kubeconfig: ~/.kube is a folder, not a file",
);
test(
  refused,
  "the files of KUBECONFIG are reported if all are missing",
  home,
  { env: { KUBECONFIG: "~/x" } },
  "no kubeconfig found: KUBECONFIG (~/x) does not exist, and this is not a pod with a service account; set --kubeconfig or KUBECONFIG",
);
test(
  refused,
  "the contexts are listed if there is no current-context",
  { ".kube/config": two.replace("current-context: one", "") },
  {},
  "~/.kube/config: no current-context is set; choose one with --context: one, two",
);
test(
  refused,
  "a missing context is reported with a suggestion",
  home,
  { context: "onne" },
  '--context refers to the context "onne", which ~/.kube/config does not have; did you mean "one"?',
);
test(
  refused,
  "a missing cluster is reported with the existing ones",
  { ".kube/config": two.replace("cluster: one", "cluster: far") },
  {},
  'context "one" refers to the cluster "far", which ~/.kube/config does not have; it has one, two',
);
test(
  refused,
  "a missing --user is reported with the existing ones",
  home,
  { user: "nobody" },
  '--user refers to the user "nobody", which ~/.kube/config does not have; it has one, two',
);
test(
  refused,
  "a context without a cluster is refused",
  { ".kube/config": "current-context: c\ncontexts: [{name: c}]" },
  {},
  '~/.kube/config: context "c" has no cluster; add one, or use --cluster',
);

test(
  refused,
  "--server must be a URL without a user name",
  home,
  { server: "https://me:hush@x" },
  "--server must be a URL like https://10.0.0.1:6443, without a user name in it",
);
test(
  refused,
  "an invalid HTTPS_PROXY is refused",
  home,
  { env: { HTTPS_PROXY: "ftp://me:hush@p" } },
  "HTTPS_PROXY must be a URL that begins with http://, https:// or socks5://; or exempt the server in NO_PROXY",
);
test(
  opens,
  "--certificate-authority is accepted together with a kubeconfig",
  { ...home, ca: "-----BEGIN " },
  { certificateAuthority: "~/ca" },
  one,
);
test(
  refused,
  "--certificate-authority and --insecure-skip-tls-verify are mutually exclusive",
  home,
  { certificateAuthority: "~/ca", insecureSkipTlsVerify: true },
  "--certificate-authority and --insecure-skip-tls-verify cannot be combined; remove one",
);
