import test from "ava";

import { startOf } from "../../../fixtures/recorded-run.ts";
import { startWords } from "./start-line.ts";

type Start = Parameters<typeof startWords>[0];

function startText(objects: Parameters<typeof startOf>[0], facts: Partial<Start> = {}): string {
  const event = startOf(objects, facts);
  return event.type === "start" ? startWords(event) : "";
}
const env = "/namespaces/shop/ConfigMap/env";
const old = "/namespaces/shop/ConfigMap/old";
const place = "blog in shop on https://127.0.0.1:6443";

test("a run begins with its action, release, namespace, server and size", (t) => {
  t.is(
    startText([
      [env, 1],
      [old, 2],
    ]),
    `installing ${place}: 2 objects in 2 groups`,
  );
  t.is(startText([[env, 1]], { action: "upgrade" }), `upgrading ${place}: 1 object in 1 group`);
  t.is(startText([[env, 1]], { action: "delete" }), `deleting ${place}: 1 object in 1 group`);
});

test("objects to prune and to wait for are counted among the objects, and again", (t) => {
  t.is(
    startText([
      [env, 1],
      [old, 2, "prune"],
      ["/namespaces/shop/Secret/vault", 1, "wait"],
    ]),
    `installing ${place}: 3 objects in 2 groups, 1 to prune, 1 only to wait for`,
  );
});

test("a rollback names the revision", (t) => {
  t.is(
    startText([[env, 1]], { action: "rollback", rollbackTo: 3 }),
    "rolling back blog to revision 3 in shop on https://127.0.0.1:6443: 1 object in 1 group",
  );
});

test("a dry run says that nothing is written, an empty one that there is nothing to do", (t) => {
  t.is(startText([], { dryRun: true }), `installing ${place} (dry run, nothing is written): nothing to do`);
});
