import test from "ava";

import { createdObject } from "../../../fixtures/decided-object.ts";
import { offlineRun, offlineSession, servedKinds } from "../../../fixtures/offline-run.ts";
import { dependsOn, hook, object } from "../../../fixtures/planned.ts";
import { AccessError } from "../../client/model/api-error.ts";
import { newParent } from "../../inventory/applyset-parent.ts";
import { readManifests } from "../../manifest/parse-manifests.ts";
import type { ReadObject } from "../../manifest/manifest.ts";
import { type JsonObject, stringifyJson } from "../../object/json.ts";
import { compareText } from "../../object/object-ref.ts";
import { planDeletion } from "../../plan/plan-deletion.ts";
import { deletionTasks, hookKeys, objectsOfNewest } from "./deletion-hooks.ts";

function readObjects(objects: readonly JsonObject[]): readonly ReadObject[] {
  return readManifests({ name: "set.json", text: objects.map((one) => stringifyJson(one)).join("\n") })
    .objects;
}

test("the hooks of a revision are those of every event, with resolved references", (t) => {
  const sent = readObjects([
    object("ConfigMap/env"),
    object("Job/backup", { annotations: hook("pre-delete") }),
    object("Job/smoke", { annotations: hook("post-upgrade"), namespace: "blog" }),
    object("ClusterRole/reader", { annotations: hook("pre-install") }),
  ]);
  t.deepEqual([...hookKeys(sent, "shop")].toSorted(compareText), [
    "batch/namespaces/blog/Job/smoke",
    "batch/namespaces/shop/Job/backup",
    "rbac.authorization.k8s.io/ClusterRole/reader",
  ]);
  t.deepEqual(hookKeys([], "shop"), new Set());
});

const record = newParent("test", "default");

test("a release without revisions has no hooks and reads no revision", async (t) => {
  const { context, notices } = offlineRun();
  const place = { context, kinds: servedKinds([]), release: "test", namespace: "default" };
  t.deepEqual(await objectsOfNewest(record, place, true), []);
  t.deepEqual(notices(), []);
});

/** The tasks that delete members, with hooks around them, each in a line: `delete env of 2 < 1: web done`. */
async function deleting(
  members: readonly JsonObject[],
  hooks: readonly JsonObject[],
  { known = record, served = [] as readonly string[] } = {},
): Promise<readonly string[]> {
  const { deps } = offlineSession({ served });
  const live = members.map((one) => createdObject([one], { id: record.id }));
  const common = { release: "test", namespace: "default", timeout: 1000 };
  const plan = planDeletion(live, { ...common, hooks: readObjects(hooks) });
  const removing = { deps, id: record.id, deleteContents: false };
  const making = { operation: "delete", timeout: 9000, removing } as const;
  const { tasks } = await deletionTasks(plan, known, { making, external: 1000 });
  return tasks.map(({ operation, target, group, barriers, waits }) => {
    const after = barriers.length === 0 ? "" : ` < ${[...new Set(barriers)].join(" ")}`;
    const on = waits.map((wait) => ` ${tasks[wait.on]?.target.name} ${wait.until}`).join(",");
    return `${operation} ${target.name} of ${group}${after}${on === "" ? "" : `:${on}`}`;
  });
}

const env = object("ConfigMap/env");
const web = object("Deployment/web", { annotations: dependsOn("/namespaces/default/ConfigMap/env") });
const backup = object("Job/backup", { annotations: hook("pre-delete") });

test("without hooks a deletion consists of its objects, in reverse order", async (t) => {
  t.deepEqual(await deleting([env, web], []), ["delete web of 1", "delete env of 2: web done"]);
});

test("the objects of the release are observed only if the deletion has hooks", async (t) => {
  const known = { ...record, uid: "1", groupKinds: [{ group: "", kind: "ConfigMap" }] };
  const served = ["v1/ConfigMap"];
  t.deepEqual(await deleting([env], [], { known, served }), ["delete env of 1"]);
  await t.throwsAsync(deleting([env], [backup], { known, served }), { instanceOf: AccessError });
});

test("hooks run before and after all deletions, in the order of their weights", async (t) => {
  const hooks = [
    object("Job/bye", { annotations: hook("post-delete") }),
    object("Job/second", { annotations: hook("pre-delete", 5) }),
    object("Job/first", { annotations: hook("pre-delete", -5) }),
  ];
  t.deepEqual(await deleting([env, web], hooks), [
    "apply first of 1",
    "apply second of 2 < 1",
    "delete web of 3 < 1 2",
    "delete env of 4 < 1 2: web done",
    "apply bye of 5 < 1 2 3 4",
  ]);
});

test("hooks of other events are not part of a deletion", async (t) => {
  const hooks = [object("Job/migrate", { annotations: hook("pre-upgrade") }), env];
  t.deepEqual(await deleting([env], hooks), ["delete env of 1"]);
});

test("the deletion of a release without remaining objects runs its hooks", async (t) => {
  const hooks = [backup, object("Job/bye", { annotations: hook("post-delete") })];
  t.deepEqual(await deleting([], hooks), ["apply backup of 1", "apply bye of 2 < 1"]);
});

test("hooks with the delete policy hook-succeeded are deleted before the objects of the release", async (t) => {
  const passing = object("Job/backup", {
    annotations: { ...hook("pre-delete"), "helm.sh/hook-delete-policy": "hook-succeeded" },
  });
  t.deepEqual(await deleting([env], [passing]), [
    "apply backup of 1",
    "delete backup of -1: backup ended",
    "delete env of 2 < 1 -1",
  ]);
});

test("a deletion hook that is also an object of the release is both applied and deleted", async (t) => {
  t.deepEqual(await deleting([object("Job/backup"), env], [backup]), [
    "apply backup of 1",
    "delete backup of 2 < 1",
    "delete env of 2 < 1",
  ]);
});
