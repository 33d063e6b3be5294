import test from "ava";

import { until } from "../browser.ts";
import { closeBrowser, failedRun, openBoardPage, stateEvent } from "./board-page.ts";

test.after.always(closeBrowser);

test.serial("units can be listed by phase, repository and namespace", async (t) => {
  const { page, board } = await openBoardPage(t, { events: [stateEvent("base"), stateEvent("shop")] });
  board.configure([
    { name: "base", dependsOn: [], namespace: "infra", source: { url: "https://git.example/a" } },
    { name: "shop", dependsOn: ["base"], namespace: "shop", source: { url: "https://git.example/b" } },
  ]);
  board.emit(stateEvent("shop", { phase: "Failed", message: "git is away", sourceFault: "git is away" }));
  await page.locator("#unit-0.Failed").waitFor();
  // The message of git is in the row once.
  t.is((await page.locator("#unit-0").innerText()).split("git is away").length, 2);
  for (const [by, titles] of Object.entries({
    phase: ["Failed · 1", "Ready · 1"],
    repository: ["https://git.example/b · 1", "https://git.example/a · 1"],
    namespace: ["shop · 1", "infra · 1"],
  })) {
    await page.getByRole("button", { name: `by ${by}` }).click();
    await page.locator(".group-title", { hasText: titles[0] ?? "" }).waitFor();
    t.deepEqual(await page.locator(".group-title").allInnerTexts(), titles);
    t.is(await page.locator("#unit-1").count(), 1);
  }
  await page.getByRole("button", { name: "by namespace" }).click();
  await page.locator(".group-title").first().waitFor({ state: "detached" });
});

test.serial("no view skips a heading level, and accessible names contain the visible text", async (t) => {
  const { page, url } = await openBoardPage(t, {
    events: [stateEvent("base"), stateEvent("shop"), ...failedRun],
  });
  for (const hash of [
    "#/",
    ...["graph", "timeline", "changes", "trouble"].map((tab) => `#/units/shop/${tab}`),
  ]) {
    await page.goto(`${url}${hash}`);
    await page.locator("h1").waitFor();
    await until(page, "true");
    const levels = await page.evaluate<readonly number[]>(
      "[...document.querySelectorAll('#app h1, #app h2, #app h3, #app h4')].filter((one) => !one.closest('dialog')).map((one) => Number(one.tagName[1]))",
    );
    t.is(levels[0], 1);
    t.true(
      levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1),
      `${hash}: ${levels.join(" ")}`,
    );
    t.deepEqual(
      await page.evaluate(
        "[...document.querySelectorAll('a[aria-label], button[aria-label]')].filter((one) => /[a-z]/i.test(one.innerText) && !one.ariaLabel.includes(one.innerText.trim())).map((one) => one.outerHTML)",
      ),
      [],
    );
    t.deepEqual(
      await page.evaluate(
        "[...document.querySelectorAll('#app *')].filter((one) => one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY) && one.tabIndex < 0 && one.querySelector('a, button, [tabindex]') === null).map((one) => one.className)",
      ),
      [],
    );
  }
});
