/**
 * Applications of Argo CD. An object belongs to one by its annotation `argocd.argoproj.io/tracking-id`, or,
 * if Argo CD tracks by label, by a label that charts set too: it counts only on objects that the Application
 * lists. Source: "Resource Tracking" and "App Deletion" of https://argo-cd.readthedocs.io.
 */
import { field, listField, objectField, stringField, type JsonObject } from "../../object/json.ts";
import {
  annotationOf,
  finalizersOf,
  isTerminating,
  labelOf,
  ownerReferencesOf,
  refOf,
} from "../../object/metadata.ts";
import { formatRef, type ObjectRef } from "../../object/object-ref.ts";
import { argoAppOf, trackingKey, isMarkedByOthers } from "../applyset-membership.ts";
import type { AdoptedOwner } from "./adopted-owner.ts";

/** The namespace in which Argo CD is usually installed. */
export const argoNamespace = "argocd";

/** An Application by name. */
export interface ArgoName {
  readonly name: string;
  readonly namespace: string;
}

/** The marks that an installation of Argo CD puts on the objects of an Application. */
export interface ArgoTracking {
  /** The names of the Application in marks. */
  readonly names: readonly string[];
  readonly labelKey: string;
}

/** The settings of Argo CD's ConfigMap `argocd-cm`; undefined if it could not be read. */
export function argoTracking(
  { name, namespace }: ArgoName,
  settings: { readonly object: JsonObject; readonly namespace: string } | undefined,
): ArgoTracking {
  const key = stringField(objectField(settings?.object, "data"), "application.instanceLabelKey");
  const labelKey = key === undefined || key === "" ? "app.kubernetes.io/instance" : key;
  // Outside of the namespace of Argo CD, the namespace is part of the name.
  const full = `${namespace}_${name}`;
  if (settings === undefined) {
    return { names: namespace === argoNamespace ? [name] : [name, full], labelKey };
  }
  return { names: [settings.namespace === namespace ? name : full], labelKey };
}

/** The name of the Application as in messages and flags: `argocd/web`. */
export function formatArgoName({ namespace, name }: ArgoName): string {
  return `${namespace}/${name}`;
}

/** The owner of the objects that Argo CD has marked for an Application; undefined: it does not exist here. */
export function argoOwner(name: ArgoName, tracking: ArgoTracking, app: JsonObject | undefined): AdoptedOwner {
  const { names, labelKey } = tracking;
  const listed = new Set(argoResources(app).map((ref) => formatRef(ref)));
  const bears = (object: JsonObject): boolean => {
    const tracked = argoAppOf(object);
    return tracked === undefined
      ? annotationOf(object, trackingKey) === undefined &&
          names.includes(labelOf(object, labelKey) ?? "") &&
          listed.has(formatRef(refOf(object)))
      : names.includes(tracked);
  };
  return {
    tool: "Argo CD",
    title: `Argo CD application ${formatArgoName(name)}`,
    marks: [trackingKey, "argocd.argoproj.io/installation-id"].map((key) => ["metadata", "annotations", key]),
    bears,
    owns: (object) => bears(object) && !isMarkedByOthers(object, "Argo CD"),
  };
}

/** The objects that an Application lists as its own, without its hooks. */
export function argoResources(app: JsonObject | undefined): readonly ObjectRef[] {
  return listField(objectField(app, "status"), "resources")
    .filter((entry) => field(entry, "hook") !== true)
    .map((entry) => ({
      group: stringField(entry, "group") ?? "",
      kind: stringField(entry, "kind") ?? "",
      namespace: stringField(entry, "namespace") ?? "",
      name: stringField(entry, "name") ?? "",
    }))
    .filter(({ kind, name }) => kind !== "" && name !== "");
}

/** The reason why an Application must not be adopted now, with the remedy; undefined if it may. */
export function argoBusy(app: JsonObject, argo: ArgoName): string | undefined {
  const title = `Argo CD application ${formatArgoName(argo)}`;
  const cli = formatArgoName(argo);
  if (isTerminating(app)) {
    return `${title} is being deleted, and its objects may be deleted with it: wait until it is gone, then run again`;
  }
  const phase = stringField(objectField(objectField(app, "status"), "operationState"), "phase");
  if (field(app, "operation") !== undefined || phase === "Running" || phase === "Terminating") {
    return `${title} has an operation in progress: let it finish, or end it with argocd app terminate-op ${cli}, then run again`;
  }
  const automated = field(objectField(objectField(app, "spec"), "syncPolicy"), "automated");
  if (automated === undefined || automated === null || field(automated, "enabled") === false) {
    return undefined;
  }
  const generator = applicationSetOf(app);
  const where =
    generator === undefined ? "" : `; it is generated: change the template of ApplicationSet ${generator}`;
  return `${title} still syncs itself: turn that off with argocd app set ${cli} --sync-policy none, or remove spec.syncPolicy.automated${where}, then run again`;
}

/** Returns the remaining work for people in Argo CD after an adoption. */
export function argoRemaining(app: JsonObject, argo: ArgoName): string {
  const { namespace, name } = argo;
  const generator = applicationSetOf(app);
  const keeps = finalizersOf(app).some((finalizer) =>
    finalizer.startsWith("resources-finalizer.argocd.argoproj.io"),
  );
  const patch = `kubectl -n ${namespace} patch application ${name} --type merge -p '{"metadata":{"finalizers":null}}', then `;
  const again =
    generator === undefined ? "" : ` ApplicationSet ${generator} would create it again: change it first.`;
  const danger = keeps
    ? " Its finalizer resources-finalizer.argocd.argoproj.io deletes what it still tracks."
    : "";
  return `Argo CD still has application ${formatArgoName(argo)}.${danger}${again} To delete it without its objects: argocd app delete ${formatArgoName(argo)} --cascade=false, or ${keeps ? patch : ""}kubectl -n ${namespace} delete application ${name}`;
}

function applicationSetOf(app: JsonObject): string | undefined {
  const owner = ownerReferencesOf(app).find((entry) => field(entry, "kind") === "ApplicationSet");
  return owner === undefined ? undefined : stringField(owner, "name");
}

/** Reports whether Argo CD has ever synced an Application: the next action is then an upgrade. */
export function wasSynced(app: JsonObject): boolean {
  const status = objectField(app, "status");
  return listField(status, "history").length > 0 || listField(status, "resources").length > 0;
}
