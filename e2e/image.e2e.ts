/**
 * The image, built and run here. This needs root, as in CI, and Debian or a derivative with access to its
 * archive: downloads (some 24 MB, once) stay in node_modules/.cache. If one of these is missing the tests
 * fail and name it.
 */
import { execFile } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import test, { type ExecutionContext } from "ava";

import { stringsField } from "../lib/object/json.ts";
import manifest from "../package.json" with { type: "json" };
import { openSite, type Site } from "./apply/site.ts";
import { readKubeconfig } from "./control-plane/kubeconfig.ts";
import type { PolicyRule } from "./control-plane/test-user.ts";
import { built, containerOf, deployFolder } from "./deployed.ts";
import { startGitHttpServer } from "./git/http-server.ts";
import { makeServerIdentity } from "./git/server-identity.ts";
import { makeOpenpgpKey } from "./git/signing-key.ts";
import { openTestRepository } from "./git/test-repository.ts";
import { testFolder } from "./git/test-folder.ts";
import { type UnpackedImage, unpackImage } from "./image/image-layout.ts";
import { runInImage } from "./image/run-in-image.ts";
import { roleOfSidecar } from "./sync/sidecar-permissions.ts";
import { configMap } from "./sync/sync-site.ts";
import { defineUnits } from "./sync/reported-unit.ts";

const execute = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "converge-image-e2e-"));
const time = 1_767_225_600;

const checkout = join(import.meta.dirname, "..");
/** A copy of the checkout, so that concurrent changes have no effect. */
const copy = join(folder, "checkout");

async function build(name: string): Promise<string> {
  const file = join(folder, name);
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(time) };
  await execute(process.execPath, [join(copy, "deploy/image/build.ts"), file], { env });
  return file;
}

const copied =
  "cmd lib deploy docs renderers e2e/control-plane fixtures/charts bundle.ts package.json LICENSE".split(" ");

test.before(() => {
  for (const path of copied) {
    cpSync(join(checkout, path), join(copy, path), { recursive: true });
  }
  symlinkSync(join(checkout, "node_modules"), join(copy, "node_modules"));
});

let image: Promise<UnpackedImage> | undefined;

async function unpacked(): Promise<UnpackedImage> {
  image ??= build("image.tar").then((file) => unpackImage(file, folder));
  return image;
}

test.beforeEach((t) => {
  t.timeout(600_000, "the archive of the distribution may be slow");
});

test.after.always(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("the archive is a valid OCI image", async (t) => {
  const { faults, config } = await unpacked();
  t.deepEqual(faults, []);
  t.like(config, { os: "linux", created: new Date(time * 1000).toISOString() });
  t.is(config.config.User, "65532:65532");
});

test("a second build gives the same bytes", async (t) => {
  const { digest } = await unpacked();
  mkdirSync(join(folder, "again"));
  const again = await unpackImage(await build("again.tar"), join(folder, "again"));
  t.is(again.digest, digest);
});

const answers = test.macro({
  title: (_, words: readonly string[] = []) => `in the image: ${words.join(" ")}`,
  exec: async (
    t,
    words: readonly string[],
    { says, code = 0 }: { readonly says: RegExp; readonly code?: number },
  ) => {
    const run = await runInImage(await unpacked(), words);
    t.regex(run.said, says);
    t.is(run.code, code, run.said);
  },
});

const version = new RegExp(`^converge ${RegExp.escape(manifest.version)}\n$`);
test(answers, ["converge", "version"], { says: version });
test(answers, ["git", "--version"], { says: /^git version 2\./ });
test(answers, ["ssh", "-V"], { says: /^OpenSSH_/ });
test(answers, ["gpg", "--version"], { says: /^gpg \(GnuPG\) 2\./ });
test(answers, ["node", "--version"], { says: /^v24\./ });
test(answers, ["sh", "-c", "echo > /home/converge/x"], { says: /Read-only file system/, code: 2 });
test(answers, ["sh", "-c", "echo > /tmp/x; echo > /var/lib/converge/x; echo done"], { says: /^done\n$/ });

test("in the image: a dependency cycle is found, which needs a library that is not bundled", async (t) => {
  const manifests = readable(testFolder(t));
  cpSync(join(checkout, "fixtures/cycle"), manifests, { recursive: true });
  const run = await runInImage(await unpacked(), ["converge", "plan", "/etc/git"], {
    mounts: { "/etc/git": manifests },
  });
  t.regex(run.said, /remove one of the references \[Cycle\]/);
  t.is(run.code, 2);
});

test("in the image: a chart and a kustomization are rendered, with no renderer on the PATH", async (t) => {
  const charts = readable(testFolder(t));
  cpSync(join(checkout, "fixtures/charts/web-and-db"), join(charts, "shop"), { recursive: true });
  mkdirSync(join(charts, "prod"));
  writeFileSync(join(charts, "prod/kustomization.yaml"), "namePrefix: prod-\nresources: [env.yaml]\n");
  const env = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: env }\n";
  writeFileSync(join(charts, "prod/env.yaml"), env);
  const plan = "command -v helm kustomize kubectl; converge plan /etc/git/shop /etc/git/prod -o name";
  const run = await runInImage(await unpacked(), ["sh", "-c", plan], { mounts: { "/etc/git": charts } });
  t.regex(run.said, /^configmap\/prod-env$/m);
  t.regex(run.said, /^deployment\.apps\/web$/m);
  t.notRegex(run.said, /bin\/|RendererNotBuilt/);
  t.is(run.code, 0, run.said);
});

const loader =
  "for f in /usr/bin/* /usr/local/bin/node /usr/lib/git-core/git-remote-https /usr/lib/*-linux-gnu/*.so*; do /lib*/ld-linux-*.so.* --list $f 2>&1; done";
test("every library that a program of the image needs is in it", async (t) => {
  const { said } = await runInImage(await unpacked(), ["sh", "-c", loader]);
  t.regex(said, /libc\.so\.6 => /);
  t.deepEqual(
    said.split("\n").filter((line) => line.includes("not found")),
    [],
  );
});

function sidecarRules(): readonly PolicyRule[] {
  return roleOfSidecar().map((rule) => ({
    apiGroups: stringsField(rule, "apiGroups"),
    resources: stringsField(rule, "resources"),
    verbs: stringsField(rule, "verbs"),
  }));
}

/** The files that a kubelet puts into a pod of the sidecar. */
async function podOf(
  t: ExecutionContext,
  site: Site,
): Promise<{ readonly env: Readonly<Record<string, string>>; readonly account: string }> {
  const { cluster, namespace } = site;
  const objects = { apiGroups: [""], resources: ["configmaps", "secrets"], verbs: ["*"] };
  const leases = { apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["*"] };
  const home = { apiGroups: [""], resources: ["namespaces", "events"], verbs: ["get", "list"] };
  const rules = [objects, leases, home, ...sidecarRules()];
  const {
    server,
    token = "",
    ca = "",
  } = readKubeconfig(await cluster.kubeconfigFor(t, { namespace, rules }));
  const account = readable(testFolder(t));
  for (const [name, text] of Object.entries({ token, "ca.crt": ca, namespace })) {
    writeFileSync(join(account, name), text);
  }
  const { hostname, port } = new URL(server);
  return {
    account,
    env: { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port, POD_NAME: "converge-0" },
  };
}

/** Makes a folder readable: test folders are private, and the container runs as another user. */
function readable(path: string): string {
  chmodSync(path, 0o755);
  return path;
}

/** A signed commit on an https server with a private CA, and the folders with which a sidecar fetches it. */
async function gitFor(
  t: ExecutionContext,
  namespace: string,
): Promise<{ readonly commit: string; readonly secret: string; readonly configuration: string }> {
  const sign = await makeOpenpgpKey(t);
  const repository = await openTestRepository(t);
  const commit = await repository.commit({ "deploy/env.yaml": configMap("env", { from: "git" }) }, { sign });
  const { tls, caFile } = makeServerIdentity(t);
  const admission = { user: "ada", password: "hunter2" };
  const { origin } = await startGitHttpServer(t, { root: repository.root, tls, admission });
  const secret = readable(testFolder(t));
  copyFileSync(caFile, join(secret, "ca.crt"));
  copyFileSync(sign.trustFile, join(secret, "team.asc"));
  writeFileSync(join(secret, "username"), "ada");
  writeFileSync(join(secret, "password"), "hunter2\n");
  const source = {
    url: `${origin}/shop.git`,
    ref: "main",
    path: "deploy",
    auth: { secretFolder: "/etc/git" },
    verify: { openpgpKeysFile: "/etc/git/team.asc" },
  };
  const units = [{ name: "shop", namespace, source }];
  const configuration = readable(testFolder(t));
  const text = JSON.stringify({ apiVersion: "converge.dev/v1", kind: "Sync", name: "shop", units });
  writeFileSync(join(configuration, "sync.yaml"), text);
  return { commit, secret, configuration };
}

test("a complete pass in the image: a signed commit over https with a token and a private CA, applied as in a pod", async (t) => {
  const site = await openSite(t);
  await defineUnits(site.cluster);
  const { commit, secret, configuration } = await gitFor(t, site.namespace);
  const { account, env } = await podOf(t, site);
  const { args } = containerOf(await built(deployFolder));
  const pass = [...args.filter((word) => !/^--(?:page|metrics)=/.test(word)), "--once"];
  const pristine = await unpacked();
  const { code, said } = await runInImage(pristine, [...pristine.config.config.Entrypoint, ...pass], {
    env,
    mounts: {
      "/etc/converge": configuration,
      "/etc/git": secret,
      "/var/run/secrets/kubernetes.io/serviceaccount": account,
    },
  });
  t.is(code, 0, said);
  t.like(await site.get("configmaps/env"), { data: { from: "git" } });
  const unit = await site.get("converge.dev/units/shop");
  t.like(unit?.status, { phase: "Ready", appliedRevision: { commit }, keptBy: "converge-0" });
  t.false(said.includes("hunter2"));
});
