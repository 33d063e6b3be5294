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

/** Removes an object, in a dry run without the server unless said otherwise. */
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
  "an object that asks to be kept is detached from the release",
  { live: member("v1 ConfigMap env", keeps) },
  kept("helm.sh/resource-policy: keep"),
);
test(
  removes,
  "an object that the set needs is detached",
  { live: member("v1 Namespace env"), options: { deleteContents: true, neededBecause: inside } },
  kept("/namespaces/env/ConfigMap/a of the set"),
);
test(
  removes,
  "what the object asks for itself comes before the needs of the set",
  { live: member("v1 Namespace env", keeps), options: { deleteContents: true, neededBecause: inside } },
  kept("helm.sh/resource-policy: keep"),
);
test(
  removes,
  "an object that is terminating is not kept any more, whatever it asks for",
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
  "with --delete-contents nobody looks into a Namespace",
  { live: member("v1 Namespace env"), options: { deleteContents: true } },
  deleted,
);
test(
  removes,
  "with --delete-contents nobody looks for the resources of a CRD",
  { live: member(`${crd} env`), options: { deleteContents: true } },
  deleted,
);
test(
  removes,
  "a dry run by the server does not detach",
  { live: member("v1 ConfigMap env", keeps), dryRun: "server" },
  kept("helm.sh/resource-policy: keep"),
);
test(
  removes,
  "an object that belongs to no release need not be detached",
  { live: shopObject("v1 ConfigMap env", { annotations: keeps }), dryRun: false },
  kept("helm.sh/resource-policy: keep"),
);

/** Removals that need the cluster, which does not answer. */
const asks = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, removing: Removing, message: string | RegExp = noAccess) {
    await t.throwsAsync(removed(removing), { message });
  },
});

test(asks, "a Namespace is not deleted before its contents are known", { live: member("v1 Namespace env") });
test(asks, "a CRD is not deleted before its resources are known", { live: member(`${crd} env`) });
test(asks, "an object that is to be kept is detached by a request", {
  live: member("v1 ConfigMap env", keeps),
  dryRun: false,
});
test(
  asks,
  "an object whose kind is not served any more cannot be removed",
  { live: member("v1 ConfigMap env"), served: [] },
  "the server does not serve ConfigMap of v1",
);

/** Why nobody may delete an object. */
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
test(keepsAlways, "a ConfigMap of that name is no namespace", member("v1 ConfigMap default"), undefined);
test(
  keepsAlways,
  "a Namespace of another group is none",
  member("example.com/v1 Namespace default"),
  undefined,
);
test(
  keepsAlways,
  "a namespace of Kubernetes is named as such, whatever else it asks for",
  member("v1 Namespace default", keeps),
  "a system namespace of Kubernetes",
);
test(
  keepsAlways,
  "Argo CD's option not to prune counts among others",
  member("v1 ConfigMap env", { "argocd.argoproj.io/sync-options": "Validate=false, Prune=false" }),
  "argocd.argoproj.io/sync-options: Validate=false, Prune=false",
);
test(
  keepsAlways,
  "Config Sync's annotation to detach counts",
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
