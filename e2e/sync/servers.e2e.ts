import { createHmac } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import { testFolder } from "../git/test-folder.ts";
import { metric, served } from "./served.ts";
import { line } from "./sidecar.ts";
import { configMap, openSyncSite, readyAt } from "./sync-site.ts";

const key = "It's a Secret to Everybody";

/** Posts a push event as GitHub does, signed with a key. */
async function push(address: string, url: string, secret: string): Promise<Response> {
  const body = JSON.stringify({ ref: "refs/heads/main", repository: { clone_url: url } });
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  return fetch(`${address}/webhook`, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "x-github-event": "push",
      "x-hub-signature-256": `sha256=${signature}`,
    },
  });
}

test("a signed push makes the sidecar poll git at once, and an unsigned one is refused", async (t) => {
  const { repository, beginSync, get } = await openSyncSite(t);
  const secret = join(testFolder(t), "key");
  writeFileSync(secret, key);
  const first = await repository.commit({ "deploy/env.yaml": configMap("env", { a: "1" }) });
  const sidecar = beginSync([
    "--interval",
    "1h",
    "--webhook",
    "127.0.0.1:0",
    "--webhook-secret-file",
    secret,
  ]);
  await readyAt(sidecar, first);
  const address = await served(sidecar, "push events");
  const second = await repository.commit({ "deploy/env.yaml": configMap("env", { a: "2" }) });
  const refused = await push(address, repository.url, "guessed");
  t.true(refused.status >= 400 && refused.status < 500, String(refused.status));
  t.is((await push(address, repository.url, key)).status, 200);
  await readyAt(sidecar, second);
  t.like(await get("configmaps/env"), { data: { a: "2" } });
  t.is(sidecar.log().filter(line("revision")).length, 2);
});

test("a sidecar serves its page, its data, its metrics and its readiness", async (t) => {
  const { repository, beginSync } = await openSyncSite(t);
  const commit = await repository.commit({ "deploy/env.yaml": configMap("env") });
  const sidecar = beginSync(["--page", "127.0.0.1:0", "--metrics", "127.0.0.1:0"]);
  await readyAt(sidecar, commit);
  const page = await served(sidecar, "page");
  const shown = await fetch(page);
  t.is(shown.status, 200);
  t.regex(shown.headers.get("content-type") ?? "", /^text\/html/);
  t.regex(await shown.text(), /^<!doctype html>/i);
  const overview = JSON.stringify(await (await fetch(`${page}/api/v1/overview`)).json());
  t.regex(overview, /"shop"/);
  t.true(overview.includes(commit));
  t.is((await fetch(`${await served(sidecar, "metrics")}/readyz`)).status, 200);
  const runs = 'converge_runs_total{unit="shop",reason="start",verdict="converged"}';
  t.is(await metric(sidecar, runs), 1);
  await sidecar.stop();
  await t.throwsAsync(fetch(page));
});
