import test from "ava";

import { findChromium } from "./browser.ts";

test("the Chromium that CONVERGE_CHROMIUM names is used, whatever is on PATH", (t) => {
  t.is(findChromium({ ...process.env, CONVERGE_CHROMIUM: process.execPath }), process.execPath);
});

test("a missing CONVERGE_CHROMIUM is reported, and no other Chromium is used", (t) => {
  t.throws(() => findChromium({ ...process.env, CONVERGE_CHROMIUM: "/nowhere/chromium" }), {
    message: /^CONVERGE_CHROMIUM is \/nowhere\/chromium, where there is no program: /,
  });
});
