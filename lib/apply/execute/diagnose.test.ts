import test from "ava";

import { offlineSession, type OfflineSession, restMapperOf } from "../../../fixtures/offline-session.ts";
import { tasks } from "../../../fixtures/task.ts";
import type { Diagnosis } from "../model/event.ts";
import { diagnose } from "./diagnose.ts";

async function diagnosed(session: OfflineSession): Promise<Diagnosis | undefined> {
  const [task] = tasks([{}]);
  if (task === undefined) {
    throw new Error("there is one task");
  }
  return diagnose(task, session);
}

test("an object whose kind is not served has no diagnosis", async (t) => {
  const session = offlineSession();
  t.is(await diagnosed(session), undefined);
  t.is(session.clock.pending(), 0);
});

test("an object that cannot be read has no diagnosis, without an error or an event", async (t) => {
  const session = offlineSession({ kinds: restMapperOf("v1 ConfigMap", "v1 Event") });
  t.is(await diagnosed(session), undefined);
  t.is(session.clock.pending(), 0);
  t.deepEqual(session.events, []);
});
