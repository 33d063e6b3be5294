import test from "ava";

import { samplePlan, shop } from "../../fixtures/sample-plan.ts";
import { eventsOf, eventsStart } from "../../fixtures/sync-timeline.ts";
import type { JsonObject } from "../../lib/object/json.ts";
import type { Plan } from "../../lib/plan/plan.ts";
import type { SyncEvent } from "../../lib/sync/sync-event.ts";
import { closeBrowser, openBoardPage, stateEvent } from "./board-page.ts";

test.after.always(closeBrowser);

const hostile = [
  "<img src=x onerror=alert(1)>",
  "</script><script>alert(2)</script>",
  "a\u202egnp.exe\u2066",
  "n".repeat(10_000),
  "javascript:alert(3)",
  "${alert(4)}",
  "\u0000\u001b[31m",
];

/** A plan of objects with malicious names. */
function hostilePlan(): Plan {
  const plan = samplePlan({
    groups: [{ objects: hostile.map((_, index) => `v1 ConfigMap shop/name-${index}`) }],
  });
  const [group] = plan.groups;
  const objects = group?.objects.map((object, index) => {
    const name = hostile[index] ?? "";
    const { manifest } = object;
    const ref = { ...manifest.ref, name };
    return { ...object, manifest: { ...manifest, name, ref, key: `/namespaces/shop/ConfigMap/${name}` } };
  });
  return { ...plan, groups: group === undefined ? [] : [{ ...group, objects: objects ?? [] }] };
}

function hostileEvents(): readonly SyncEvent[] {
  const words = hostile.join("\n");
  const ends = Object.fromEntries(hostile.map((name) => [name, "timeout"] as const));
  const messages = Object.fromEntries(hostile.map((name) => [name, words]));
  const lines = [words];
  const trouble = Object.fromEntries(
    hostile.map((name) => [
      name,
      { pods: lines, events: lines, blockers: lines, logs: [{ pod: words, container: words, lines }] },
    ]),
  );
  const events = eventsOf({
    unit: "shop",
    number: 1,
    plan: hostilePlan(),
    at: eventsStart,
    ends,
    messages,
    trouble,
    subject: words,
    verdict: "failed",
    message: words,
  });
  const run = events[0]?.type === "runBegun" ? events[0].run : undefined;
  const after = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "x" },
    data: Object.fromEntries(hostile.map((name) => [name, words])),
  };
  return [
    stateEvent("shop", {
      phase: "Failed",
      message: words,
      sourceFault: words,
      fights: [{ key: words, rivals: [...hostile], until: 0 }],
    }),
    { type: "notice", at: eventsStart, level: "error", message: words },
    { type: "drift", at: eventsStart, unit: "shop", drifts: [{ key: words, kind: "changed", by: [words] }] },
    ...events.slice(0, -1),
    ...(run === undefined
      ? []
      : [{ type: "written", at: eventsStart, run, key: words, before: undefined, after } as const]),
    ...events.slice(-1),
  ];
}

test.serial("malicious names and messages are shown as text", async (t) => {
  const key = encodeURIComponent("/namespaces/shop/ConfigMap/<img src=x onerror=alert(1)>");
  const { page, trouble, asked, url } = await openBoardPage(t, { events: hostileEvents() });
  await page.locator(".unit").first().waitFor();
  for (const hash of [
    "#/",
    ...["graph", "timeline", "changes", "trouble"].map((tab) => `#/units/shop/${tab}/last/${key}`),
  ]) {
    await page.goto(`${url}${hash}`);
    await page.locator(hash === "#/" ? ".units" : "#details").waitFor();
    t.is(await page.locator("img, #app script, iframe, [onerror]").count(), 0);
    const text = await page.evaluate<string>("document.body.innerText");
    t.true(text.includes("<img src=x onerror=alert(1)>"), hash);
    t.false(/[\u202e\u2066]|n{2000}/.test(text), hash);
    t.true((await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth")) <= 0, hash);
  }
  t.deepEqual(trouble, []);
  t.deepEqual(
    asked.filter((one) => !one.startsWith(url)),
    [],
  );
});

test.serial("a unit and an object in a malicious URL are not found", async (t) => {
  const { page, trouble } = await openBoardPage(t, {
    events: [stateEvent("shop")],
    hash: "#/units/%3Cimg%20src=x%20onerror=alert(1)%3E/graph/last/%ff",
  });
  await page.getByText("There is no unit <img src=x onerror=alert(1)>.").waitFor();
  t.deepEqual(
    trouble.filter((line) => !line.includes("404")),
    [],
  );
});

function secret(value: string): JsonObject {
  const annotations = { "kubectl.kubernetes.io/last-applied-configuration": value };
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "database", namespace: "shop", annotations },
    data: { password: Buffer.from(value).toString("base64") },
    stringData: { other: value },
  };
}

test.serial("values of Secrets are neither on the page nor in its requests", async (t) => {
  const events = eventsOf({
    unit: "shop",
    number: 1,
    plan: shop,
    at: eventsStart,
    ends: { database: "configured" },
    verdict: "converged",
  });
  const run = events[0]?.type === "runBegun" ? events[0].run : undefined;
  const { page, url } = await openBoardPage(t, {
    events: [
      stateEvent("shop"),
      ...events.slice(0, -1),
      ...(run === undefined
        ? []
        : [
            {
              type: "written",
              at: eventsStart,
              run,
              key: "/namespaces/shop/Secret/database",
              before: secret("hunter2-old"),
              after: secret("hunter2-new"),
            } as const,
          ]),
      ...events.slice(-1),
    ],
    hash: "#/units/shop/changes",
  });
  await page.getByText("data.password: (hidden, changed)").waitFor();
  const answers = await Promise.all(
    ["", "api/v1/overview", "api/v1/units/shop", "api/v1/units/shop/runs/1"].map(async (path) =>
      (await fetch(`${url}${path}`)).text(),
    ),
  );
  const output = [await page.content(), ...answers].join("\n");
  for (const value of ["hunter2", Buffer.from("hunter2-old").toString("base64").slice(0, 10)]) {
    t.false(output.includes(value), value);
  }
});
