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

/** The ConfigMap `env` as it is being deleted, held up by these finalizers. */
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
  /** Each observation: `done`, or the message of what holds the deletion up. */
  readonly reported: readonly string[];
  readonly stop: () => void;
}

/** Follows the deletion of an object that is terminating already. */
async function followed(left: JsonObject, options: Partial<ObjectDeletion> = {}): Promise<Following> {
  const { deps } = offlineSession();
  const deleting = { place, uid: "one", labelled: true, going: left, ...options };
  const { change, follow } = await deleteObject(deleting, deps).act(actingRecorder());
  if (change !== "deleted" || follow === undefined) {
    throw new Error("a terminating object is followed");
  }
  const reported: string[] = [];
  const stop = follow((observation) => reported.push(worded(observation)));
  return { deps, reported, stop };
}

function worded(observation: Observation): string {
  return observation.type === "readiness" ? observation.readiness.message : observation.type;
}

test("an object that is terminating already is followed until it is gone", async (t) => {
  const { deps, reported } = await followed(going(["example.com/cleanup"]));
  deps.liveObjects.takeGone(going([], "102"));
  t.deepEqual(reported, ["finalizer example.com/cleanup", "done"]);
});

test("each finalizer that is removed shows, until none is left", async (t) => {
  const { deps, reported } = await followed(going(["a.example.com/x", "b.example.com/y"]));
  deps.liveObjects.take(going(["b.example.com/y"], "102"));
  deps.liveObjects.take(going([], "103"));
  t.deepEqual(reported, [
    "finalizer a.example.com/x; finalizer b.example.com/y",
    "finalizer b.example.com/y",
    "",
  ]);
});

test("an object that is created in its place shows that it is gone", async (t) => {
  const { deps, reported } = await followed(going());
  deps.liveObjects.take(shopObject("v1 ConfigMap env", { uid: "two", resourceVersion: "102" }));
  t.deepEqual(reported, ["", "done"]);
});

test("a state from before its deletion says nothing", async (t) => {
  const { deps, reported } = await followed(going());
  deps.liveObjects.take(shopObject("v1 ConfigMap env", { uid: "one", resourceVersion: "102" }));
  t.deepEqual(reported, [""]);
});

const keeper: FinalizerHints = {
  textFor: (object) => (finalizersOf(object).length === 0 ? undefined : "release ops has its controller"),
  listen: () => () => {},
};

test("who may remove the finalizers is reported, as long as there are any", async (t) => {
  const { deps, reported } = await followed(going(["example.com/cleanup"]), { hints: keeper });
  deps.liveObjects.take(going([], "102"));
  t.deepEqual(reported, ["finalizer example.com/cleanup; release ops has its controller", ""]);
});

test("a change of the controller shows at once", async (t) => {
  let isThere = true;
  const callbacks: (() => void)[] = [];
  const hints: FinalizerHints = {
    textFor: () => (isThere ? "its controller runs" : "its controller is gone"),
    listen: (_, callback) => {
      callbacks.push(callback);
      return () => {};
    },
  };
  const { reported } = await followed(going(["example.com/cleanup"]), { hints });
  isThere = false;
  callbacks[0]?.();
  t.deepEqual(reported, [
    "finalizer example.com/cleanup; its controller runs",
    "finalizer example.com/cleanup; its controller is gone",
  ]);
});

test("where nobody is known to remove the finalizers, they are reported alone", async (t) => {
  const { reported } = await followed(going(["example.com/cleanup"]), {
    hints: { ...keeper, textFor: () => undefined },
  });
  t.deepEqual(reported, ["finalizer example.com/cleanup"]);
});

test("a deletion that is no longer followed reports nothing more", async (t) => {
  const { deps, reported, stop } = await followed(going());
  stop();
  deps.liveObjects.takeGone(going([], "102"));
  t.deepEqual(reported, [""]);
});

test("a read that the cluster does not answer leaves the end to the watch", async (t) => {
  const { reported } = await followed(going());
  await settle();
  t.deepEqual(reported, [""]);
});

/** A deletion in a dry run, which sends nothing for these. */
const dry = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, dryRun: WriteChoices["dryRun"], options: Partial<ObjectDeletion>) {
    const { deps } = offlineSession({ choices: { dryRun } });
    const effect = deleteObject({ place, uid: "one", labelled: true, ...options }, deps);
    t.deepEqual(await effect.act(actingRecorder()), { change: "deleted" });
  },
});

test(dry, "a dry run without the server only reports the deletion", "client", {});
test(dry, "a dry run by the server does not wait for an object that is terminating", "server", {
  going: going(),
});

test("a deletion that cannot be sent fails", async (t) => {
  for (const dryRun of [false, "server"] as const) {
    const { deps } = offlineSession({ choices: { dryRun } });
    const effect = deleteObject({ place, uid: "one", labelled: true }, deps);
    await t.throwsAsync(effect.act(actingRecorder()), { message: noAccess });
  }
});

test("a deletion whose time is over before it is sent is not sent", async (t) => {
  const { deps } = offlineSession();
  const interrupt = new AbortController();
  interrupt.abort(new Error("it timed out"));
  const effect = deleteObject({ place, uid: "one", labelled: true }, deps);
  await t.throwsAsync(effect.act(actingRecorder(interrupt)), { message: "it timed out" });
});

test("an object in the way of another is waited for, and what holds it up is reported each time it changes", async (t) => {
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

test("a wait that has ended reports nothing more", async (t) => {
  const { deps } = offlineSession();
  const acting = actingRecorder();
  const waiting = deleteAndWait({ place, uid: "one", labelled: true, going: going() }, deps, acting);
  await settle();
  deps.liveObjects.takeGone(going([], "102"));
  await waiting;
  deps.liveObjects.take(going(["late"], "103"));
  t.is(acting.reported.length, 1);
});

test("a Namespace that is in the way says what remains in it", async (t) => {
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
