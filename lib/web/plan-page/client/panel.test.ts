import test from "ava";

import { node } from "../../page/virtual-dom.ts";
import { section } from "./panel.ts";

test("a long list shows the first hundred entries, and all of them on demand", (t) => {
  const total = 200_000;
  const entries = Array.from({ length: total }, () => () => node("button.entry"));
  const [, list, more] = section("Dependents", { entries, expanded: "Waits for" });
  t.is(list?.children.length, 100);
  t.is(more?.text, "Show all 200000");
  t.is(more?.attributes.get("data-do"), "expand:Dependents");
  const [, whole, ...others] = section("Dependents", { entries, expanded: "Dependents" });
  t.is(whole?.children.length, total);
  t.deepEqual(others, []);
});
