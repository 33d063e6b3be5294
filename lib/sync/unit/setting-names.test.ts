import test from "ava";

import { outcomeOf } from "../../../fixtures/recorded-run.ts";
import type { Result } from "../../apply/model/event.ts";
import { SettingNamer } from "./setting-names.ts";

const namer = new SettingNamer(
  new Map([
    ["max-prune", "maxPrune"],
    ["create-namespace", "createNamespace"],
    ["force-conflicts", "forceConflicts"],
  ]),
);

const named = test.macro((t, text: string, expected: string) => {
  t.is(namer.text(text), expected);
});
test(
  "flags with values are named as settings",
  named,
  "more than --max-prune=25% allows; add --max-prune=7",
  "more than maxPrune: 25% allows; add maxPrune: 7",
);
test(
  "flags without values are named as settings",
  named,
  "with --create-namespace, or",
  "with createNamespace, or",
);
test(
  "other flags stay as they are",
  named,
  "kubectl -n shop --max-prunes x--max-prune --",
  "kubectl -n shop --max-prunes x--max-prune --",
);

test("of a unit that flags define, messages name flags", (t) => {
  t.is(new SettingNamer().text("add --max-prune=7"), "add --max-prune=7");
});

test("the message of a result names settings, and so do those of objects that were not written", (t) => {
  const message = "take them over with --force-conflicts";
  const failed = outcomeOf("/namespaces/shop/ConfigMap/env", {
    actuation: "Failed",
    reconcile: "Skipped",
    message,
  });
  const unready = outcomeOf("/namespaces/shop/ConfigMap/log", {
    actuation: "Succeeded",
    reconcile: "Failed",
    message,
  });
  const result: Result = {
    verdict: "refused",
    took: 0,
    criticalPath: [],
    outcomes: [failed, unready],
    message,
  };
  const expected = "take them over with forceConflicts";
  t.is(namer.result(result).message, expected);
  t.deepEqual(
    namer.result(result).outcomes.map((outcome) => outcome.message),
    [expected, message],
  );
  const finish = namer.event({ type: "finish", at: 0, result });
  t.like(finish, { result: { message: expected } });
});
