import { globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { filesWithModes } from "../../fixtures/unpack-folder.ts";
import type { RegistryAccess } from "../../lib/oci/model/registry-access.ts";
import { RegistryError } from "../../lib/oci/model/registry-error.ts";
import { testFolder } from "../git/test-folder.ts";
import { startCuttingProxy } from "./cutting-proxy.ts";
import { type ModuleFiles, writeModule } from "./module-folder.ts";
import { openTestRegistry } from "./open-test-registry.ts";
import { dockerConfigurationFor } from "./registry-user.ts";
import { type RegistrySetup, startRegistry } from "./start-registry.ts";

const { signal } = new AbortController();

const files: ModuleFiles = {
  "module.yaml": "name: echo\nweight: 910\n",
  "changelog.yaml": "features: []\n",
  "images_digests.json": '{"backend":"sha256:1"}',
  "templates/deployment.yaml": "kind: Deployment\n",
  "hooks/start.sh*": "#!/bin/sh\n",
  "charts/é/values.yaml": "a: 1\n",
  empty: "",
};

const roundTrip = test.macro(async (t, setup: RegistrySetup) => {
  const { registry, publish } = openTestRegistry(await startRegistry(t, setup));
  const folder = writeModule(t, files);
  const published = await publish(folder, "v1.0.0", "alpha", "beta");
  const target = join(testFolder(t), "echo");
  const pulled = await registry.pull("echo", "v1.0.0", { folder: target, signal });
  t.is(pulled.digest, published[0]?.digest ?? "");
  t.is(
    pulled.size,
    Object.values(files).reduce((sum, text) => sum + Buffer.byteLength(text), 0),
  );
  t.deepEqual(filesWithModes(target), filesWithModes(folder));
  t.is(await registry.digest("echo", "v1.0.0", signal), pulled.digest);
  t.deepEqual(await registry.modules(signal), ["echo"]);
  t.deepEqual(await registry.tags("echo", signal), ["v1.0.0"]);
  t.deepEqual(await registry.releaseTags("echo", signal), ["alpha", "beta", "v1.0.0"]);
  t.deepEqual(await registry.release("echo", "beta", signal), {
    digest: published[1]?.digest ?? "",
    version: "v1.0.0",
    moduleYaml: "name: echo\nweight: 910\n",
    changelogYaml: "features: []\n",
  });
});

test("a published image is pulled with the same bytes and modes", roundTrip, {});
test("a registry with a private CA works over https", roundTrip, { tls: true });
test("a registry with user and password works", roundTrip, { tls: true, htpasswd: true });
test("a registry with a token server works", roundTrip, { tls: true, token: true });
test("a token server works over plain http if that is allowed", roundTrip, { token: true });

interface Refusal {
  readonly setup: RegistrySetup;
  readonly changes: (host: string) => Partial<RegistryAccess>;
  readonly fault: RegistryError["fault"];
  readonly message: RegExp;
}

const refused = test.macro(async (t, { setup, changes, fault, message }: Refusal) => {
  const running = await startRegistry(t, setup);
  const { registry } = openTestRegistry(running, changes(running.host));
  const folder = testFolder(t);
  for (const ask of [
    () => registry.modules(signal),
    () => registry.release("echo", "alpha", signal),
    () => registry.pull("echo", "v1.0.0", { folder: join(folder, "echo"), signal }),
  ]) {
    const error = await t.throwsAsync(ask(), { instanceOf: RegistryError });
    t.is(error.fault, fault);
    t.regex(error.message, message);
    t.false(/guess|let-me-in/.test(error.message));
  }
  t.deepEqual(readdirSync(folder), []);
});

function wrongPassword(host: string): Partial<RegistryAccess> {
  return { dockerCfg: dockerConfigurationFor(host, { name: "reader", password: "guess" }) };
}

test("a wrong password is denied", refused, {
  setup: { tls: true, htpasswd: true },
  changes: wrongPassword,
  fault: "denied",
  message: /the registry rejects these credentials/,
});
test("no password is denied", refused, {
  setup: { tls: true, htpasswd: true },
  changes: () => ({ dockerCfg: "" }),
  fault: "denied",
  message: /requires credentials, and none that it accepts are configured/,
});
test("a password for another registry is not used", refused, {
  setup: { tls: true, htpasswd: true },
  changes: () => ({ dockerCfg: dockerConfigurationFor("another.example") }),
  fault: "denied",
  message: /requires credentials, and none that it accepts are configured/,
});
test("a token server refuses a wrong password", refused, {
  setup: { tls: true, token: true },
  changes: wrongPassword,
  fault: "denied",
  message: /the token server 127\.0\.0\.1:\d+ refused the credentials: it answered 401/,
});
test("an unknown CA is not trusted", refused, {
  setup: { tls: true },
  changes: () => ({ ca: "" }),
  fault: "unreachable",
  message: /is not trusted: .*; set the CA that signed its certificate/,
});
test("plain http is not used unless allowed", refused, {
  setup: {},
  changes: () => ({ scheme: "HTTPS" }),
  fault: "unreachable",
  message: /does not speak TLS correctly/,
});
test("an image that was never pushed is missing", refused, {
  setup: {},
  changes: () => ({}),
  fault: "missing",
  message: /not found in the registry/,
});

test("a list of many tags is read page by page", async (t) => {
  const { registry, repository, publish } = openTestRegistry(await startRegistry(t));
  const folder = writeModule(t, { "module.yaml": "name: echo\n" });
  const versions = ["v1.0.0", "v1.0.1", "v1.0.2", "v1.0.3", "v1.0.4"];
  for (const version of versions) {
    await publish(folder, version);
  }
  const page = `/v2/${repository.path}/echo/tags/list?n=2`;
  const request = { method: "GET", target: page, scope: "", about: "", signal } as const;
  const answer = await repository.client.send(request);
  answer.discard();
  t.regex(String(answer.headers["link"]), /rel="next"/);
  t.deepEqual(await registry.tags("echo", signal), versions);
});

test("a blob that was corrupted on the registry's disk is refused", async (t) => {
  const running = await startRegistry(t);
  const { registry, publish } = openTestRegistry(running);
  await publish(writeModule(t, files), "v1.0.0", "alpha");
  const manifest = await registry.digest("echo", "v1.0.0", signal);
  const blobs = globSync("docker/registry/v2/blobs/sha256/*/*/data", { cwd: running.folder });
  t.true(blobs.length > 3);
  for (const blob of blobs.filter((path) => !path.includes(manifest.slice("sha256:".length)))) {
    const path = join(running.folder, blob);
    const bytes = readFileSync(path);
    if (bytes[0] === 0x1f) {
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 0xff, bytes.length - 1);
      writeFileSync(path, bytes);
    }
  }
  const folder = testFolder(t);
  const pull = registry.pull("echo", "v1.0.0", { folder: join(folder, "echo"), signal });
  const error = await t.throwsAsync(pull, { instanceOf: RegistryError });
  t.is(error.fault, "refused");
  t.regex(
    error.message,
    /echo:v1\.0\.0: the layer sha256:\w+ is damaged: its content has the digest sha256:/,
  );
  t.deepEqual(readdirSync(folder), []);
  await t.throwsAsync(registry.release("echo", "alpha", signal), { message: /is damaged/ });
});

/** Incompressible bytes. */
function noise(size: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length: size }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return state >> 16;
  });
}

const big: ModuleFiles = { "module.yaml": "name: echo\n", noise: noise(4_000_000) };

async function behindProxy(t: ExecutionContext) {
  const running = await startRegistry(t);
  const { access, publish } = openTestRegistry(running);
  const folder = writeModule(t, big);
  await publish(folder, "v1.0.0");
  const proxy = await startCuttingProxy(t, running.port);
  const repo = access.repo.replace(running.host, `127.0.0.1:${proxy.port}`);
  return { proxy, folder, registry: openTestRegistry(running, { repo }).registry };
}

test("a pull whose connection breaks repeatedly is completed", async (t) => {
  const { proxy, folder, registry } = await behindProxy(t);
  proxy.cutAfter(1_000_000, 3);
  const target = join(testFolder(t), "echo");
  await registry.pull("echo", "v1.0.0", { folder: target, signal });
  t.is(proxy.cuts(), 3);
  t.true(readFileSync(join(target, "noise")).equals(readFileSync(join(folder, "noise"))));
});

test("an aborted pull leaves nothing behind", async (t) => {
  const { proxy, registry } = await behindProxy(t);
  const controller = new AbortController();
  const outer = testFolder(t);
  proxy.emit((bytes) => {
    if (bytes > 1_000_000) {
      t.regex(readdirSync(outer).join(), /^\.echo\.pulling-/);
      controller.abort(new Error("called off"));
    }
  });
  const pull = registry.pull("echo", "v1.0.0", { folder: join(outer, "echo"), signal: controller.signal });
  await t.throwsAsync(pull, { message: "called off" });
  t.deepEqual(readdirSync(outer), []);
});

test("an unreachable registry is reported, and nothing is left behind", async (t) => {
  const running = await startRegistry(t);
  const { registry, publish } = openTestRegistry(running);
  await publish(writeModule(t, files), "v1.0.0");
  await running.stop();
  const outer = testFolder(t);
  const error = await t.throwsAsync(
    registry.pull("echo", "v1.0.0", { folder: join(outer, "echo"), signal }),
    {
      instanceOf: RegistryError,
    },
  );
  t.is(error.fault, "unreachable");
  t.deepEqual(readdirSync(outer), []);
});

test("two concurrent pulls of one image are both complete", async (t) => {
  const { registry, publish } = openTestRegistry(await startRegistry(t));
  const folder = writeModule(t, files);
  await publish(folder, "v1.0.0");
  const outer = testFolder(t);
  const targets = ["one", "two"].map((name) => join(outer, name));
  await Promise.all(targets.map((target) => registry.pull("echo", "v1.0.0", { folder: target, signal })));
  for (const target of targets) {
    t.deepEqual(filesWithModes(target), filesWithModes(folder));
  }
});
