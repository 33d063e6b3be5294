import test from "ava";

import { printedRun as printed } from "../../../fixtures/printed-run.ts";
import { after, startOf, targetOf } from "../../../fixtures/recorded-run.ts";
import type { ApplyEvent } from "../../apply/model/event.ts";

const web = "apps/namespaces/shop/Deployment/web";

test("many objects skipped for the same cause are printed in one line with three of their names", (t) => {
  const keys = Array.from({ length: 50 }, (_, index) => `/namespaces/shop/Pod/p${index}`);
  const because = { on: web, rule: "weight", until: "ready" } as const;
  const skip = (key: string): ApplyEvent =>
    after(1, { type: "actuation", target: targetOf(key), operation: "apply", state: "Skipped", because });
  const note = after(2, { type: "notice", level: "note", message: "on we go" });
  const start = startOf([web, ...keys].map((key) => [key, 1]));
  t.is(
    printed([start, ...keys.map(skip), note]),
    `installing blog in shop on https://127.0.0.1:6443: 51 objects in 1 group
skipped     50 objects because Deployment/web is not ready: Pod/p0, Pod/p1, Pod/p2 and 47 more
note: on we go
`,
  );
  t.is(printed([start, ...keys.slice(0, 3).map(skip), note]).split("\n").length, 6);
});
