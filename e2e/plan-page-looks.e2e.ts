import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import test from "ava";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";

import { largePlan } from "../fixtures/large-plan.ts";
import { shop } from "../fixtures/sample-plan.ts";
import type { Plan } from "../lib/plan/plan.ts";
import { planHtml } from "../lib/web/plan-page/plan-html.ts";
import { axeViolations } from "./axe.ts";
import { startBrowser, until } from "./browser.ts";

let browser: Browser | undefined;

test.before(async () => {
  browser = await startBrowser();
});

test.after.always(async () => {
  await browser?.close();
});

/** Opens the page of a plan with these settings of the reader's browser. */
async function openPlan(
  plan: Plan,
  look: BrowserContextOptions,
  check: (page: Page) => Promise<void>,
): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "plan-page-"));
  const file = join(folder.path, "plan.html");
  writeFileSync(file, planHtml(plan));
  const context = await browser?.newContext({ reducedMotion: "reduce", ...look });
  if (context === undefined) {
    throw new Error("no browser was started");
  }
  const page = await context.newPage();
  await page.goto(pathToFileURL(file).href);
  await until(page, "true");
  await check(page);
  await context.close();
}

const finding = {
  code: "EdgeGivenUp",
  severity: "warning",
  message: "It gave way",
  ref: "/namespaces/shop/Secret/database",
  origin: { file: "a.yaml", line: 3 },
} as const;

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

for (const colorScheme of ["light", "dark"] as const) {
  for (const viewport of [desktop, phone]) {
    test.serial(
      `axe finds no violation in ${colorScheme} at ${viewport.width} pixels: whole plan, selection, search and help`,
      async (t) => {
        const plan = { ...shop, diagnostics: [finding] };
        await openPlan(plan, { colorScheme, viewport }, async (page) => {
          t.deepEqual(await axeViolations(page), []);
          await page.locator("#search").fill("Deployment");
          t.deepEqual(await axeViolations(page), []);
          await page.keyboard.press("Enter");
          await page.locator("#panel .facts").waitFor();
          t.deepEqual(await axeViolations(page), []);
          await page.keyboard.press("?");
          await page.locator("dialog[open]").waitFor();
          t.deepEqual(await axeViolations(page), []);
          t.is(await page.evaluate("document.documentElement.scrollWidth"), viewport.width);
        });
      },
    );
  }
}

/** Whether the whole drawing is inside the graph's element. */
const isWholeInView = `(() => {
  const frame = document.querySelector(".graph").getBoundingClientRect();
  return [...document.querySelectorAll(".lane")].every((lane) => {
    const { left, right, top, bottom } = lane.getBoundingClientRect();
    return left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom;
  });
})()`;

for (const [name, plan] of Object.entries({ twelve: shop, "five thousand": largePlan(5000) })) {
  for (const viewport of [desktop, phone]) {
    test.serial(`a plan of ${name} objects fits into the view at ${viewport.width} pixels`, async (t) => {
      await openPlan(plan, { viewport }, async (page) => {
        await until(page, isWholeInView);
        t.true(await page.evaluate<boolean>(isWholeInView));
      });
    });
  }
}

test.serial("a plan that fits into the view still fits when the window becomes smaller", async (t) => {
  await openPlan(shop, { viewport: desktop }, async (page) => {
    await until(page, isWholeInView);
    await page.setViewportSize(phone);
    await until(page, `innerWidth === ${phone.width} && ${isWholeInView}`);
    t.pass();
  });
});

test.serial("a plan of 5,000 objects can be searched and zoomed without long pauses", async (t) => {
  await openPlan(largePlan(5000), { viewport: desktop }, async (page) => {
    t.true((await page.evaluate<number>("performance.now()")) < 20_000);
    await page.evaluate(
      `window.longest = 0; new PerformanceObserver((list) => { for (const task of list.getEntries()) window.longest = Math.max(window.longest, task.duration); }).observe({ type: "longtask" })`,
    );
    await page.locator("#search").fill("thing-7-123");
    await page.keyboard.press("Enter");
    await page.locator("#panel h2", { hasText: "thing-7-123" }).waitFor();
    for (const key of ["+", "+", "-", "-", "ArrowDown", "ArrowRight", "0"]) {
      await page.keyboard.press(key);
      await until(page, "true");
    }
    const longest = await page.evaluate<number>("window.longest");
    t.true(longest < 1500, `a task of ${longest} ms`);
    t.true((await page.evaluate<number>("document.querySelectorAll('#app *').length")) < 6000);
  });
});

test.serial("? opens the list of keys, Escape closes it and keeps the selection", async (t) => {
  await openPlan(shop, { viewport: desktop }, async (page) => {
    await page.locator("#stage").focus();
    await page.keyboard.press("ArrowRight");
    await page.locator("#panel .facts").waitFor();
    await page.keyboard.press("?");
    await page.locator("dialog[open]").waitFor();
    const text = await page.locator("dialog").innerText();
    for (const key of ["/", "Esc", "Arrow keys", "+", "0"]) {
      t.true(text.includes(key), key);
    }
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    t.is(await page.locator("#panel .facts").count(), 1);
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    await page.getByRole("button", { name: "Close" }).click();
    await page.locator("dialog[open]").waitFor({ state: "detached" });
  });
});

test.serial("a question mark in the search field is text", async (t) => {
  await openPlan(shop, {}, async (page) => {
    await page.locator("#search").focus();
    await page.keyboard.type("?");
    t.is(await page.locator("dialog[open]").count(), 0);
    t.is(await page.locator("#search").inputValue(), "?");
  });
});

test.serial("the page title and the heading name the plan", async (t) => {
  await openPlan({ ...shop, action: "upgrade", release: "shop" }, {}, async (page) => {
    t.is(await page.title(), "Upgrade plan for shop: 11 objects in 5 groups · converge");
    t.is(await page.locator("h1").innerText(), "Upgrade plan for shop");
  });
});

test.serial("the printed page shows the whole graph in black on white, without controls", async (t) => {
  await openPlan(shop, { colorScheme: "dark", viewport: phone }, async (page) => {
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await until(page, "document.querySelectorAll('#boxes .box').length === 12");
    t.deepEqual(
      await page.evaluate(
        "[...document.querySelectorAll('button, input, dialog')].filter((one) => one.offsetParent !== null && one.dataset.do?.startsWith('select') !== true).map((one) => one.outerHTML)",
      ),
      [],
    );
    t.is(await page.evaluate("getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)");
    t.is(await page.evaluate("getComputedStyle(document.querySelector('.name')).color"), "rgb(0, 0, 0)");
    const right = await page.evaluate<number>(
      "Math.max(...[...document.querySelectorAll('.box')].map((box) => box.getBoundingClientRect().right))",
    );
    t.true(right < 980, String(right));
    await page.emulateMedia({ media: "screen" });
    await until(page, isWholeInView);
  });
});
