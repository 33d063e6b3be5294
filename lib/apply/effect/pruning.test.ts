import test from "ava";

import {
  actingRecorder,
  noAccess,
  offlineId,
  offlineSession,
  restMapperOf,
  shopObject,
} from "../../../fixtures/offline-session.ts";
import { sampleManifest } from "../../../fixtures/sample-plan.ts";
import { partOfLabel } from "../../inventory/apply-set.ts";
import { type JsonObject, stringField } from "../../object/json.ts";
import type { EffectResult } from "../model/task.ts";
import type { WriteChoices } from "../model/write-choices.ts";
import { keptBecause, type PruneOptions, removeObject, takesAlong } from "./pruning.ts";

const serving = ["v1 ConfigMap", "v1 Namespace!", "apiextensions.k8s.io/v1 CustomResourceDefinition!"];
const crd = "apiextensions.k8s.io/v1 CustomResourceDefinition";

/** A live object that carries the label of the release, with these annotations. */
function member(written: string, annotations: JsonObject = {}, metadata: JsonObject = {}): JsonObject {
  return shopObject(written, { labels: { [partOfLabel]: offlineId }, annotations, ...metadata });
}

interface Removing {
  readonly live: JsonObject;
  readonly served?: readonly string[];
  readonly dryRun?: WriteChoices["dryRun"];
  readonly options?: Partial<PruneOptions>;
}

/** Removes an object, by default in a client-side dry run. */
async function removed({
  live,
  served = serving,
  dryRun = "client",
  options,
}: Removing): Promise<EffectResult> {
  const { deps } = offlineSession({ kinds: restMapperOf(...served), choices: { dryRun } });
  const [apiVersion = "", kind = ""] = ["apiVersion", "kind"].map((name) => stringField(live, name));
  const shorthand = `${apiVersion} ${kind} ${kind === "ConfigMap" ? "shop/" : ""}env`;
  const manifest = { ...sampleManifest(shorthand), value: live };
  const removing = { deps, id: offlineId, deleteContents: false, ...options };
  return removeObject({ manifest }, removing).act(actingRecorder());
}

const removes = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, removing: Removing, expected: EffectResult) {
    t.deepEqual(await removed(removing), expected);
  },
});

const deleted = { change: "deleted" } as const;
const kept = (reason: string): EffectResult => ({ change: "detached", message: `kept: ${reason}` });
const keeps = { "helm.sh/resource-policy": "keep" };
const inside = (): string => "/namespaces/env/ConfigMap/a of the set";

test(removes, "an object of the release is deleted", { live: member("v1 ConfigMap env") }, deleted);
test(
  removes,
  "an object with the resource policy keep is detached from the release",
  { live: member("v1 ConfigMap env", keeps) },
  kept("helm.sh/resource-policy: keep"),
);
test(
  removes,
  "an object that the set still needs is detached instead of deleted",
  { live: member("v1 Namespace env"), options: { deleteContents: true, neededBecause: inside } },
  kept("/namespaces/env/ConfigMap/a of the set"),
);
test(
  removes,
  "the reason to keep an object is its own annotation rather than the needs of the set",
  { live: member("v1 Namespace env", keeps), options: { deleteContents: true, neededBecause: inside } },
  kept("helm.sh/resource-policy: keep"),
);
test(
  removes,
  "a terminating object is not kept, even with the resource policy keep",
  { live: member("v1 ConfigMap env", keeps, { deletionTimestamp: "2026-01-01T00:00:00Z" }) },
  deleted,
);
test(
  removes,
  "a Namespace without foreign objects is deleted",
  { live: member("v1 Namespace env"), served: ["v1 Namespace!"] },
  deleted,
);
test(
  removes,
  "with --delete-contents a Namespace is not searched for foreign objects",
  { live: member("v1 Namespace env"), options: { deleteContents: true } },
  deleted,
);
test(
  removes,
  "with --delete-contents the foreign resources of a CRD are not searched",
  { live: member(`${crd} env`), options: { deleteContents: true } },
  deleted,
);
test(
  removes,
  "a server-side dry run does not detach an object",
  { live: member("v1 ConfigMap env", keeps), dryRun: "server" },
  kept("helm.sh/resource-policy: keep"),
);
test(
  removes,
  "an object that belongs to no release is not detached",
  { live: shopObject("v1 ConfigMap env", { annotations: keeps }), dryRun: false },
  kept("helm.sh/resource-policy: keep"),
);

/** Removals that send a request to the cluster, which does not answer. */
const asks = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, removing: Removing, message: string | RegExp = noAccess) {
    await t.throwsAsync(removed(removing), { message });
  },
});

test(asks, "a Namespace is not deleted before its contents are known", { live: member("v1 Namespace env") });
test(asks, "a CRD is not deleted before its resources are known", { live: member(`${crd} env`) });
test(asks, "a real run detaches an object by a request", {
  live: member("v1 ConfigMap env", keeps),
  dryRun: false,
});
test(
  asks,
  "an object whose kind is no longer served cannot be removed",
  { live: member("v1 ConfigMap env"), served: [] },
  "the server does not serve ConfigMap of v1",
);

/** Why an object must not be deleted. */
const keepsAlways = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, live: JsonObject, expected: string | undefined) {
    t.is(keptBecause(live), expected);
  },
});

test(keepsAlways, "an ordinary object may be deleted", member("v1 ConfigMap env"), undefined);
for (const name of ["default", "kube-system", "kube-public", "kube-node-lease"]) {
  test(
    keepsAlways,
    `the namespace ${name} is never deleted`,
    member(`v1 Namespace ${name}`),
    "a system namespace of Kubernetes",
  );
}
test(
  keepsAlways,
  "a ConfigMap with the name of a system namespace may be deleted",
  member("v1 ConfigMap default"),
  undefined,
);
test(
  keepsAlways,
  "a Namespace of another API group with the name of a system namespace may be deleted",
  member("example.com/v1 Namespace default"),
  undefined,
);
test(
  keepsAlways,
  "a system namespace is reported as such, even if it has the resource policy keep",
  member("v1 Namespace default", keeps),
  "a system namespace of Kubernetes",
);
test(
  keepsAlways,
  "an object with Argo CD's sync option Prune=false is kept",
  member("v1 ConfigMap env", { "argocd.argoproj.io/sync-options": "Validate=false, Prune=false" }),
  "argocd.argoproj.io/sync-options: Validate=false, Prune=false",
);
test(
  keepsAlways,
  "an object with Config Sync's annotation deletion: detach is kept",
  member("v1 ConfigMap env", { "client.lifecycle.config.k8s.io/deletion": "detach" }),
  "client.lifecycle.config.k8s.io/deletion: detach",
);

/** The kinds whose deletion deletes other objects. */
const takes = test.macro({
  title: (_, group: string, kind: string, expected: boolean) =>
    `deleting a ${kind} of "${group}" deletes ${expected ? "" : "no "}other objects`,
  exec(t, group: string, kind: string, expected: boolean) {
    t.is(takesAlong({ group, kind }), expected);
  },
});

test(takes, "", "Namespace", true);
test(takes, "apiextensions.k8s.io", "CustomResourceDefinition", true);
test(takes, "example.com", "Namespace", false);
test(takes, "example.com", "CustomResourceDefinition", false);
test(takes, "apps", "Deployment", false);
