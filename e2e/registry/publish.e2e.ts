import { createServer, request as forward } from "node:http";

import test, { type ExecutionContext } from "ava";

import { listen } from "../../fixtures/local-network.ts";
import { RegistryError } from "../../lib/oci/model/registry-error.ts";
import { publishModule } from "../../lib/modules/registry/push/publish-module.ts";
import { writeModule } from "./module-folder.ts";
import { openTestRegistry } from "./open-test-registry.ts";
import { startRegistry } from "./start-registry.ts";

const { signal } = new AbortController();

/** A proxy that records what is put under a tag, in order, and may break one of these requests. */
async function startRecordingProxy(t: ExecutionContext, target: number, breakAt?: string) {
  const tags: string[] = [];
  const server = createServer((request, response) => {
    const { method, url = "", headers } = request;
    const tag = method === "PUT" ? /^\/v2\/[^/]+(\/.*)?\/manifests\/(.*)$/.exec(url) : null;
    if (tag !== null) {
      const name = `${tag[1] ?? ""}:${tag[2] ?? ""}`;
      tags.push(name);
      if (name === breakAt) {
        response.writeHead(400).end();
        return;
      }
    }
    const onward = forward({ port: target, host: "127.0.0.1", method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  return { port: await listen(t, server), tags };
}

const folderFiles = { "module.yaml": "name: echo\n", "templates/a.yaml": "a: 1\n" };

test("channels are tagged after the images they point to, and the module last", async (t) => {
  const running = await startRegistry(t);
  const proxy = await startRecordingProxy(t, running.port);
  const { publish } = openTestRegistry(running, { repo: `127.0.0.1:${proxy.port}/modules` });
  await publish(writeModule(t, folderFiles), "v1.0.0", "alpha", "stable");
  t.deepEqual(proxy.tags, [
    "/echo:v1.0.0",
    "/echo/release:v1.0.0",
    "/echo/release:alpha",
    "/echo/release:stable",
    ":echo",
  ]);
});

test("an interrupted publication leaves no channel without an image, and can be repeated", async (t) => {
  const running = await startRegistry(t);
  const proxy = await startRecordingProxy(t, running.port, "/echo/release:alpha");
  const folder = writeModule(t, folderFiles);
  const broken = openTestRegistry(running, { repo: `127.0.0.1:${proxy.port}/modules` });
  await t.throwsAsync(broken.publish(folder, "v1.0.0", "alpha"), {
    message: /release:alpha: the registry answered 400/,
  });
  const { registry, publish } = openTestRegistry(running, { repo: `${running.host}/modules` });
  t.deepEqual(await registry.releaseTags("echo", signal), ["v1.0.0"]);
  await t.throwsAsync(registry.modules(signal), { message: /not found in the registry/ });
  const repeated = await publish(folder, "v1.0.0", "alpha");
  t.deepEqual(
    repeated.map(({ change }) => change),
    ["unchanged", "unchanged", "pushed", "pushed"],
  );
});

test("the same folder gives the same digests, in any registry", async (t) => {
  const publications = [];
  for (const files of [folderFiles, Object.fromEntries(Object.entries(folderFiles).toReversed())]) {
    const { publish } = openTestRegistry(await startRegistry(t));
    publications.push((await publish(writeModule(t, files), "v1.0.0", "alpha")).map(({ digest }) => digest));
  }
  t.deepEqual(publications[0], publications[1]);
  t.is(publications[0]?.[1], publications[0]?.[2]);
});

test("a version is immutable unless it is overwritten, and channels move", async (t) => {
  const { registry, repository, publish } = openTestRegistry(await startRegistry(t));
  const folder = writeModule(t, folderFiles);
  const [first] = await publish(folder, "v1.0.0", "alpha");
  const changed = writeModule(t, { ...folderFiles, "templates/a.yaml": "a: 2\n" });
  const error = await t.throwsAsync(publish(changed, "v1.0.0", "beta"), { instanceOf: RegistryError });
  t.is(error.fault, "refused");
  t.regex(
    error.message,
    /echo:v1\.0\.0 already exists as another image, sha256:\w+: publish another version, or overwrite/,
  );
  t.is(await registry.digest("echo", "v1.0.0", signal), first?.digest ?? "");
  t.deepEqual(await registry.releaseTags("echo", signal), ["alpha", "v1.0.0"]);

  await publish(changed, "v1.1.0", "alpha");
  t.is((await registry.release("echo", "alpha", signal)).version, "v1.1.0");
  t.is((await registry.release("echo", "v1.0.0", signal)).version, "v1.0.0");

  const words = { folder: changed, module: "echo", version: "v1.0.0", channels: [], overwrite: true, signal };
  const [overwritten] = await publishModule(repository, words);
  t.not(overwritten?.digest, first?.digest);
  t.is(await registry.digest("echo", "v1.0.0", signal), overwritten?.digest ?? "");
});
