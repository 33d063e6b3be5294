import test from "ava";

import { printedRun as printed } from "../../../fixtures/printed-run.ts";
import { after, targetOf } from "../../../fixtures/recorded-run.ts";
import type { ApplyEvent } from "../../apply/model/event.ts";

const web = "apps/namespaces/shop/Deployment/web";

test("of many objects skipped for one cause one line tells, with three of their names", (t) => {
  const keys = Array.from({ length: 50 }, (_, index) => `/namespaces/shop/Pod/p${index}`);
  const because = { on: web, rule: "weight", until: "ready" } as const;
  const skip = (key: string): ApplyEvent =>
    after(1, { type: "actuation", target: targetOf(key), operation: "apply", state: "Skipped", because });
  const note = after(2, { type: "notice", level: "note", message: "on we go" });
  t.is(
    printed([...keys.map(skip), note]),
    `skipped     50 objects because ${web} is not ready: Pod/p0, Pod/p1, Pod/p2 and 47 more
note: on we go
`,
  );
  t.is(printed([...keys.slice(0, 3).map(skip), note]).split("\n").length, 5);
});
