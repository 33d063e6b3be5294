import test from "ava";

import { offlineRequest } from "../fixtures/offline-request.ts";
import { noServer, offlineRun } from "../fixtures/offline-run.ts";
import { apply, type ApplySetRequest, destroy, rollback } from "./engine.ts";

const request: ApplySetRequest = { ...offlineRequest, atomic: false };

test("a run that does not reach the server ends before the set is read", async (t) => {
  const { context, events } = offlineRun();
  const result = await apply(request, context);
  t.deepEqual(result, {
    verdict: "unreachable",
    access: "unusable",
    message: noServer,
    outcomes: [],
    criticalPath: [],
    took: 0,
  });
  t.deepEqual(events, [{ type: "finish", at: 0, result }]);
});

test("a run that is aborted before it begins is interrupted, without a message", async (t) => {
  const { context } = offlineRun({ signal: AbortSignal.abort() });
  const { verdict, message } = await apply(request, context);
  t.deepEqual([verdict, message], ["interrupted", undefined]);
});

test("an atomic run that does not reach the server is not rolled back", async (t) => {
  const run = offlineRun();
  t.like(await apply({ ...request, atomic: true }, run.context), {
    verdict: "unreachable",
    message: noServer,
  });
  t.deepEqual(
    run.events.map(({ type }) => type),
    ["finish"],
  );
});

test("an interrupted atomic run is not rolled back", async (t) => {
  const run = offlineRun({ signal: AbortSignal.abort() });
  t.is((await apply({ ...request, atomic: true }, run.context)).verdict, "interrupted");
  t.deepEqual(run.notices(), []);
});

test("a rollback and a deletion that do not reach the server end as unreachable", async (t) => {
  for (const act of [
    () => rollback({ ...request, to: undefined }, offlineRun().context),
    () => destroy(request, offlineRun().context),
  ]) {
    t.like(await act(), { verdict: "unreachable", message: noServer, outcomes: [] });
  }
});
