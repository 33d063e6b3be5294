import test from "ava";

import { kubeconfigOf, openIn, settle, summary } from "../../../fixtures/access-home.ts";
import { AccessError } from "../model/api-error.ts";

/** All secrets in these files contain this word, and no message may contain it. */
const secret = "hush";

const secure = '{server: "https://c.example"}';
const pem = (word: string): string =>
  Buffer.from(`-----BEGIN CERTIFICATE-----\n${word}\n-----END CERTIFICATE-----\n`).toString("base64");

const broken = test.macro({
  async exec(t, text: string, expected: string) {
    const folder = settle(t, { k: text });
    const opened = openIn(folder, { kubeconfig: "~/k" }).then(summary);
    const error = await t.throwsAsync(opened, { instanceOf: AccessError });
    t.is(error.message.replaceAll(folder, "~"), expected);
    t.notRegex(`${error.message}${JSON.stringify(error.cause)}`, new RegExp(`${secret}|\n`));
  },
  title: (_, text: string, expected: string) =>
    `the kubeconfig ${JSON.stringify(text.slice(0, 70))} is refused: ${expected}`,
});
const deep = "[".repeat(200_000);
const bomb = Array.from(
  { length: 9 },
  (_, level) =>
    `l${level}: &a${level} [${Array.from({ length: 10 }, () => (level === 0 ? "x" : `*a${level - 1}`)).join(",")}]`,
).join("\n");

test(broken, "users:\n- {name: u, user: {token: 'hush", "~/k:2:32 is not valid YAML (MISSING_CHAR)");
test(broken, deep, "~/k is not a readable kubeconfig: its YAML is nested or repeated without end");
test(broken, bomb, "~/k is not a readable kubeconfig: its YAML is nested or repeated without end");
test(broken, "hush", "~/k is not a kubeconfig: it is not a mapping");
test(broken, "", "~/k: no current-context is set, and there are no contexts");
test(
  broken,
  "kind: Deployment\napiVersion: apps/v1",
  "~/k is not a kubeconfig: expected apiVersion: v1 and kind: Config",
);
test(broken, "users: hush", "~/k: users must be a list");
test(broken, "users: [hush]", "~/k: users[0] must be a mapping");
test(broken, "users: [{user: {token: hush}}]", "~/k: users[0].name is missing");
test(
  broken,
  kubeconfigOf("{server: 7}"),
  "~/k: clusters[0].cluster.server must be a string; put it in quotes",
);
test(broken, kubeconfigOf("{}"), "~/k: clusters[0].cluster.server is missing: https://10.0.0.1:6443");
test(
  broken,
  kubeconfigOf("{server: 'https://me:hush@c'}"),
  "~/k: clusters[0].cluster.server must be a URL without a user name in it: https://10.0.0.1:6443",
);
test(
  broken,
  kubeconfigOf("{server: 'ftp://c'}"),
  "~/k: clusters[0].cluster.server must be a URL without a user name in it: https://10.0.0.1:6443",
);
test(
  broken,
  kubeconfigOf('{server: "https://c", insecure-skip-tls-verify: yes}'),
  "~/k: clusters[0].cluster.insecure-skip-tls-verify must be true or false",
);
test(
  broken,
  kubeconfigOf('{server: "https://c", certificate-authority-data: "hush!"}'),
  "~/k: clusters[0].cluster.certificate-authority-data is not valid base64",
);
test(
  broken,
  kubeconfigOf('{server: "https://c", certificate-authority-data: aHVzaA==}'),
  "~/k: clusters[0].cluster.certificate-authority-data contains no PEM (-----BEGIN …)",
);
test(
  broken,
  kubeconfigOf('{server: "https://c", certificate-authority: ca.crt}'),
  "~/k: clusters[0].cluster.certificate-authority: ~/ca.crt does not exist",
);
test(
  broken,
  kubeconfigOf(
    `{server: "https://c", insecure-skip-tls-verify: true, certificate-authority-data: ${pem("x")}}`,
  ),
  "~/k: clusters[0].cluster.insecure-skip-tls-verify cannot be true with a certificate-authority; remove one",
);
test(
  broken,
  kubeconfigOf('{server: "https://c", proxy-url: "ftp://me:hush@p"}'),
  "~/k: clusters[0].cluster.proxy-url must be a URL that begins with http://, https://, socks5:// or socks5h://",
);
test(
  broken,
  kubeconfigOf(secure, "{token: 7}"),
  "~/k: users[0].user.token must be a string; put it in quotes",
);
test(
  broken,
  kubeconfigOf(secure, '{token: "hush\\nhush"}'),
  "~/k: users[0].user.token contains a line break or control character, which is not allowed in a header",
);
test(broken, kubeconfigOf(secure, "{tokenFile: no}"), "~/k: users[0].user.tokenFile: ~/no does not exist");
test(
  broken,
  kubeconfigOf(secure, "{token: hush, username: me}"),
  "~/k: users[0].user.username cannot be combined with a token; remove one",
);
test(
  broken,
  kubeconfigOf(secure, `{client-certificate-data: ${pem("x")}}`),
  "~/k: users[0].user.client-key is required with a client-certificate",
);
test(
  broken,
  kubeconfigOf(secure, "{as-groups: [dev]}"),
  "~/k: users[0].user.as is required with as-uid, as-groups or as-user-extra",
);
test(
  broken,
  kubeconfigOf(secure, "{auth-provider: {name: gcp}}"),
  "~/k: users[0].user.auth-provider is not supported; use an exec plugin instead: gke-gcloud-auth-plugin",
);
test(
  broken,
  kubeconfigOf(secure, "{exec: {apiVersion: client.authentication.k8s.io/v1alpha1, command: x}}"),
  "~/k: users[0].user.exec.apiVersion must be client.authentication.k8s.io/v1 or client.authentication.k8s.io/v1beta1; update the plugin and its entry",
);
test(
  broken,
  kubeconfigOf(secure, "{exec: {apiVersion: client.authentication.k8s.io/v1, command: x}}"),
  "~/k: users[0].user.exec.interactiveMode must be Never, IfAvailable or Always",
);
test(
  broken,
  kubeconfigOf(secure, "{exec: {apiVersion: client.authentication.k8s.io/v1}}"),
  "~/k: users[0].user.exec.command is missing",
);
