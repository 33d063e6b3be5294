import test from "ava";

import { largePlan } from "../../fixtures/large-plan.ts";
import { eventsOf, eventsStart } from "../../fixtures/sync-timeline.ts";
import type { SyncEvent } from "../../lib/sync/sync-event.ts";
import { axeViolations } from "../axe.ts";
import { until } from "../browser.ts";
import { closeBrowser, failedRun, openBoardPage, stateEvent } from "./board-page.ts";

test.after.always(closeBrowser);

const tabs = ["graph", "timeline", "changes", "trouble"];
const places = ["#/", ...tabs.map((tab) => `#/units/shop/${tab}`)];
const selected = encodeURIComponent("apps/namespaces/shop/Deployment/web");

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

const events: readonly SyncEvent[] = [
  stateEvent("base", { phase: "Elsewhere" }),
  stateEvent("shop", { phase: "Failed", failures: 3, retryAt: eventsStart + 60_000, message: "web failed" }),
  ...failedRun,
  { type: "notice", at: eventsStart, level: "warning", message: "a notice" },
];

for (const colorScheme of ["light", "dark"] as const) {
  for (const viewport of [desktop, phone]) {
    test.serial(
      `axe finds no violation in ${colorScheme} at ${viewport.width} pixels: units, every tab, details and help`,
      async (t) => {
        const look = { colorScheme, viewport, reducedMotion: "reduce" } as const;
        const { page, url } = await openBoardPage(t, { events, ...look });
        for (const hash of [...places, `#/units/shop/graph/last/${selected}`]) {
          await page.goto(`${url}${hash}`);
          await page.locator(hash === "#/" ? "#unit-1" : "#panel").waitFor();
          await page.locator("#connection[data-is=live]").waitFor();
          await until(page, "true");
          t.deepEqual(await axeViolations(page), [], hash);
          t.is(await page.evaluate("document.documentElement.scrollWidth"), viewport.width, hash);
        }
        await page.keyboard.press("?");
        await page.locator("dialog[open]").waitFor();
        t.deepEqual(await axeViolations(page), []);
      },
    );
  }
}

/** Whether the whole drawing is inside the graph's element. */
const isWholeInView = `(() => {
  const frame = document.querySelector(".graph").getBoundingClientRect();
  const lanes = [...document.querySelectorAll(".lane")].map((lane) => lane.getBoundingClientRect());
  return lanes.length > 0 && lanes.every(({ left, right, top, bottom }) =>
    left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom);
})()`;

for (const viewport of [desktop, phone]) {
  test.serial(`the graph of a run fits into the view at ${viewport.width} pixels`, async (t) => {
    const { page } = await openBoardPage(t, { events, hash: "#/units/shop/graph", viewport });
    await page.locator(".graph").waitFor();
    await until(page, isWholeInView);
    t.pass();
  });
}

test.serial("a run of 5,000 objects fits into the view and can be searched by name", async (t) => {
  const run = eventsOf({ unit: "shop", number: 1, plan: largePlan(5000), at: eventsStart, ends: {} });
  const { page, trouble } = await openBoardPage(t, {
    events: [stateEvent("shop"), ...run],
    hash: "#/units/shop/graph",
  });
  await page.locator("path.far").first().waitFor({ state: "attached" });
  await until(page, isWholeInView);
  await page.locator("#search").fill("thing-7-123");
  await page.keyboard.press("Enter");
  await page.locator("#details", { hasText: "thing-7-123" }).waitFor();
  await page.locator(".box[aria-selected=true]").waitFor();
  t.deepEqual(trouble, []);
});

test.serial("the page title names the view and the number of failures", async (t) => {
  const { page, url } = await openBoardPage(t, { events });
  await until(page, "document.title === '(1 failed) platform: all units · converge'");
  await page.goto(`${url}#/units/shop/timeline`);
  await until(page, "document.title === '(1 failed) shop: timeline of run 7 · converge'");
  await page.keyboard.press("4");
  await until(page, "document.title === '(1 failed) shop: problems of run 7 · converge'");
  t.pass();
});

test.serial("failed units come first", async (t) => {
  const { page } = await openBoardPage(t, { events });
  await page.locator("#unit-1").waitFor();
  t.deepEqual(await page.locator(".unit .name").allInnerTexts(), ["shop", "base"]);
});

test.serial("printed pages show every view completely, in black on white and without controls", async (t) => {
  const { page, url } = await openBoardPage(t, { events, colorScheme: "dark", viewport: phone });
  for (const hash of places) {
    await page.goto(`${url}${hash}`);
    await page.locator(hash === "#/" ? "#unit-1" : "#panel").waitFor();
    await until(page, "true");
    await page.emulateMedia({ media: "print" });
    if (hash.endsWith("/graph")) {
      await page.locator("#boxes .box").nth(10).waitFor({ state: "attached" });
    }
    await until(page, "true");
    t.deepEqual(
      await page.evaluate(
        "[...document.querySelectorAll('.plain, input, .tab, .chip, .run, dialog')].filter((one) => one.offsetParent !== null).map((one) => one.outerHTML)",
      ),
      [],
      hash,
    );
    t.is(await page.evaluate("getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)");
    t.is(await page.evaluate("getComputedStyle(document.body).color"), "rgb(0, 0, 0)");
    if (hash.endsWith("/graph")) {
      t.is(await page.locator("#boxes .box").count(), 11);
      t.true(await page.evaluate<boolean>(isWholeInView));
    }
    await page.emulateMedia({ media: "screen" });
  }
});
