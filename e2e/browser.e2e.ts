import test from "ava";

import { findChromium } from "./browser.ts";

test("the Chromium that CONVERGE_CHROMIUM names is taken, whatever stands on PATH", (t) => {
  t.is(findChromium({ ...process.env, CONVERGE_CHROMIUM: process.execPath }), process.execPath);
});

test("a CONVERGE_CHROMIUM that is not there is told of, and no other is taken", (t) => {
  t.throws(() => findChromium({ ...process.env, CONVERGE_CHROMIUM: "/nowhere/chromium" }), {
    message: /^CONVERGE_CHROMIUM is \/nowhere\/chromium, where there is no program: /,
  });
});
