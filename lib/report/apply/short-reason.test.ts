import test from "ava";

import { printedRun as printed } from "../../../fixtures/printed-run.ts";
import { after, targetOf } from "../../../fixtures/recorded-run.ts";
import type { ApplyEvent } from "../../apply/event.ts";
import { shortReason } from "./short-reason.ts";

test("a long reason is told whole for the first object and shortly for others", (t) => {
  const message = `it belongs to Helm (shop/web); remove it there, or ${"take it over, ".repeat(10)}`;
  const fail = (key: string): ApplyEvent =>
    after(1, { type: "actuation", target: targetOf(key), operation: "apply", state: "Failed", message });
  t.is(
    printed([fail("/Namespace/a"), fail("/Namespace/b")]),
    `failed      /Namespace/a: ${message.trim()}
failed      /Namespace/b: it belongs to Helm (shop/web)
`,
  );
});

const shortens = test.macro({
  exec(t, message: string, short: string) {
    t.is(shortReason(message), short);
  },
  title: (_, message: string) => `the short form of: ${message}`,
});

test(shortens, "no", "no");
test(shortens, "no\nsecond line", "no");
test(shortens, `it is taken; ${"or so ".repeat(10)}`, "it is taken");
test(shortens, "a".repeat(61), `${"a".repeat(59)}…`);
