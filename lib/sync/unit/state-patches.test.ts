import test from "ava";

import { revisionOf, stateOf } from "../../../fixtures/recorded-sync.ts";
import { idlePatch } from "./state-patches.ts";

const applied = revisionOf("a", "Add a shop");
const waiting = { message: "waits for ring canary" };
const fault = "git does not answer";

test("a unit that has never applied anything is blocked, or has failed, without a revision", (t) => {
  const state = stateOf("shop");
  t.deepEqual(idlePatch(state, { fault: undefined, waiting: undefined }), {});
  t.deepEqual(idlePatch(state, { fault: undefined, waiting }), {
    phase: "Blocked",
    message: waiting.message,
  });
  t.deepEqual(idlePatch(state, { fault, waiting }), { phase: "Failed", message: fault });
});

test("a ready unit stays so while its revision is fetched again, and cannot be", (t) => {
  const state = stateOf("shop", { phase: "Ready", applied });
  t.deepEqual(idlePatch(state, { fault: undefined, waiting }), {});
  t.deepEqual(idlePatch(state, { fault, waiting }), { sourceFault: fault });
});
