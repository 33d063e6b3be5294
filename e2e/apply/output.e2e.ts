import test from "ava";

import type { JsonValue } from "../../lib/object/json.ts";
import { configMap, dependsOn, job, refTo } from "./manifests.ts";
import { openSite } from "./site.ts";

const secret = "correct-horse-battery-staple";

test("values of Secrets are never printed, even when the server refuses them", async (t) => {
  const site = await openSite(t);
  const keys = { apiVersion: "v1", kind: "Secret", metadata: { name: "keys" }, stringData: { key: secret } };
  const coded = Buffer.from(secret).toString("base64");
  const runs = [
    await site.apply([keys]),
    await site.apply([{ ...keys, stringData: { key: `${secret}2` } }], "-o", "json"),
    await site.apply([{ ...keys, immutable: `${secret}3` }]),
    await site.apply([{ ...keys, type: secret }]),
    await site.apply([{ ...keys, data: { other: `${secret}%` } }]),
  ];
  for (const { stdout, stderr } of runs) {
    const said = stdout + stderr;
    t.false(said.includes(coded), said);
  }
  for (const index of [0, 1, 4]) {
    const said = `${runs[index]?.stdout}${runs[index]?.stderr}`;
    t.false(said.includes(secret), said);
  }
});

test("with -o json every line is an event, and the last one has the outcome", async (t) => {
  const site = await openSite(t);
  const { code, stdout } = await site.apply(
    [
      job("migrate", { pod: { "converge.test/pod": "fail" } }),
      configMap("after", {}, dependsOn(refTo(site.namespace, ["batch", "Job", "migrate"]))),
      configMap("free"),
    ],
    "-o",
    "json",
  );
  t.is(code, 1);
  const events = stdout
    .trimEnd()
    .split("\n")
    .map((line): Readonly<Record<string, JsonValue>> => JSON.parse(line));
  t.like(events[0], { type: "run", status: "Started", action: "install", release: "shop" });
  t.like(events.at(-1), { type: "run", status: "Finished", verdict: "failed" });
  t.like(
    events.find(({ type, kind }) => type === "wait" && kind === "Job"),
    { status: "Failed", name: "migrate" },
  );
  const skipped = events.find(({ status, name }) => status === "Skipped" && name === "after");
  t.like(skipped, { because: { rule: "depends-on", until: "ready" } });
  t.true(
    events.some(({ type, name, change }) => type === "apply" && name === "free" && change === "created"),
  );
});
