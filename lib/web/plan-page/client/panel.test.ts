import test from "ava";

import { node } from "../../page/virtual-dom.ts";
import { section } from "./panel.ts";

test("a list of very many entries shows the first hundred, and all of them on demand", (t) => {
  const total = 200_000;
  const entries = Array.from({ length: total }, () => () => node("button.entry"));
  const [, list, more] = section("Waited for by", { entries, expanded: "Waits for" });
  t.is(list?.children.length, 100);
  t.is(more?.text, "Show all 200000");
  t.is(more?.attributes.get("data-do"), "expand:Waited for by");
  const [, whole, ...others] = section("Waited for by", { entries, expanded: "Waited for by" });
  t.is(whole?.children.length, total);
  t.deepEqual(others, []);
});
