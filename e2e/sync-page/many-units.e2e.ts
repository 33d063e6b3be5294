import test from "ava";

import { eventsStart } from "../../fixtures/sync-timeline.ts";
import type { SyncEvent } from "../../lib/sync/sync-event.ts";
import { axeViolations } from "../axe.ts";
import { until } from "../browser.ts";
import { closeBrowser, openBoardPage, type BoardPage, stateEvent } from "./board-page.ts";

test.after.always(closeBrowser);

const names = Array.from({ length: 998 }, (_, index) => `unit-${String(index).padStart(4, "0")}`);
const events: readonly SyncEvent[] = names.map((name) => stateEvent(name));

/** The name of the unit that has the focus. */
const focusedUnit = "document.activeElement.querySelector('.name')?.textContent";

function untilFocused({ page }: BoardPage, name: string): Promise<void> {
  return until(page, `${focusedUnit} === ${JSON.stringify(name)}`);
}

test.serial("a thousand units are all reached by keyboard, though few of them are drawn", async (t) => {
  const opened = await openBoardPage(t, { events });
  const { page, trouble } = opened;
  await page.locator("#unit-0").waitFor();
  t.is(await page.locator("h1").innerText(), "1000 units");
  t.true((await page.locator(".unit").count()) < 100);
  t.deepEqual(await axeViolations(page), []);
  await page.locator("#unit-0").focus();
  const seen: string[] = [];
  for (let step = 0; step < 60; step++) {
    seen.push(await page.evaluate<string>(focusedUnit));
    await page.keyboard.press(step % 2 === 0 ? "ArrowDown" : "Tab");
    await until(page, `${focusedUnit} !== ${JSON.stringify(seen.at(-1))}`);
  }
  t.deepEqual(seen, ["base", ...names].slice(0, 60));
  await page.keyboard.press("End");
  // It depends on another unit.
  await untilFocused(opened, "shop");
  await page.keyboard.press("ArrowUp");
  await untilFocused(opened, "unit-0997");
  t.true(await page.evaluate<boolean>(isInWindow));
  await page.keyboard.press("Home");
  await untilFocused(opened, "base");
  t.deepEqual(trouble, []);
});

/** Whether the focused element is in the window as a whole. */
const isInWindow = `(() => {
  const { top, bottom } = document.activeElement.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
})()`;

test.serial("a unit is found by its name, wherever it is in the list", async (t) => {
  const opened = await openBoardPage(t, { events });
  const { page } = opened;
  await page.locator("#unit-0").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("unit-07");
  await page.locator("h1", { hasText: "100 of 1000 units" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await untilFocused(opened, "unit-0700");
  await page.keyboard.press("/");
  await page.keyboard.type("77");
  await page.locator("h1", { hasText: "1 of 1000 units" }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".unit-head", { hasText: "unit-0777" }).waitFor();
  t.pass();
});

test.serial("a long list can be scrolled to its end, and shows changes there", async (t) => {
  const { page, board } = await openBoardPage(t, { events });
  await page.locator("#unit-0").waitFor();
  await page.mouse.move(600, 400);
  await until(
    page,
    "(scrollTo(0, document.documentElement.scrollHeight), document.querySelector('#unit-990'))",
  );
  const row = page.locator(".unit", { hasText: "unit-0995" });
  await row.waitFor();
  board.emit(stateEvent("unit-0995", { phase: "Reconciling", message: "applies a revision" }));
  await page.locator(".unit.Reconciling", { hasText: "unit-0995" }).waitFor();
  board.emit({ type: "removed", at: eventsStart, unit: "unit-0995", policy: "orphan" });
  await row.waitFor({ state: "detached" });
  t.is(await page.locator("h1").innerText(), "999 units");
});

test.serial("all of a thousand units are printed", async (t) => {
  const { page } = await openBoardPage(t, { events });
  await page.locator("#unit-0").waitFor();
  await page.emulateMedia({ media: "print" });
  await until(page, "document.querySelectorAll('.unit').length === 1000");
  await page.emulateMedia({ media: "screen" });
  await until(page, "document.querySelectorAll('.unit').length < 100");
  t.pass();
});
