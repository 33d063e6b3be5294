import test from "ava";

import { manualClock } from "../../../fixtures/manual-clock.ts";
import { revisionOf, stateOf } from "../../../fixtures/recorded-sync.ts";
import type { GitRevision } from "../../git/model/git-repository.ts";
import { openGate } from "./unit-gate.ts";
import type { Phase } from "./unit-state.ts";

const [a, b, c] = [revisionOf("a", "One"), revisionOf("b", "Two"), revisionOf("c", "Three")];

/** Returns the admitted revision of a unit with b in its state and a in its status. */
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

test("a unit of this replica gets the revision of its state, which may not be written yet", (t) => {
  t.is(admitted("Pending"), b);
});

test("a unit of another replica gets the revision of its status in the cluster", (t) => {
  t.is(admitted("Elsewhere"), a);
});
