import test from "ava";

import { makeUnit } from "./make-unit.ts";

const source = { url: "https://example.com/shop.git" };

test("a unit needs approval only if it is configured as manual", (t) => {
  t.is(makeUnit({ name: "shop", source }).approval, undefined);
  t.is(makeUnit({ name: "shop", source, approval: "automatic" }).approval, undefined);
  t.is(makeUnit({ name: "shop", source, approval: "manual" }).approval, "manual");
});
