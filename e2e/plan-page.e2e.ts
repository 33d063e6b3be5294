import test, { type ExecutionContext } from "ava";
import type { Browser, Page } from "playwright-core";

import { dependsOn, object, planned, pods } from "../fixtures/planned.ts";
import type { JsonObject } from "../lib/object/json.ts";
import { planHtml } from "../lib/web/plan-page/plan-html.ts";
import { openPage, startBrowser } from "./browser.ts";
import { linesBelowCards } from "./graph-lines.ts";

let browser: Browser | undefined;

test.before(async () => {
  browser = await startBrowser();
});

test.after.always(async () => {
  await browser?.close();
});

/** Opens the page of a plan, and fails on any error in it and on any request that it makes. */
async function openPlan(
  t: ExecutionContext,
  objects: readonly JsonObject[],
  check: (page: Page) => Promise<void>,
): Promise<void> {
  if (browser === undefined) {
    throw new Error("no browser was started");
  }
  t.deepEqual(await openPage(browser, planHtml(planned(objects).plan), check), []);
}

const shop = [
  object("StatefulSet/db", { body: pods({ serviceAccountName: "db" }) }),
  object("ServiceAccount/db"),
  object("Deployment/web", { annotations: dependsOn("apps/namespaces/default/StatefulSet/db") }),
];

test("every object is drawn", async (t) => {
  await openPlan(t, shop, async (page) => {
    const drawn = await page.locator("#boxes").textContent();
    for (const name of ["StatefulSet", "db", "ServiceAccount", "Deployment", "web"]) {
      t.true(drawn?.includes(name), name);
    }
  });
});

test("a click on an object shows its dependencies, with rule, annotation and line", async (t) => {
  await openPlan(t, shop, async (page) => {
    await page.locator("#boxes").getByText("web", { exact: true }).first().click();
    const panel = await page.locator("#panel").innerText();
    t.regex(panel, /StatefulSet\s*db/);
    t.regex(panel, /ready/);
    t.regex(panel, /depends-on/);
    t.regex(panel, /set\.json:\d+/);
  });
});

test("an object is found by typing its name", async (t) => {
  await openPlan(t, shop, async (page) => {
    await page.locator("#search").fill("ServiceAccount");
    await page.keyboard.press("Enter");
    t.regex(await page.locator("#panel").innerText(), /ServiceAccount\/db/);
  });
});

test("arrow keys go from object to object, dragging selects nothing, and Escape clears the selection", async (t) => {
  await openPlan(t, shop, async (page) => {
    await page.locator("#stage").focus();
    await page.keyboard.press("ArrowRight");
    await page.locator("#panel .ref", { hasText: "ServiceAccount/db" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.locator("#panel .ref", { hasText: "StatefulSet/db" }).waitFor();
    t.regex(await page.evaluate<string>("location.hash"), /StatefulSet%2Fdb$/);
    t.is(await page.locator("#boxes [aria-selected=true]").count(), 1);
    await page.keyboard.press("Escape");
    await page.locator("#panel .ref").waitFor({ state: "detached" });
    await page.locator("#boxes .box").first().hover();
    await page.mouse.down();
    await page.mouse.move(300, 300, { steps: 4 });
    await page.mouse.up();
    t.is(await page.locator("#panel .ref").count(), 0);
  });
});

test("names that look like markup or script are shown as text", async (t) => {
  const name = "<img src=x onerror=alert(1)>'\"</script><script>alert(2)</script>".replaceAll("/", "");
  await openPlan(
    t,
    [object(`ClusterRole/${name}`), object("ConfigMap/</title>".replace("</", "<"))],
    async (page) => {
      t.is(await page.locator("img").count(), 0);
      t.regex((await page.locator("#boxes").textContent()) ?? "", /onerror=alert/);
    },
  );
});

test("lines run next to the cards that they pass, not below them, and have arrowheads at their targets", async (t) => {
  const chain = [
    object("Secret/password"),
    object("PersistentVolumeClaim/disk"),
    object("StatefulSet/db", {
      body: pods({ volumes: [{ name: "password", secret: { secretName: "password" } }] }),
    }),
    object("Deployment/web", {
      annotations: dependsOn("apps/namespaces/default/StatefulSet/db"),
      body: pods({
        volumes: [
          { name: "password", secret: { secretName: "password" } },
          { name: "disk", persistentVolumeClaim: { claimName: "disk" } },
        ],
      }),
    }),
  ];
  await openPlan(t, chain, async (page) => {
    const { below, points } = await linesBelowCards(page, { lines: "#arrows .arrow", cards: "#boxes .box" });
    t.deepEqual(below, []);
    t.true(points > 100);
    const heads = await page.locator("#arrows .head").getAttribute("d");
    t.is(heads?.match(/M/g)?.length, 2);
  });
});
