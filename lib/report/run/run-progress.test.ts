import test from "ava";

import { printedRun as printed } from "../../../fixtures/printed-run.ts";
import { after, startOf, targetOf } from "../../../fixtures/recorded-run.ts";
import type { ApplyEvent } from "../../apply/model/event.ts";

const web = "apps/namespaces/shop/Deployment/web";

function created(key: string): ApplyEvent {
  return after(1, {
    type: "actuation",
    target: targetOf(key),
    operation: "apply",
    state: "Succeeded",
    change: "created",
  });
}

test("an object outside of the release namespace is shown with its namespace", (t) => {
  const stray = "/namespaces/media/ConfigMap/env";
  t.deepEqual(
    printed([
      startOf([
        [web, 1],
        [stray, 1],
      ]),
      created(web),
      created(stray),
    ])
      .split("\n")
      .slice(1, -1),
    ["created     Deployment/web", "created     ConfigMap/env -n media"],
  );
  t.deepEqual(
    printed([startOf([[stray, 1]]), created(stray)])
      .split("\n")
      .slice(0, -1),
    [
      "installing blog in shop on https://127.0.0.1:6443: 1 object in 1 group, in namespace media",
      "created     ConfigMap/env",
    ],
  );
});

test("kinds with the same name are shown with their API group", (t) => {
  const keys = ["/namespaces/shop/Service/web", "serving.knative.dev/namespaces/shop/Service/web"];
  t.deepEqual(
    printed([startOf(keys.map((key) => [key, 1])), ...keys.map(created)])
      .split("\n")
      .slice(1, -1),
    ["created     Service/web", "created     Service.serving.knative.dev/web"],
  );
});
