import test from "ava";

import { printedRun as printed } from "../../../fixtures/printed-run.ts";
import type { ApplyEvent } from "../../apply/model/event.ts";
import { after, finishOf, startOf, targetOf } from "../../../fixtures/recorded-run.ts";

const web = "apps/namespaces/shop/Deployment/web";

test("a hook that is deleted after it finished appears once on the critical path, with its duration", (t) => {
  const key = "batch/namespaces/shop/Job/migrate";
  const target = targetOf(key);
  const done = { target, state: "Succeeded" } as const;
  const text = printed([
    startOf([
      [key, 1],
      [web, 2],
    ]),
    after(0, { type: "sending", target, operation: "apply" }),
    after(10, { type: "actuation", ...done, operation: "apply", change: "created" }),
    after(3000, { type: "reconcile", ...done, operation: "apply" }),
    after(3000, { type: "sending", target, operation: "delete" }),
    after(3010, { type: "actuation", ...done, operation: "delete", change: "deleted" }),
    after(3020, { type: "reconcile", ...done, operation: "delete" }),
    finishOf(4000, { criticalPath: [key, web, key] }),
  ]);
  t.true(text.endsWith("\ncritical path: Job/migrate (3s) → Deployment/web\n"), text);
});

/** An object that is gone as soon as its deletion is answered. */
function gone(key: string, at: number): readonly ApplyEvent[] {
  const done = { target: targetOf(key), state: "Succeeded", operation: "delete" } as const;
  return [
    after(at, { type: "sending", target: done.target, operation: "delete" }),
    after(at + 10, { type: "actuation", ...done, change: "deleted" }),
    after(at + 10, { type: "reconcile", ...done }),
  ];
}

test("no critical path is printed if no step took time", (t) => {
  const env = "/namespaces/shop/ConfigMap/env";
  const text = printed([
    startOf([
      [web, 1],
      [env, 1],
    ]),
    ...gone(web, 900),
    ...gone(env, 910),
    finishOf(1200, { criticalPath: [web, env] }),
  ]);
  t.notRegex(text, /critical path/);
});
