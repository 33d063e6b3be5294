import { createHash } from "node:crypto";

import test from "ava";

import { samplePlan, shop } from "../../../fixtures/sample-plan.ts";
import { planHtml } from "./plan-html.ts";

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start) + start.length;
  return text.slice(from, text.indexOf(end, from));
}

function hash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

test("the page of a plan is deterministic", (t) => {
  t.is(planHtml(shop), planHtml(shop));
});

test("the content security policy of the page allows only its own script and style", (t) => {
  const page = planHtml(shop);
  t.is(
    between(page, 'Content-Security-Policy" content="', '"'),
    `default-src 'none'; style-src ${hash(between(page, "<style>", "</style>"))}; ` +
      `script-src ${hash(between(page, "<script>", "</script>"))}; base-uri 'none'; form-action 'none'`,
  );
});

test("a name from a manifest cannot end the element that holds the data", (t) => {
  const plan = samplePlan({
    groups: [{ objects: ["v1 ConfigMap a/</script><script>alert(1)</script>", "v1 Secret a/<!--\u2028"] }],
  });
  const page = planHtml(plan);
  t.is(page.split("</script>").length, 3);
  t.false(page.includes("<!--"));
  t.false(page.includes("\u2028"));
});

test("the page title shows the action, release and size of the plan", (t) => {
  const named = planHtml({ ...shop, action: "upgrade", release: "a<b" });
  t.is(between(named, "<title>", "</title>"), "Upgrade plan for a&lt;b: 11 objects in 5 groups · converge");
  t.is(
    between(planHtml({ ...shop, release: "default" }), "<title>", "</title>"),
    "Install plan: 11 objects in 5 groups · converge",
  );
});

test("the page contains every object, edge and diagnostic", (t) => {
  const plan = {
    ...shop,
    diagnostics: [
      {
        code: "EdgeGivenUp",
        severity: "warning",
        message: "It gave way",
        ref: "/namespaces/shop/Secret/database",
        origin: { file: "a.yaml", line: 3 },
      },
    ],
  } as const;
  const data = JSON.parse(between(planHtml(plan), 'id="plan">', "</script>"));
  t.is(data.objects.length, 12);
  t.is(data.arrows.length, 10);
  t.deepEqual(data.diagnostics, [
    { severity: "warning", text: "It gave way [EdgeGivenUp]", origin: "a.yaml:3", object: 1 },
  ]);
  t.deepEqual(
    data.lanes.map((lane: { title: string; facts: readonly string[] }) => [lane.title, ...lane.facts]),
    [
      ["Cluster", "outside the set"],
      ["Group 1", "crds"],
      ["Group 2", "pre · weight -5", "after 1"],
      ["Group 3", "pre · weight -5", "after 1-2"],
      ["Group 4", "main · weight 0", "after 1-3"],
      ["Group 5", "main · weight 10", "after 4"],
    ],
  );
});
