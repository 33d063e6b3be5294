import test from "ava";

import { manualClock } from "../../../fixtures/manual-clock.ts";
import { revisionOf, stateOf } from "../../../fixtures/recorded-sync.ts";
import type { GitRevision } from "../../git/model/git-repository.ts";
import { openGate } from "./unit-gate.ts";
import type { Phase } from "./unit-state.ts";

const [a, b, c] = [revisionOf("a", "One"), revisionOf("b", "Two"), revisionOf("c", "Three")];

/** Returns what a unit may have by its state, which says b, and by its status, which says a. */
function admitted(phase: Phase): GitRevision | undefined {
  const ring = { name: "canary", units: [{}], promoteAfter: 0, maxFailing: { count: 0 } };
  const promotion = { since: 0, isForced: false };
  const gate = openGate(
    {
      clock: { ...manualClock(0), sleep: async () => {} },
      repository: { fetch: async () => c },
      rollout: () => ({ previous: ring, windows: [] }),
      command: () => ({ suspend: false, request: undefined, promote: undefined, approve: undefined }),
      status: () => ({
        isReady: true,
        applied: a.commit,
        observed: a.commit,
        remembered: { current: a, promotion: { revision: a, ...promotion } },
      }),
    },
    {
      state: () => stateOf("shop", { phase, attempted: b, promotion: { revision: b, ...promotion } }),
      wake: () => {},
      signal: new AbortController().signal,
    },
  );
  gate.open();
  return gate.admit(c).revision;
}

test("a unit that was kept here has what its state says, which may not be written yet", (t) => {
  t.is(admitted("Pending"), b);
});

test("a unit that another replica has kept has what the cluster says", (t) => {
  t.is(admitted("Elsewhere"), a);
});
