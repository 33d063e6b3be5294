import test from "ava";

import { offlineRequest } from "../../../fixtures/offline-request.ts";
import { noServer, offlineRun } from "../../../fixtures/offline-run.ts";
import { deleteRelease } from "./delete-release.ts";

test("deleting a release with an unreachable server ends as unreachable", async (t) => {
  const { context, events } = offlineRun();
  const result = await deleteRelease(offlineRequest, context);
  t.like(result, { verdict: "unreachable", message: noServer, outcomes: [] });
  t.deepEqual(events, [{ type: "finish", at: 0, result }]);
});

test("deleting a release with an aborted signal ends as interrupted", async (t) => {
  const { context } = offlineRun({ signal: AbortSignal.abort() });
  t.is((await deleteRelease(offlineRequest, context)).verdict, "interrupted");
});
