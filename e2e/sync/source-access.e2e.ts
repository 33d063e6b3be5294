import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import { startGitHttpServer } from "../git/http-server.ts";
import { makeServerIdentity } from "../git/server-identity.ts";
import { startSshServer } from "../git/ssh-server.ts";
import { testFolder } from "../git/test-folder.ts";
import { openFleet } from "./fleet.ts";
import { line, type LogLine, textOf } from "./sidecar.ts";
import { configMap, readyAt } from "./sync-site.ts";

test("a wrong token is reported with a remedy and without the token, and the right one is used without a restart", async (t) => {
  const { repository, configure, beginFleet, get } = await openFleet(t);
  const server = await startGitHttpServer(t, {
    root: repository.root,
    admission: { password: "right-token" },
  });
  const secretFolder = testFolder(t);
  const password = join(secretFolder, "password");
  writeFileSync(password, "wrong-token\n");
  const url = `${server.origin}/${repository.name}`;
  configure([{ name: "shop", source: { url, path: "shop", auth: { secretFolder, allowHttp: true } } }]);
  const commit = await repository.commit({ "shop/env.yaml": configMap("env") });
  const sidecar = beginFleet();
  const failed = await sidecar.received(line("state", { phase: "Failed" }), 0);
  t.regex(textOf(failed), /: authentication failed .*: check the username and the password or token$/);
  writeFileSync(password, "right-token\n");
  await readyAt(sidecar, commit);
  await sidecar.received(line("sourceBack", { unit: "shop" }), 0);
  t.truthy(await get("configmaps/env"));
  const { stdout, stderr } = await sidecar.stop();
  t.notRegex(stdout + stderr, /wrong-token|right-token/);
});

/** Reports that the server is away. A poll that is under way when it goes down fails in another way. */
function isAway(said: LogLine): boolean {
  return line("sourceFailed", { unit: "shop" })(said) && /the server cannot be reached/.test(textOf(said));
}

test("while the git server is down drift is corrected, and pushed commits are applied when it is back", async (t) => {
  const { repository, configure, beginFleet, get, patch, cluster, at } = await openFleet(t);
  const identity = makeServerIdentity(t);
  const server = await startGitHttpServer(t, { root: repository.root, tls: identity.tls });
  const url = `${server.origin}/${repository.name}`;
  configure([{ name: "shop", source: { url, path: "shop", auth: { caFile: identity.caFile } } }]);
  const sidecar = beginFleet();
  await readyAt(sidecar, await repository.commit({ "shop/env.yaml": configMap("env", { a: "1" }) }));
  await server.stop();
  await sidecar.received(isAway, 0);
  await patch("configmaps/env", { data: { a: "drift" } });
  await cluster.until(at("configmaps/env"), (map) => map?.data?.["a"] === "1");
  const commit = await repository.commit({ "shop/env.yaml": configMap("env", { a: "2" }) });
  await server.start();
  await readyAt(sidecar, commit);
  t.like(await get("configmaps/env"), { data: { a: "2" } });
  t.false(sidecar.log().some(line("state", { phase: "Failed" })));
  t.is(sidecar.log().filter(isAway).length, 1);
});

test("a repository is followed over ssh with a mounted key", async (t) => {
  const { repository, configure, beginFleet, get } = await openFleet(t);
  const server = await startSshServer(t);
  const secretFolder = testFolder(t);
  writeFileSync(join(secretFolder, "identity"), readFileSync(server.key.file));
  writeFileSync(join(secretFolder, "known_hosts"), readFileSync(server.knownHostsFile));
  const url = server.urlOf(repository.folder);
  configure([{ name: "shop", source: { url, path: "shop", auth: { secretFolder } } }]);
  const sidecar = beginFleet();
  await readyAt(sidecar, await repository.commit({ "shop/env.yaml": configMap("env", { a: "1" }) }));
  await readyAt(sidecar, await repository.commit({ "shop/env.yaml": configMap("env", { a: "2" }) }));
  t.like(await get("configmaps/env"), { data: { a: "2" } });
});
