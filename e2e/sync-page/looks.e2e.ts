import test from "ava";
import type { Page } from "playwright-core";

import { largePlan } from "../../fixtures/large-plan.ts";
import { eventsOf, eventsStart } from "../../fixtures/sync-timeline.ts";
import { until } from "../browser.ts";
import { linesBelowCards } from "../graph-lines.ts";
import { closeBrowser, failedRun, openBoardPage, stateEvent } from "./board-page.ts";

test.after.always(closeBrowser);

const places = [
  "#/",
  "#/units/shop/graph",
  "#/units/shop/timeline",
  "#/units/shop/changes",
  "#/units/shop/trouble",
];

for (const width of [360, 800]) {
  test.serial(`nothing is wider than a screen of ${width} pixels`, async (t) => {
    const viewport = { width, height: 700 };
    const failed = stateEvent("shop", { phase: "Failed", message: "m".repeat(300) });
    const { page, url } = await openBoardPage(t, {
      events: [stateEvent("base"), failed, ...failedRun],
      viewport,
    });
    for (const hash of places) {
      await page.goto(`${url}${hash}`);
      await page.locator(hash === "#/" ? "#unit-1" : "#panel").waitFor();
      t.is(await page.evaluate("document.documentElement.scrollWidth"), width, hash);
    }
  });
}

/** The least contrast among the texts of the page, with its text: WCAG 2.2, 1.4.3. Runs in the browser. */
const leastContrast = `(() => {
  const parse = (color) => (color.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => { for (let one = element; one; one = one.parentElement) { const c = parse(getComputedStyle(one).backgroundColor); if (c.length === 3 || c[3] === 1) return c; } return [255, 255, 255]; };
  let least = [99, ""];
  for (const element of document.querySelectorAll("#app *")) {
    const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
    const box = element.getBoundingClientRect();
    if (!text || box.width < 2 || element.closest("dialog:not([open]), .unseen")) continue;
    const [one, other] = [light(parse(getComputedStyle(element).color)), light(behind(element))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < least[0]) least = [ratio, element.className + ": " + element.textContent.slice(0, 40)];
  }
  return least;
})()`;

for (const colorScheme of ["light", "dark"] as const) {
  test.serial(`every text is legible in ${colorScheme}`, async (t) => {
    const { page, url } = await openBoardPage(t, {
      events: [
        stateEvent("base", { phase: "Elsewhere" }),
        stateEvent("shop", { phase: "Failed", failures: 3, retryAt: Date.now() + 60_000 }),
        ...failedRun,
        { type: "sourceFailed", at: eventsStart, unit: "shop", message: "no route" },
      ],
      colorScheme,
      reducedMotion: "reduce",
    });
    for (const hash of places) {
      await page.goto(`${url}${hash}`);
      await page.locator(hash === "#/" ? "#unit-1" : "#panel").waitFor();
      await page.locator("#connection[data-is=live]").waitFor();
      const [ratio, text] = await page.evaluate<[number, string]>(leastContrast);
      t.true(ratio >= 4.5, `${hash}: ${ratio.toFixed(2)} ${text}`);
    }
  });
}

test.serial("lines of a graph run next to boxes, not below them", async (t) => {
  const { page, trouble } = await openBoardPage(t, {
    events: [stateEvent("shop"), ...failedRun],
    hash: "#/units/shop/graph",
    viewport: { width: 1200, height: 700 },
  });
  await page.locator(".box").first().waitFor();
  await until(page, "true");
  const { below, points } = await linesBelowCards(page, { lines: "path.edges", cards: ".box" });
  t.deepEqual(below, []);
  t.true(points > 100);
  t.deepEqual(trouble, []);
});

test.serial("moving the mouse over a graph selects nothing", async (t) => {
  const { page } = await openBoardPage(t, {
    events: [stateEvent("shop"), ...failedRun],
    hash: "#/units/shop/graph",
    viewport: { width: 800, height: 1000 },
  });
  await page.locator(".box").first().waitFor();
  await page.locator("#graph").focus();
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await until(page, "document.getElementById('graph').scrollWidth > 1200");
  const before = await page.evaluate<number>("document.getElementById('graph').scrollLeft");
  await page.mouse.move(500, 450);
  await page.mouse.down();
  await page.mouse.move(400, 450, { steps: 4 });
  await page.mouse.up();
  await until(page, `document.getElementById('graph').scrollLeft === ${before} + 100`);
  await until(page, "true");
  t.is(await page.locator("#details").count(), 0);
  await page.locator(".box", { hasText: "migrate" }).click();
  await page.locator("#details").waitFor();
});

/**
 * A function that does something to a page, waits for a frame, and returns the milliseconds of CPU time that
 * the page's thread took for it: unlike time, that hardly depends on what else the machine does.
 */
async function meterOf(page: Page): Promise<(act: () => Promise<unknown>) => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const used = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
  };
  return async (act) => {
    const before = await used();
    await act();
    await until(page, "true");
    return (await used()) - before;
  };
}

test.serial(
  "the page of a unit of a thousand objects has few elements, live updates, and fast keyboard navigation",
  async (t) => {
    const plan = largePlan(1000);
    const events = eventsOf({ unit: "shop", number: 1, plan, at: Date.now(), ends: {} });
    const { page, board, trouble } = await openBoardPage(t, {
      events: [stateEvent("shop"), ...events.slice(0, 1000)],
      hash: "#/units/shop/graph",
    });
    await page.locator("path.far").first().waitFor({ state: "attached" });
    const measure = await meterOf(page);
    const updates = await measure(async () => {
      for (const event of events.slice(1000)) {
        board.emit(event);
      }
      await page.locator(".sign", { hasText: "1000 unchanged" }).waitFor();
    });
    const taken = [updates];
    await page.locator("#graph").focus();
    for (const key of ["ArrowRight", "ArrowDown", "ArrowDown", "ArrowRight", "-", "-", "0", "+", "+"]) {
      taken.push(await measure(async () => page.keyboard.press(key)));
    }
    taken.push(await measure(async () => page.keyboard.press("2")));
    await page.locator("#timeline").waitFor();
    t.true((await page.evaluate<number>("document.querySelectorAll('#app *').length")) < 6000);
    t.true(
      taken.every((milliseconds) => milliseconds < 1000),
      `${taken.join(", ")} ms`,
    );
    t.deepEqual(trouble, []);
  },
);
