import { delimiter } from "node:path";

import test from "ava";

import { kubeconfigOf, openIn, settle, summary, type Files } from "../../../fixtures/access-home.ts";
import { AccessError } from "../model/api-error.ts";
import type { AccessRequest } from "./access-request.ts";

/** Every secret of these files holds this word; no message may. */
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

const leads = test.macro({
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

test(leads, "the kubeconfig of the home is read", home, {}, one);
test(leads, "--context chooses", home, { context: "two" }, second);
test(leads, "--namespace goes before the context's", home, { namespace: "web" }, one.replace("shop", "web"));
test(
  leads,
  "--cluster and --user replace parts of the context",
  home,
  { cluster: "two", user: "one" },
  "https://two.example/k8s/c2 shop one authorization=Bearer hush-one",
);
test(
  leads,
  "--server and --token go before the files",
  home,
  { server: "https://9.9.9.9:6443", token: "mine" },
  "https://9.9.9.9:6443 shop one authorization=Bearer mine",
);
test(
  leads,
  "--token goes before a password",
  home,
  { context: "two", token: "mine" },
  "https://two.example/k8s/c2 default two authorization=Bearer mine",
);
test(
  leads,
  "--server with --token needs no kubeconfig",
  {},
  { server: "https://9.9.9.9", token: "mine" },
  "https://9.9.9.9 default - authorization=Bearer mine",
);
test(
  leads,
  "--kubeconfig goes before KUBECONFIG",
  { a: two, b: "x" },
  { kubeconfig: "~/a", env: { KUBECONFIG: "~/b" } },
  one,
);
test(
  leads,
  "KUBECONFIG goes before the home, and files that are not there are passed over",
  { ".kube/config": "[", a: two },
  { env: { KUBECONFIG: ["~/no", "", "~/a", "~/a"].join(delimiter) } },
  one,
);
test(
  leads,
  "of equal names the first file wins whole, and so does the first current-context",
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
  leads,
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
  leads,
  "a server without a scheme is plain http, and is not told who asks",
  { ".kube/config": kubeconfigOf("{server: 'localhost:8001'}", "{token: hush}") },
  {},
  "http://localhost:8001 default c",
);
test(
  leads,
  "names like __proto__ are names",
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
  leads,
  "in a pod its service account is the way",
  pod,
  { env: podEnv },
  "https://[fd00::1] apps - authorization=Bearer hush-pod",
);
test(
  leads,
  "POD_NAMESPACE names the pod's namespace",
  pod,
  { env: { ...podEnv, POD_NAMESPACE: "own" } },
  "https://[fd00::1] own - authorization=Bearer hush-pod",
);
test(leads, "a kubeconfig goes before the pod's service account", { ...pod, ...home }, { env: podEnv }, one);
test(
  leads,
  "a kubeconfig without a current-context leaves the pod's service account",
  { ...pod, ".kube/config": "kind: Config" },
  { env: podEnv },
  "https://[fd00::1] apps - authorization=Bearer hush-pod",
);
test(
  leads,
  "--as in a pod",
  pod,
  { env: podEnv, as: "jane" },
  "https://[fd00::1] apps - authorization=Bearer hush-pod impersonate-user=jane",
);

const nothing =
  "no kubeconfig found: ~/.kube/config does not exist, and this is not a pod with a service account; set --kubeconfig or KUBECONFIG";
test(refused, "localhost is never guessed", {}, {}, nothing);
test(refused, "a pod without a token is none", {}, { env: podEnv }, nothing);
test(
  refused,
  "--context needs a kubeconfig",
  pod,
  { context: "x", env: podEnv },
  "no kubeconfig found: ~/.kube/config does not exist; set --kubeconfig or KUBECONFIG",
);
test(refused, "--kubeconfig must exist", home, { kubeconfig: "~/no" }, "--kubeconfig: ~/no does not exist");
test(
  refused,
  "--kubeconfig must be a file",
  home,
  { kubeconfig: "~/.kube" },
  "--kubeconfig: ~/.kube is a folder, not a file",
);
test(
  refused,
  "KUBECONFIG whose files are all missing says which",
  home,
  { env: { KUBECONFIG: "~/x" } },
  "no kubeconfig found: KUBECONFIG (~/x) does not exist, and this is not a pod with a service account; set --kubeconfig or KUBECONFIG",
);
test(
  refused,
  "no current-context: the contexts are listed",
  { ".kube/config": two.replace("current-context: one", "") },
  {},
  "~/.kube/config: no current-context is set; choose one with --context: one, two",
);
test(
  refused,
  "a context that is not there",
  home,
  { context: "onne" },
  '--context refers to the context "onne", which ~/.kube/config does not have; did you mean "one"?',
);
test(
  refused,
  "a cluster that is not there",
  { ".kube/config": two.replace("cluster: one", "cluster: far") },
  {},
  'context "one" refers to the cluster "far", which ~/.kube/config does not have; it has one, two',
);
test(
  refused,
  "--user that is not there",
  home,
  { user: "nobody" },
  '--user refers to the user "nobody", which ~/.kube/config does not have; it has one, two',
);
test(
  refused,
  "a context without a cluster",
  { ".kube/config": "current-context: c\ncontexts: [{name: c}]" },
  {},
  '~/.kube/config: context "c" has no cluster; add one, or use --cluster',
);

test(
  refused,
  "--server must be a URL",
  home,
  { server: "https://me:hush@x" },
  "--server must be a URL like https://10.0.0.1:6443, without a user name in it",
);
test(
  refused,
  "a proxy of the environment that is none",
  home,
  { env: { HTTPS_PROXY: "ftp://me:hush@p" } },
  "HTTPS_PROXY must be a URL that begins with http://, https:// or socks5://; or exempt the server in NO_PROXY",
);
test(
  leads,
  "a certificate of the flags goes before that of the file",
  { ...home, ca: "-----BEGIN " },
  { certificateAuthority: "~/ca" },
  one,
);
test(
  refused,
  "the two flags about certificates exclude each other",
  home,
  { certificateAuthority: "~/ca", insecureSkipTlsVerify: true },
  "--certificate-authority and --insecure-skip-tls-verify cannot be combined; remove one",
);
