import test from "ava";

import { type DecidedRelease, permitted } from "./decide-changes.ts";
import type { OpenedRelease } from "./open-release.ts";

const opened = {} as OpenedRelease;

test("the decision that the guard permits is executed instead of the given one", async (t) => {
  const newer = {} as DecidedRelease;
  const guard = { permits: () => Promise.resolve(newer) };
  const older = { request: { guard } } as unknown as DecidedRelease;
  t.is(await permitted(older, opened), newer);
});

test("without a guard the given decision is executed", async (t) => {
  const decision = { request: {} } as DecidedRelease;
  t.is(await permitted(decision, opened), decision);
});
