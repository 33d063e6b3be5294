import test from "ava";

import { offlineRequest } from "../../../fixtures/offline-request.ts";
import { noServer, offlineRun } from "../../../fixtures/offline-run.ts";
import { deleteRelease } from "./delete-release.ts";

test("a deletion that does not reach the server makes no claim that the release is gone", async (t) => {
  const { context, events } = offlineRun();
  const result = await deleteRelease(offlineRequest, context);
  t.like(result, { verdict: "unreachable", message: noServer, outcomes: [] });
  t.deepEqual(events, [{ type: "finish", at: 0, result }]);
});

test("a deletion that was asked to end before it began is interrupted", async (t) => {
  const { context } = offlineRun({ signal: AbortSignal.abort() });
  t.is((await deleteRelease(offlineRequest, context)).verdict, "interrupted");
});
