import test from "ava";

import { offlineRequest } from "../../../fixtures/offline-request.ts";
import { noServer, type OfflineRun, offlineRun } from "../../../fixtures/offline-run.ts";
import { BugError } from "../../object/bug-error.ts";
import type { Result } from "../model/event.ts";
import { applyAtomically } from "./apply-atomic.ts";

function notUndone(): never {
  throw new BugError("nothing is rolled back");
}

function applied({ context }: OfflineRun): Promise<Result> {
  return applyAtomically({ ...offlineRequest, planRevision: notUndone }, context);
}

test("a run whose outcome is unknown is not undone, since the server does not answer", async (t) => {
  const run = offlineRun();
  t.like(await applied(run), { verdict: "unreachable", message: noServer });
  t.deepEqual(
    run.events.map(({ type }) => type),
    ["finish"],
  );
});

test("an interrupted run is left as it is", async (t) => {
  const run = offlineRun({ signal: AbortSignal.abort() });
  t.is((await applied(run)).verdict, "interrupted");
  t.deepEqual(run.notices(), []);
});
