/** The plan of a unit that waits for approval, on its page. */
import test from "ava";

import { eventsOf, eventsStart } from "../../fixtures/sync-timeline.ts";
import { shop } from "../../fixtures/sample-plan.ts";
import type { ObjectDiff } from "../../lib/object/field-change.ts";
import type { PendingPlan } from "../../lib/sync/approval/pending-plan.ts";
import type { SyncEvent } from "../../lib/sync/sync-event.ts";
import { axeViolations } from "../axe.ts";
import { until } from "../browser.ts";
import { closeBrowser, failedRun, openBoardPage, stateEvent } from "./board-page.ts";

test.after.always(closeBrowser);

function keyOf(index: number): string {
  return `/namespaces/shop/ConfigMap/thing-${index}`;
}

/** A plan of that many objects, of which the first one is deleted. */
function planOf(size: number): { readonly plan: PendingPlan; readonly diffs: readonly ObjectDiff[] } {
  const change = { path: ["data", "color"], kind: "changed", before: "green", after: "blue" } as const;
  const pruned: ObjectDiff = { key: "apps/namespaces/shop/Deployment/old", verb: "prune", changes: [] };
  const changed = Array.from({ length: size - 1 }, (_, index): ObjectDiff => ({
    key: keyOf(index),
    verb: "change",
    changes: [change],
  }));
  const objects = [
    { object: pruned.key, action: "prune" } as const,
    ...changed.map(({ key }) => ({ object: key, action: "update" }) as const),
  ];
  return {
    plan: {
      digest: "d".repeat(64),
      commit: "a".repeat(40),
      namespace: "converge-system",
      counts: { update: size - 1, prune: 1 },
      objects: objects.slice(0, 50),
      more: Math.max(size - 50, 0),
    },
    diffs: [pruned, ...changed],
  };
}

/** The events of a unit whose plan waits. */
function waiting(size: number): readonly SyncEvent[] {
  const { plan, diffs } = planOf(size);
  const at = eventsStart + 60_000;
  const message = `plan ${plan.digest.slice(0, 12)} waits for approval: ${size - 1} to update, 1 to prune`;
  const begun = eventsOf({ unit: "shop", number: 8, plan: shop, at });
  const planned = begun.slice(0, begun.findIndex(({ type }) => type === "planned") + 1);
  const run = begun[0]?.type === "runBegun" ? begun[0].run : undefined;
  if (run === undefined) {
    throw new Error("no run has begun");
  }
  const result = { outcomes: [], verdict: "interrupted", took: 600, criticalPath: [] } as const;
  return [
    stateEvent("base"),
    stateEvent("shop"),
    ...failedRun,
    ...planned,
    { type: "planPending", at, run, plan, diffs },
    { type: "runEnded", at, run: { ...run, result } },
    stateEvent("shop", { phase: "AwaitingApproval", message, pendingPlan: plan }),
  ];
}

/** Whether the command is in the window as a whole, and nothing of it is cut off. */
const isCommandWhole = `(() => {
  const command = document.querySelector(".command");
  const { top, bottom, left, right } = command.getBoundingClientRect();
  const isInWindow = top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
  return isInWindow && command.scrollHeight <= command.clientHeight && command.scrollWidth <= command.clientWidth;
})()`;

const looks = (["light", "dark"] as const).flatMap((colorScheme) =>
  [1280, 400].map((width) => ({ colorScheme, viewport: { width, height: 800 } })),
);

for (const look of looks) {
  for (const size of [3, 300]) {
    const { colorScheme, viewport } = look;
    test.serial(
      `a plan of ${size} objects is legible in ${colorScheme} at ${viewport.width} pixels, and names each of them`,
      async (t) => {
        const { page, trouble } = await openBoardPage(t, {
          events: waiting(size),
          hash: "#/units/shop/graph",
          reducedMotion: "reduce",
          ...look,
        });
        const changes = page.locator(".pending-plan .changes");
        await changes.waitFor();
        await page.locator("#connection[data-is=live]").waitFor();
        t.true(await page.evaluate<boolean>(isCommandWhole));
        t.deepEqual(await axeViolations(page), []);
        t.is(await page.evaluate("document.documentElement.scrollWidth"), viewport.width);
        const names = await changes.locator(".name").allInnerTexts();
        t.deepEqual([names.length, names[0]], [size, "old"]);
        await page.evaluate("document.querySelector('.pending-plan .changes').scrollTo(0, 1e6)");
        await until(page, isCommandWhole);
        t.is(await page.locator(".run .soft").first().innerText().then(resultIn), "planned");
        t.deepEqual(trouble, []);
      },
    );
  }
}

/** `bd35d77 · planned · 600ms · 3d ago` → `planned`. */
function resultIn(words: string): string | undefined {
  return words.split(" · ")[1];
}

test.serial("the objects of a plan can be searched by name", async (t) => {
  const { page } = await openBoardPage(t, { events: waiting(300), hash: "#/units/shop/graph" });
  await page.locator(".pending-plan").waitFor();
  await page.locator("#search").fill("thing-27");
  await until(page, "document.querySelectorAll('.pending-plan .name').length === 11");
  t.pass();
});

test.serial(
  "the plan of another replica is shown with its objects and the same approval command",
  async (t) => {
    const { plan } = planOf(300);
    const { page } = await openBoardPage(t, {
      events: [
        stateEvent("base"),
        stateEvent("shop", { phase: "Elsewhere", message: "", pendingPlan: plan }),
      ],
      hash: "#/units/shop/graph",
    });
    const section = page.locator(".pending-plan");
    await section.waitFor();
    const text = await section.innerText();
    t.true(text.includes(`converge.dev/approve=${plan.digest}`));
    t.true(text.includes("299 to update, 1 to prune"));
    t.true(text.includes("250 more objects not shown"));
    t.is(await section.locator(".name").count(), 50);
  },
);

test.serial(
  "a unit that waits for approval is listed before others, with its phase in one line",
  async (t) => {
    const { page } = await openBoardPage(t, { events: waiting(3) });
    const phase = page.locator("#unit-0.AwaitingApproval .phase");
    await phase.waitFor();
    t.true(((await phase.boundingBox())?.height ?? 99) < 30);
  },
);
