import { createServer, request as forward } from "node:http";
import { once } from "node:events";

import test from "ava";

import { samplePlan } from "../fixtures/sample-plan.ts";
import { eventsOf, eventsStart } from "../fixtures/sync-timeline.ts";
import { until } from "./browser.ts";
import {
  boardOf,
  closeBrowser,
  failedRun,
  failedWeb,
  openBoardPage,
  serveBoard,
  stateEvent,
  visit,
} from "./sync-page/board-page.ts";

test.after.always(closeBrowser);

test.serial("units are shown with phase, revision, health and what they wait for", async (t) => {
  const { page, trouble, asked, url } = await openBoardPage(t, {
    events: [
      stateEvent("base"),
      stateEvent("shop", {
        phase: "Blocked",
        message: "waits for base",
        blockedBy: ["base"],
        health: { ready: 4, progressing: 1, suspended: 0, failed: 1, missing: 0 },
      }),
    ],
  });
  await page.locator("#unit-1").waitFor();
  const rows = await page.locator(".unit").allInnerTexts();
  t.is(rows.length, 2);
  t.regex(rows[0] ?? "", /Ready[\s\S]*base[\s\S]*main[\s\S]*3 ready/);
  t.regex(
    rows[1] ?? "",
    /Blocked[\s\S]*shop[\s\S]*depends on base[\s\S]*4 ready, 1 progressing, 1 failed[\s\S]*waits for base/,
  );
  await page.locator("#connection[data-is=live]").waitFor();
  t.deepEqual(trouble, []);
  t.deepEqual(
    asked.filter((one) => !one.startsWith(url)),
    [],
  );
});

test.serial("events appear on the page without a reload: phase, progress, objects, timeline", async (t) => {
  const { page, board, trouble } = await openBoardPage(t, {
    events: [stateEvent("shop")],
    hash: "#/units/shop/graph",
  });
  await page.getByText("No run yet.").waitFor();
  const events = eventsOf({ ...failedWeb, at: Date.now() - 30_000, verdict: "failed" });
  const middle = events.findIndex((event) => event.type === "apply" && event.event.type === "reconcile") + 1;
  board.emit(stateEvent("shop", { phase: "Reconciling", message: "revision of Ada" }));
  for (const event of events.slice(0, middle)) {
    board.emit(event);
  }
  await page.locator(".unit-head.Reconciling").waitFor();
  await page.locator(".box.waiting").first().waitFor();
  t.is(await page.locator(".run.progressing").count(), 1);
  for (const event of events.slice(middle)) {
    board.emit(event);
  }
  board.emit(stateEvent("shop", { phase: "Failed", message: "web timed out", failures: 1 }));
  await page.locator(".unit-head.Failed").waitFor();
  await page.locator("#said", { hasText: "shop: Failed" }).waitFor();
  await page.locator(".box.timeout", { hasText: "web" }).waitFor();
  await page.locator(".box.skipped", { hasText: "nightly" }).waitFor();
  await page.getByRole("tab", { name: "Timeline" }).click();
  await page.locator(".row.timeout.critical", { hasText: "web" }).waitFor();
  t.regex(
    await page.locator(".tools").innerText(),
    /critical path: Secret database → StatefulSet database → Deployment web/,
  );
  // The overview, from which the title is made, is a request of its own.
  await until(page, "document.title.startsWith('(1 failed) shop')");
  t.is(await page.locator("#connection").innerText(), "live");
  t.deepEqual(trouble, []);
});

test.serial("a stuck object shows its pods, events and logs, and its dependents", async (t) => {
  const { page } = await openBoardPage(t, {
    events: [stateEvent("shop"), ...failedRun],
    hash: "#/units/shop/trouble",
  });
  await page.getByText("ImagePullBackOff").first().waitFor();
  const text = await page.locator("#panel").innerText();
  for (const words of [
    "1 object timed out",
    "pod/web-5d8f-x2x",
    "pull of shop/web:1.29 failed",
    "migrating\ndone",
  ]) {
    t.true(text.includes(words), words);
  }
  t.regex(
    text,
    /nightly[\s\S]*because CustomResourceDefinition crontabs.stable.example.com is not ready \(depends-on, web.yaml:12\)/,
  );
});

test.serial("a waiting object shows the whole chain that blocks it", async (t) => {
  const plan = samplePlan({
    groups: [
      {
        objects: [
          "v1 ConfigMap a/first",
          { object: "v1 ConfigMap a/second", waitsFor: ["/namespaces/a/ConfigMap/first"] },
          { object: "v1 ConfigMap a/third", waitsFor: ["/namespaces/a/ConfigMap/second"] },
        ],
      },
      { after: [1], objects: ["v1 ConfigMap a/last"] },
    ],
  });
  const events = eventsOf({
    unit: "shop",
    number: 1,
    plan,
    at: eventsStart,
    ends: { first: "stuck", second: "waiting", third: "waiting", last: "waiting" },
  });
  const hash = `#/units/shop/graph/last/${encodeURIComponent("/namespaces/a/ConfigMap/last")}`;
  const { page } = await openBoardPage(t, { events: [stateEvent("shop"), ...events], hash });
  await page.getByText("Blocked by").waitFor();
  const links = await page.locator(".details .chain .object").allInnerTexts();
  t.deepEqual(
    links.map((link) => link.split(/\n+/)[1]),
    ["first", "second", "third"],
  );
});

test.serial("the whole page can be navigated with the keyboard", async (t) => {
  const { page } = await openBoardPage(t, { events: [stateEvent("base"), stateEvent("shop"), ...failedRun] });
  await page.locator("#unit-1").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("shop");
  await page.locator("#unit-1").waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await page.locator(".box").first().waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("migrate");
  await page.keyboard.press("Enter");
  await page.locator("#details", { hasText: "migrate" }).waitFor();
  t.is(await page.evaluate("document.activeElement.id"), "graph");
  await page.keyboard.press("ArrowLeft");
  await page.locator("#said", { hasText: "Secret database, " }).waitFor();
  const active = await page.locator("#graph").getAttribute("aria-activedescendant");
  t.is(await page.locator(`#${active}`).getAttribute("aria-selected"), "true");
  await page.keyboard.press("Escape");
  await page.locator("#details").waitFor({ state: "detached" });
  await page.keyboard.press("2");
  await page.locator("#timeline").focus();
  await page.keyboard.press("ArrowDown");
  await page.locator(".row[aria-selected=true]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("#tab-timeline").focus();
  await page.keyboard.press("ArrowRight");
  await page.locator("#tab-changes[aria-selected=true]").waitFor();
  t.is(await page.evaluate("document.activeElement.id"), "tab-changes");
  await page.keyboard.press("?");
  await page.locator("dialog[open]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.locator(".units").waitFor();
});

test.serial("every control can be reached by Tab and shows its focus", async (t) => {
  const { page } = await openBoardPage(t, {
    events: [stateEvent("base"), stateEvent("shop"), ...failedRun],
    hash: "#/units/shop/graph",
  });
  await page.locator(".box").first().waitFor();
  const reached = new Set<string>();
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press("Tab");
    const [name, outline] = await page.evaluate<[string, string]>(
      "[document.activeElement.id || document.activeElement.className || document.activeElement.tagName, getComputedStyle(document.activeElement).outlineStyle]",
    );
    reached.add(name.split(" ")[0] ?? "");
    if (name !== "BODY") {
      t.not(outline, "none", name);
    }
  }
  for (const name of ["brand", "search", "plain", "unit-link", "run", "tab-graph", "graph"]) {
    t.true(reached.has(name), name);
  }
});

test.serial("a page whose server is down shows that, keeps its data, and reconnects by itself", async (t) => {
  const { page, board, server } = await openBoardPage(t, { events: [stateEvent("shop")] });
  await page.locator("#connection[data-is=live]").waitFor();
  await server.close();
  await page.getByText("connection lost, trying again").waitFor();
  t.is(await page.locator(".unit").count(), 2);
  board.emit(stateEvent("shop", { phase: "Stalled", message: "a person has to look" }));
  const again = await serveBoard(board, server.port);
  t.teardown(() => again.close());
  await page.locator("#connection[data-is=live]").waitFor();
  await page.getByText("a person has to look").waitFor();
});

for (const path of ["/converge/", "/converge"]) {
  test.serial(`the page works below ${path} of a reverse proxy`, async (t) => {
    const board = boardOf([stateEvent("base"), stateEvent("shop"), ...failedRun]);
    const server = await serveBoard(board);
    const proxy = createServer((request, response) => {
      const inner = (request.url ?? "").replace(/^\/converge\/?/, "/");
      const there = forward(
        { host: server.address, port: server.port, path: inner, headers: request.headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      there.on("error", () => response.destroy());
      request.pipe(there);
      response.on("close", () => there.destroy());
    });
    proxy.listen(0, "127.0.0.1");
    await once(proxy, "listening");
    const address = proxy.address();
    const port = typeof address === "object" ? address?.port : undefined;
    t.teardown(async () => {
      proxy.closeAllConnections();
      proxy.close();
      await server.close();
    });
    const { page } = await visit(t, `http://127.0.0.1:${port}${path}`, {});
    await page.locator("#connection[data-is=live]").waitFor();
    await page.locator("#unit-1").click();
    await page.locator(".box", { hasText: "migrate" }).waitFor();
    board.emit(stateEvent("shop", { phase: "Stalled", message: "a person has to look" }));
    t.regex(await page.locator(".unit-head.Stalled").innerText(), /a person has to look/);
  });
}
