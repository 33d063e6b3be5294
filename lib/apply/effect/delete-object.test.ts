import test from "ava";

import {
  actingRecorder,
  noAccess,
  offlineSession,
  restMapperOf,
  shopObject,
} from "../../../fixtures/offline-session.ts";
import { settle } from "../../../fixtures/controlled-run.ts";
import type { JsonObject } from "../../object/json.ts";
import { finalizersOf } from "../../object/metadata.ts";
import type { Observation } from "../model/task.ts";
import type { WriteChoices } from "../model/write-choices.ts";
import type { FinalizerHints } from "./finalizer-hints.ts";
import { deleteAndWait, deleteObject, type ObjectDeletion } from "./delete-object.ts";

const configMaps = restMapperOf("v1 ConfigMap").require({ group: "", kind: "ConfigMap" }, "v1");
const place = { resource: configMaps, namespace: "shop", name: "env" };

/** The terminating ConfigMap `env`, held up by these finalizers. */
function going(finalizers: readonly string[] = [], version = "101", uid = "one"): JsonObject {
  return shopObject("v1 ConfigMap env", {
    uid,
    resourceVersion: version,
    deletionTimestamp: "2026-01-01T00:00:00Z",
    finalizers,
  });
}

interface Following {
  readonly deps: ReturnType<typeof offlineSession>["deps"];
  /** Each observation: `done`, or the message that states what holds up the deletion. */
  readonly reported: readonly string[];
  readonly stop: () => void;
}

/** Follows the deletion of an object that is already terminating. */
async function followed(left: JsonObject, options: Partial<ObjectDeletion> = {}): Promise<Following> {
  const { deps } = offlineSession();
  const deleting = { place, uid: "one", labelled: true, going: left, ...options };
  const { change, follow } = await deleteObject(deleting, deps).act(actingRecorder());
  if (change !== "deleted" || follow === undefined) {
    throw new Error("a terminating object is followed");
  }
  const reported: string[] = [];
  const stop = follow((observation) => reported.push(described(observation)));
  return { deps, reported, stop };
}

function described(observation: Observation): string {
  return observation.type === "readiness" ? observation.readiness.message : observation.type;
}

test("the deletion of a terminating object is followed until it is gone", async (t) => {
  const { deps, reported } = await followed(going(["example.com/cleanup"]));
  deps.liveObjects.takeGone(going([], "102"));
  t.deepEqual(reported, ["finalizer example.com/cleanup", "done"]);
});

test("each removal of a finalizer is reported until none is left", async (t) => {
  const { deps, reported } = await followed(going(["a.example.com/x", "b.example.com/y"]));
  deps.liveObjects.take(going(["b.example.com/y"], "102"));
  deps.liveObjects.take(going([], "103"));
  t.deepEqual(reported, [
    "finalizer a.example.com/x; finalizer b.example.com/y",
    "finalizer b.example.com/y",
    "",
  ]);
});

test("a new object with the same name and another UID ends the deletion", async (t) => {
  const { deps, reported } = await followed(going());
  deps.liveObjects.take(shopObject("v1 ConfigMap env", { uid: "two", resourceVersion: "102" }));
  t.deepEqual(reported, ["", "done"]);
});

test("an event without a deletion timestamp is ignored while an object terminates", async (t) => {
  const { deps, reported } = await followed(going());
  deps.liveObjects.take(shopObject("v1 ConfigMap env", { uid: "one", resourceVersion: "102" }));
  t.deepEqual(reported, [""]);
});

const keeper: FinalizerHints = {
  textFor: (object) => (finalizersOf(object).length === 0 ? undefined : "release ops has its controller"),
  listen: () => () => {},
};

test("the controller of the finalizers is reported as long as there are finalizers", async (t) => {
  const { deps, reported } = await followed(going(["example.com/cleanup"]), { hints: keeper });
  deps.liveObjects.take(going([], "102"));
  t.deepEqual(reported, ["finalizer example.com/cleanup; release ops has its controller", ""]);
});

test("a change of the controller of the finalizers is reported immediately", async (t) => {
  let isRunning = true;
  const callbacks: (() => void)[] = [];
  const hints: FinalizerHints = {
    textFor: () => (isRunning ? "its controller runs" : "its controller is gone"),
    listen: (_, callback) => {
      callbacks.push(callback);
      return () => {};
    },
  };
  const { reported } = await followed(going(["example.com/cleanup"]), { hints });
  isRunning = false;
  callbacks[0]?.();
  t.deepEqual(reported, [
    "finalizer example.com/cleanup; its controller runs",
    "finalizer example.com/cleanup; its controller is gone",
  ]);
});

test("finalizers without a known controller are reported without a hint", async (t) => {
  const { reported } = await followed(going(["example.com/cleanup"]), {
    hints: { ...keeper, textFor: () => undefined },
  });
  t.deepEqual(reported, ["finalizer example.com/cleanup"]);
});

test("nothing is reported after following a deletion has stopped", async (t) => {
  const { deps, reported, stop } = await followed(going());
  stop();
  deps.liveObjects.takeGone(going([], "102"));
  t.deepEqual(reported, [""]);
});

test("a failed read of a terminating object does not end the deletion", async (t) => {
  const { reported } = await followed(going());
  await settle();
  t.deepEqual(reported, [""]);
});

/** A deletion in a dry run that sends nothing. */
const dry = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, dryRun: WriteChoices["dryRun"], options: Partial<ObjectDeletion>) {
    const { deps } = offlineSession({ choices: { dryRun } });
    const effect = deleteObject({ place, uid: "one", labelled: true, ...options }, deps);
    t.deepEqual(await effect.act(actingRecorder()), { change: "deleted" });
  },
});

test(dry, "a client-side dry run only reports the deletion", "client", {});
test(dry, "a server-side dry run does not wait for a terminating object", "server", {
  going: going(),
});

test("a deletion that cannot be sent fails", async (t) => {
  for (const dryRun of [false, "server"] as const) {
    const { deps } = offlineSession({ choices: { dryRun } });
    const effect = deleteObject({ place, uid: "one", labelled: true }, deps);
    await t.throwsAsync(effect.act(actingRecorder()), { message: noAccess });
  }
});

test("a deletion that times out before it is sent is not sent", async (t) => {
  const { deps } = offlineSession();
  const interrupt = new AbortController();
  interrupt.abort(new Error("it timed out"));
  const effect = deleteObject({ place, uid: "one", labelled: true }, deps);
  await t.throwsAsync(effect.act(actingRecorder(interrupt)), { message: "it timed out" });
});

test("while the earlier object terminates, each change of what holds it up is reported", async (t) => {
  const { deps } = offlineSession();
  const acting = actingRecorder();
  const left = going(["example.com/cleanup"]);
  const waiting = deleteAndWait({ place, uid: "one", labelled: true, going: left }, deps, acting);
  await settle();
  deps.liveObjects.take(going([], "102"));
  deps.liveObjects.takeGone(going([], "103"));
  await waiting;
  t.deepEqual(acting.reported, [
    "Terminating: the earlier one is being deleted, held up by finalizer example.com/cleanup",
    "Terminating: the earlier one is being deleted",
  ]);
});

test("nothing is reported after the wait for a deletion has ended", async (t) => {
  const { deps } = offlineSession();
  const acting = actingRecorder();
  const waiting = deleteAndWait({ place, uid: "one", labelled: true, going: going() }, deps, acting);
  await settle();
  deps.liveObjects.takeGone(going([], "102"));
  await waiting;
  deps.liveObjects.take(going(["late"], "103"));
  t.is(acting.reported.length, 1);
});

test("the wait for a terminating Namespace reports its remaining contents", async (t) => {
  const { deps } = offlineSession();
  const interrupt = new AbortController();
  const namespaces = restMapperOf("v1 Namespace!").require({ group: "", kind: "Namespace" }, "v1");
  const conditions = [
    {
      type: "NamespaceContentRemaining",
      status: "True",
      message: "Some resources are remaining: pods. has 1",
    },
    { type: "NamespaceDeletionContentFailure", status: "False", message: "All content successfully deleted" },
  ];
  const left = { ...going(), kind: "Namespace", status: { conditions } };
  const deleting = {
    place: { resource: namespaces, namespace: "", name: "env" },
    uid: "one",
    labelled: true,
    going: left,
  };
  const waiting = deleteAndWait(deleting, deps, actingRecorder(interrupt));
  await settle();
  interrupt.abort();
  await t.throwsAsync(waiting, {
    message:
      "the earlier one is still being deleted: NamespaceContentRemaining: Some resources are remaining: pods. has 1",
  });
});
