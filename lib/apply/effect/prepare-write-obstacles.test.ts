import test from "ava";

import { attempted, envWrite } from "../../../fixtures/object-write.ts";
import { actingRecorder, noAccess, offlineSession, shopObject } from "../../../fixtures/offline-session.ts";
import { settle } from "../../../fixtures/controlled-run.ts";
import type { JsonObject } from "../../object/json.ts";
import type { WriteChoices } from "../model/write-choices.ts";
import type { ObjectWrite, Progress } from "./object-write.ts";
import { refreshLive, removeObstacles, sentNow } from "./prepare-write.ts";

const env = shopObject("v1 ConfigMap env");
const terminating = shopObject("v1 ConfigMap env", {
  resourceVersion: "101",
  deletionTimestamp: "2026-01-01T00:00:00Z",
  finalizers: ["example.com/cleanup"],
});

interface Form {
  readonly fact: string;
  readonly options?: Partial<ObjectWrite>;
  readonly progress?: Partial<Progress>;
  readonly expected: JsonObject;
}

const update: JsonObject = { ...env, data: { form: "update" } };
const creation: JsonObject = { ...env, data: { form: "creation" } };
const repaired: JsonObject = { ...env, data: { form: "repaired" } };

/** The form of an object that is sent. */
const sends = test.macro({
  title: (_, { fact }: Form) => fact,
  exec(t, { options, progress, expected }: Form) {
    t.is(sentNow(attempted(envWrite(update, { resent: creation, ...options }), progress)), expected);
  },
});

test(sends, {
  fact: "an existing object is sent in the form of an update",
  options: { live: env },
  expected: update,
});
test(sends, { fact: "an object that does not exist is sent in the form of a creation", expected: creation });
test(sends, {
  fact: "an object that this run has deleted is sent in the form of a creation",
  options: { live: env },
  progress: { recreated: true },
  expected: creation,
});
test(sends, {
  fact: "after the server has refused null fields, the form without them is sent",
  progress: { repaired },
  expected: repaired,
});

test("an object without a separate creation form is always sent in its only form", (t) => {
  t.is(sentNow(attempted(envWrite(update))), update);
});

/** Whether an object is removed before a write: `recreated` or `untouched`. */
async function removed(sending: ObjectWrite, choices: Partial<WriteChoices> = {}): Promise<string> {
  const { deps } = offlineSession({ choices });
  const attempt = attempted(sending);
  await removeObstacles(attempt, deps, actingRecorder());
  return attempt.progress.recreated ? "recreated" : "untouched";
}

test("an existing object without fields to transfer is not removed before the write", async (t) => {
  t.is(await removed(envWrite(env, { live: env })), "untouched");
});

test("a hook that does not exist needs no removal before the write", async (t) => {
  t.is(await removed(envWrite(env, { replaces: true })), "untouched");
});

test("a dry run removes and transfers nothing before the write", async (t) => {
  const migration = { type: "json", body: [] } as const;
  for (const dryRun of ["server", "client"] as const) {
    t.is(await removed(envWrite(env, { live: env, replaces: true }), { dryRun }), "untouched");
    t.is(await removed(envWrite(env, { live: env, migration }), { dryRun }), "untouched");
    t.is(await removed(envWrite(env, { live: terminating }), { dryRun }), "untouched");
  }
});

test("the write of a hook fails if the earlier one cannot be deleted", async (t) => {
  await t.throwsAsync(removed(envWrite(env, { live: env, replaces: true })), { message: noAccess });
});

test("the write fails if fields of another owner cannot be transferred", async (t) => {
  const migration = { type: "json", body: [] } as const;
  await t.throwsAsync(removed(envWrite(env, { live: env, migration })), { message: noAccess });
});

test("a terminating object is not deleted again, but awaited until it is gone", async (t) => {
  const { deps } = offlineSession();
  const attempt = attempted(envWrite(env, { live: terminating }));
  const acting = actingRecorder();
  const removal = removeObstacles(attempt, deps, acting);
  await settle();
  t.false(attempt.progress.recreated);
  t.deepEqual(acting.reported, [
    "Terminating: the earlier one is being deleted, held up by finalizer example.com/cleanup",
  ]);
  deps.liveObjects.takeGone(terminating);
  await removal;
  t.true(attempt.progress.recreated);
});

test("the write fails with the finalizers of the earlier object if that still terminates at the timeout", async (t) => {
  const { deps } = offlineSession();
  const interrupt = new AbortController();
  const removal = removeObstacles(
    attempted(envWrite(env, { live: terminating })),
    deps,
    actingRecorder(interrupt),
  );
  await settle();
  interrupt.abort();
  await t.throwsAsync(removal, {
    message: "the earlier one is still being deleted: finalizer example.com/cleanup",
  });
});

test("an object that this run has not written yet is written without reading it again", async (t) => {
  const sending = envWrite(env, { live: env });
  for (const madeBefore of [undefined, (): undefined => undefined]) {
    const asked = madeBefore === undefined ? sending : { ...sending, madeBefore };
    t.is(await refreshLive(attempted(asked), offlineSession().deps, actingRecorder()), asked);
  }
});

test("a dry run does not read an object again that it would already have written", async (t) => {
  const sending = envWrite(env, { madeBefore: () => "uid-env" });
  const { deps } = offlineSession({ choices: { dryRun: "server" } });
  t.is(await refreshLive(attempted(sending), deps, actingRecorder()), sending);
});

test("an object that this run has already written is read again before the next write", async (t) => {
  const sending = envWrite(env, { madeBefore: () => "uid-env" });
  const read = refreshLive(attempted(sending), offlineSession().deps, actingRecorder());
  await t.throwsAsync(read, { message: noAccess });
});
