import test from "ava";

import { reasonFirst, reasonOnce } from "./failure-reason.ts";
import { printedRun as printed } from "../../../fixtures/printed-run.ts";
import { after, targetOf } from "../../../fixtures/recorded-run.ts";

const orders = test.macro({
  exec(t, message: string, first: string, once: string) {
    t.is(reasonFirst(message), first);
    t.is(reasonOnce(message), once);
  },
  title: (_, message: string) => `the container's reason is moved to the front of: ${message}`,
});

const stuck =
  "0 of 1 replica available; container web in pod web-1: ImagePullBackOff: Back-off pulling image";
const ordered =
  "ImagePullBackOff: 0 of 1 replica available; container web in pod web-1: Back-off pulling image";
test(orders, stuck, ordered, stuck);
test(
  orders,
  "CrashLoopBackOff: container web in pod web-1: CrashLoopBackOff: back-off 10s",
  "CrashLoopBackOff: container web in pod web-1: back-off 10s",
  "CrashLoopBackOff: container web in pod web-1: back-off 10s",
);
test(
  orders,
  "container web in pod web-1: CrashLoopBackOff",
  "CrashLoopBackOff: container web in pod web-1",
  "container web in pod web-1: CrashLoopBackOff",
);
test(
  orders,
  'Internal error occurred: failed calling webhook "a.b": no endpoints available for service "w"',
  'failed calling webhook "a.b": no endpoints available for service "w"',
  'Internal error occurred: failed calling webhook "a.b": no endpoints available for service "w"',
);
test(orders, "0 of 3 replicas available", "0 of 3 replicas available", "0 of 3 replicas available");
test(orders, "", "", "");

const web = "apps/namespaces/shop/Deployment/web";

function render(events: readonly string[]): readonly string[] {
  const trouble = { pods: [], events, logs: [], blockers: [] };
  const target = targetOf(web);
  return printed([after(1, { type: "reconcile", target, operation: "apply", state: "Failed", trouble })])
    .split("\n")
    .slice(1, -1);
}

test("normal pod events are omitted from a failure unless there are no warnings", (t) => {
  const pulled = "Normal Pulled: Container image is present";
  t.deepEqual(render([pulled, "Warning BackOff: Back-off restarting", "Normal Started: Started"]), [
    "    event: Warning BackOff: Back-off restarting",
  ]);
  t.deepEqual(render([pulled]), [`    event: ${pulled}`]);
});
