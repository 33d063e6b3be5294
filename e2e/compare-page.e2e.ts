import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import test from "ava";
import type { Browser, Page } from "playwright-core";

import { compared } from "../fixtures/compared-sets.ts";
import { dependsOn, object, planned, pods } from "../fixtures/planned.ts";
import type { JsonObject } from "../lib/object/json.ts";
import { comparisonHtml } from "../lib/web/plan-page/compare-html.ts";
import { unitsComparisonHtml } from "../lib/web/plan-page/units-html.ts";
import { axeViolations } from "./axe.ts";
import { openPage, startBrowser, until } from "./browser.ts";

let browser: Browser | undefined;

test.before(async () => {
  browser = await startBrowser();
});

test.after.always(async () => {
  await browser?.close();
});

function started(): Browser {
  if (browser === undefined) {
    throw new Error("no browser was started");
  }
  return browser;
}

async function pageOf(before: readonly JsonObject[], after: readonly JsonObject[]): Promise<string> {
  const display = { base: (file: string) => file, head: (file: string) => file };
  return comparisonHtml({
    base: planned(before, { action: "upgrade" }).plan,
    head: planned(after, { action: "upgrade" }).plan,
    comparison: await compared(before, after),
    sides: { base: "main", head: "topic" },
    display,
  });
}

const image = (tag: string): JsonObject => pods({ containers: [{ name: "web", image: `nginx:${tag}` }] });
const secret = (value: string): JsonObject =>
  object("Secret/password", { namespace: "shop", body: { stringData: { key: value } } });

/** A change of every kind. */
const before = [
  object("Deployment/web", { namespace: "shop", body: image("1") }),
  object("ConfigMap/gone", { namespace: "shop" }),
  object("ConfigMap/same", { namespace: "shop" }),
  object("StatefulSet/db", {
    namespace: "shop",
    annotations: { "converge.dev/recreate": "true" },
    body: { spec: { serviceName: "a" } },
  }),
  object("StatefulSet/fixed", { namespace: "shop", body: { spec: { serviceName: "a" } } }),
  secret("first-value"),
];
const after = [
  object("Deployment/web", {
    namespace: "shop",
    annotations: dependsOn("/namespaces/shop/ConfigMap/new"),
    body: image("2"),
  }),
  object("ConfigMap/new", { namespace: "shop", body: { data: { "<img src=x onerror=alert(1)>": "<b>" } } }),
  object("ConfigMap/same", { namespace: "shop" }),
  object("StatefulSet/db", {
    namespace: "shop",
    annotations: { "converge.dev/recreate": "true" },
    body: { spec: { serviceName: "b" } },
  }),
  object("StatefulSet/fixed", { namespace: "shop", body: { spec: { serviceName: "b" } } }),
  secret("second-value"),
];

/** The colours of the borders of boxes, and how they are drawn, by the texts of their badges. */
const bordersOf = `[...document.querySelectorAll("#boxes .box")].map((box) => {
  const { borderTopColor, borderTopStyle, borderTopWidth } = getComputedStyle(box);
  return [box.querySelector(".badge").textContent.replace(" ⇄", ""), borderTopColor, borderTopStyle + " " + borderTopWidth];
})`;

test("each effect has a distinct label, colour and border", async (t) => {
  const trouble = await openPage(started(), await pageOf(before, after), async (page) => {
    const borders = new Map(
      (await page.evaluate<[string, string, string][]>(bordersOf)).map(([badge, ...look]) => [badge, look]),
    );
    const words = ["+ added", "~ changed", "↻ recreated", "! refused", "− removed", ""];
    t.deepEqual([...borders.keys()].toSorted(), words.toSorted());
    const colours = ["+ added", "↻ recreated", "− removed", ""].map((badge) => borders.get(badge)?.[0]);
    t.is(new Set(colours).size, 4);
    t.not(borders.get("↻ recreated")?.[1], borders.get("! refused")?.[1]);
  });
  t.deepEqual(trouble, []);
});

test("the panel lists the changed fields of the selected object, hides values of Secrets, and shows markup as text", async (t) => {
  const trouble = await openPage(started(), await pageOf(before, after), async (page) => {
    const panel = page.locator("#panel");
    t.regex(await panel.innerText(), /RECREATED 1\s+StatefulSet\s*db/i);
    await page.locator("#boxes").getByText("web", { exact: true }).click();
    t.regex(await panel.innerText(), /containers\[name=web\]\.image: nginx:1 → nginx:2/);
    await page.locator("#search").fill("password");
    await page.keyboard.press("Enter");
    t.regex(await panel.innerText(), /data\.key: \(hidden, changed\)/);
    await page.keyboard.press("Escape");
    await panel.getByText("gone").click();
    t.regex(await panel.innerText(), /Removed · no longer in the manifests/);
    await page.locator("#search").fill("configmap new");
    await page.keyboard.press("Enter");
    t.regex(await panel.innerText(), /<img src=x onerror=alert\(1\)>/);
    t.is(await page.locator("img, b").count(), 0);
    await page.keyboard.press("ArrowRight");
    t.is(await page.locator("#boxes [aria-selected=true]").count(), 1);
  });
  t.deepEqual(trouble, []);
});

/** Two units that differ, and an object that moves between them. */
async function unitsPage(): Promise<string> {
  const display = { base: (file: string) => file, head: (file: string) => file };
  const settings = [{ path: ["prune"], kind: "added", after: false }] as const;
  const unit = { change: "changed", settings, notes: ["it is suspended"] } as const;
  const plans = {
    base: planned(before, { action: "upgrade" }).plan,
    head: planned(after, { action: "upgrade" }).plan,
    display,
  };
  const comparison = await compared(before, after);
  const moved = {
    key: "/namespaces/shop/ConfigMap/same",
    from: "shop",
    to: "web",
    outcome: "recreated",
    message: "shop deletes it",
    changes: [],
    origin: { file: "a.yaml", line: 1 },
  } as const;
  return unitsComparisonHtml({
    compared: {
      units: ["shop", "web"].map((name) => ({ ...unit, name, comparison })),
      moved: [moved],
      requests: [],
    },
    sides: { base: "main", head: "topic" },
    plans: [plans, plans],
  });
}

test("units are shown as consecutive lanes, and arrow keys move between boxes", async (t) => {
  const trouble = await openPage(started(), await unitsPage(), async (page) => {
    const titles = await page.locator(".lane-title").allInnerTexts();
    t.deepEqual([...new Set(titles.map((title) => title.replace(/:.*/s, "")))], ["shop", "web"]);
    const panel = page.locator("#panel");
    t.regex(await panel.innerText(), /MOVED BETWEEN UNITS/i);
    await page.locator("#search").fill("web: configmap/same");
    await page.keyboard.press("Enter");
    t.regex(await panel.innerText(), /moved from\s+shop\s+shop deletes it/);
    await page.keyboard.press("ArrowLeft");
    t.is(await page.locator("#boxes [aria-selected=true]").count(), 1);
    t.notRegex(await panel.innerText(), /moved from/);
    await page.keyboard.press("Escape");
    t.is(await page.locator("#boxes [aria-selected=true]").count(), 0);
  });
  t.deepEqual(trouble, []);
});

for (const colorScheme of ["light", "dark"] as const) {
  test.serial(`axe finds no violation in ${colorScheme}: several units`, async (t) => {
    await openFile(await unitsPage(), colorScheme, async (page) => {
      t.deepEqual(await axeViolations(page), []);
      await page.locator("#search").fill("web: configmap/same");
      await page.keyboard.press("Enter");
      await page.locator("#panel dl").waitFor();
      t.deepEqual(await axeViolations(page), []);
    });
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  test.serial(`axe finds no violation in ${colorScheme}: all changes, and one selected`, async (t) => {
    await openFile(await pageOf(before, after), colorScheme, async (page) => {
      t.deepEqual(await axeViolations(page), []);
      await page.locator("#search").fill("Deployment/web");
      await page.keyboard.press("Enter");
      await page.locator("#panel .change-text").first().waitFor();
      t.deepEqual(await axeViolations(page), []);
    });
  });
}

async function openFile(
  html: string,
  colorScheme: "light" | "dark",
  check: (page: Page) => Promise<void>,
): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "compare-page-"));
  const file = join(folder.path, "compare.html");
  writeFileSync(file, html);
  const context = await started().newContext({ colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(pathToFileURL(file).href);
  await until(page, "true");
  await check(page);
  await context.close();
}

/** Returns 5,000 objects in ten groups; one in a hundred has the value. */
function manyObjects(changed: string): readonly JsonObject[] {
  return Array.from({ length: 5000 }, (_, index) =>
    object(`ConfigMap/thing-${index}`, {
      namespace: "shop",
      annotations: { "werf.io/weight": String(index % 10) },
      body: { data: { key: index % 100 === 0 ? changed : "same" } },
    }),
  );
}

test.serial(
  "the page of 5,000 objects summarizes unchanged objects by group, and changes can be searched",
  async (t) => {
    const html = await pageOf(manyObjects("a"), manyObjects("b"));
    t.true(html.length < 400_000, String(html.length));
    await openFile(html, "light", async (page) => {
      t.is(await page.evaluate<number>("document.querySelectorAll('#panel .entry').length"), 50);
      await page.locator("#search").fill("thing-4200");
      await page.keyboard.press("Enter");
      await page.locator("#panel .change-text").waitFor();
      t.true((await page.evaluate<number>("document.querySelectorAll('#app *').length")) < 3000);
      await page.locator("#search").fill("unchanged");
      await page.keyboard.press("Enter");
      t.regex(await page.locator("#panel").innerText(), /and \d+ more/);
    });
  },
);
