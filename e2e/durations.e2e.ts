/** The times that runs record in revisions, and what is expected by them. */
import test from "ava";

import type { JsonObject } from "../lib/object/json.ts";
import { configMap, deployment } from "./apply/manifests.ts";
import { writesOf } from "./apply/server-order.ts";
import { openSite, type Site } from "./apply/site.ts";
import { verb } from "./release-verbs.ts";

interface Recorded {
  readonly durations?: Readonly<Record<string, number>>;
}

/** The durations in milliseconds that the record of a release has for each of its revisions, by name. */
async function recordedOf(site: Site): Promise<readonly (Readonly<Record<string, number>> | undefined)[]> {
  const secret = await site.get(`secrets/converge-${site.release}`);
  const state = Buffer.from(secret?.["data"]?.["state"] ?? "", "base64").toString("utf8");
  const { history }: { readonly history: readonly Recorded[] } = JSON.parse(state);
  return history.map(({ durations }) =>
    durations === undefined
      ? undefined
      : Object.fromEntries(Object.entries(durations).map(([key, took]) => [key.split("/").at(-1), took])),
  );
}

const after = (time: string): Readonly<Record<string, string>> => ({
  "converge.test/ready-after": time,
});

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000}s`;
}

/** A database, a web server that waits for it, and a worker that waits for nothing. */
function set({ namespace }: Site, data: string, worker = "1"): readonly JsonObject[] {
  const needs = { "config.kubernetes.io/depends-on": `apps/namespaces/${namespace}/Deployment/db` };
  return [
    configMap("env", { data }),
    deployment("db", { pod: after("2s") }),
    deployment("web", { annotations: needs, pod: after("1s") }),
    deployment("worker", { pod: { ...after("1s"), worker } }),
  ];
}

test("a run records how long objects took, and plan adds that up along the critical path", async (t) => {
  const site = await openSite(t);
  const first = await site.apply(set(site, "1"));
  t.is(first.code, 0, first.stderr);
  t.notRegex(`${first.stdout}${first.stderr}`, /expected to take/);
  const [durations = {}] = await recordedOf(site);
  const { db = 0, web = 0, worker = 0 } = durations;
  t.true(
    [db, web, worker].every((took) => took >= 100 && took % 100 === 0),
    JSON.stringify(durations),
  );
  t.false("env" in durations);

  const history = await verb(site, "history", "-o", "json");
  const path = site.write(set(site, "2"));
  const words = ["plan", path, "-n", site.namespace, "-o", "json", "--history", "-"];
  const planned = await site.run(words, { stdin: history.stdout });
  t.is(planned.code, 0, planned.stderr);
  const { expected } = JSON.parse(planned.stdout);
  const isChain = db + web >= worker;
  t.is(expected.time, seconds(isChain ? db + web : worker));
  t.deepEqual(
    expected.criticalPath.map(({ ref, time }: Readonly<Record<string, string>>) => [
      ref?.split("/").at(-1),
      time,
    ]),
    isChain
      ? [
          ["db", seconds(db)],
          ["web", seconds(web)],
        ]
      : [["worker", seconds(worker)]],
  );
  t.is(expected.withoutHistory, 0);
});

test("an object that a run does not write keeps its recorded duration", async (t) => {
  const site = await openSite(t);
  const first = await site.apply(set(site, "1"));
  t.is(first.code, 0, first.stdout + first.stderr);
  const [before = {}] = await recordedOf(site);

  const second = await site.apply(set(site, "2", "2"));
  t.is(second.code, 0, second.stderr);
  const { worker = 0 } = before;
  t.regex(
    `${second.stdout}${second.stderr}`,
    new RegExp(
      `expected to take ${worker / 1000}s: Deployment/worker \\(${worker / 1000}s\\)`.replaceAll(".", "\\."),
    ),
  );
  const [older, newer = {}] = await recordedOf(site);
  t.is(older, undefined);
  t.is(newer["db"], before["db"]);
  t.is(newer["web"], before["web"]);
  t.true((newer["worker"] ?? 0) >= 100);

  const removed = await site.apply(set(site, "2", "2").filter((_, index) => index !== 2));
  t.is(removed.code, 0, removed.stderr);
  const [, , newest = {}] = await recordedOf(site);
  t.deepEqual(Object.keys(newest).toSorted(), ["db", "worker"]);
});

test("a run without changes writes nothing, not even durations", async (t) => {
  const site = await openSite(t);
  const first = await site.apply(set(site, "1"));
  t.is(first.code, 0, first.stdout + first.stderr);
  const mark = await site.cluster.auditMark();
  const again = await site.apply(set(site, "1"));
  t.is(again.code, 0, again.stderr);
  t.notRegex(`${again.stdout}${again.stderr}`, /expected/);
  t.deepEqual(writesOf(await site.requests(mark)), []);
});
