/**
 * Apps of kapp. The ConfigMap of an app names the label of its objects and their kinds. Source: "State
 * namespace" and "Labeling" of https://carvel.dev/kapp.
 */
import { listField, objectField, stringField, stringsField, type JsonObject } from "../../object/json.ts";
import { annotationOf, labelOf, nameOf, namespaceOf, refOf } from "../../object/metadata.ts";
import type { GroupKind } from "../../object/object-ref.ts";
import { isMarkedByOthers } from "../applyset-membership.ts";
import { readFieldJson } from "../field-set.ts";
import { type AdoptedOwner, isControlled } from "./adopted-owner.ts";

/** The label that kapp gives the objects of every app with a record. */
const appLabel = "kapp.k14s.io/app";

/** The record of an app. */
export interface KappApp {
  readonly name: string;
  readonly namespace: string;
  /** The label of its objects. */
  readonly labelKey: typeof appLabel;
  readonly labelValue: string;
  readonly groupKinds: readonly GroupKind[];
  /** The namespaces of its last change. */
  readonly namespaces: readonly string[];
  /** Whether its last change has ended; it may also have been killed. */
  readonly hasEnded: boolean;
}

/** Reads the ConfigMap of an app; a fault if it is not one. */
export function readKappApp(record: JsonObject): KappApp | { readonly fault: string } {
  const [namespace, name] = [namespaceOf(record), nameOf(record)];
  const spec = readFieldJson(stringField(objectField(record, "data"), "spec") ?? "");
  const labelKey = stringField(spec, "labelKey");
  const labelValue = stringField(spec, "labelValue") ?? "";
  if (
    labelOf(record, "kapp.k14s.io/is-app") === undefined ||
    labelKey !== appLabel ||
    !isLabelValue(labelValue)
  ) {
    return { fault: `ConfigMap ${namespace}/${name} is not the record of a kapp app` };
  }
  const change = objectField(spec, "lastChange");
  return {
    name,
    namespace,
    labelKey,
    labelValue,
    groupKinds: listField(spec, "usedGKs").map((entry) => ({
      group: stringField(entry, "Group") ?? "",
      kind: stringField(entry, "Kind") ?? "",
    })),
    namespaces: [...new Set([namespace, ...stringsField(change, "namespaces")])],
    hasEnded: !/^$|^0001-/.test(stringField(change, "finishedAt") ?? ""),
  };
}

/** It becomes part of a selector. */
function isLabelValue(value: string): boolean {
  return /^[A-Za-z0-9][\w.-]{0,62}$/.test(value);
}

/** The owner of the objects of an app. */
export function kappOwner({ name, namespace, labelKey, labelValue }: KappApp): AdoptedOwner {
  const bears = (object: JsonObject): boolean =>
    labelOf(object, labelKey) === labelValue && isItself(object) && !isControlled(object);
  return {
    tool: "kapp",
    title: `kapp app ${namespace}/${name}`,
    marks: [
      ...[labelKey, "kapp.k14s.io/association"].map((key) => ["metadata", "labels", key]),
      ...["identity", "original", "original-diff-md5"].map((key) => [
        "metadata",
        "annotations",
        `kapp.k14s.io/${key}`,
      ]),
    ],
    bears,
    owns: (object) => bears(object) && !isMarkedByOthers(object, "kapp"),
  };
}

/**
 * Reports whether the annotation `v1;shop/apps/Deployment/web;apps/v1` names the object, so is not a copy.
 * Objects without it have inherited the label, as claims do from their template; kapp does not own them.
 */
function isItself(object: JsonObject): boolean {
  const [version, place] = (annotationOf(object, "kapp.k14s.io/identity") ?? "").split(";");
  const { group, kind, namespace, name } = refOf(object);
  return version === "v1" && place === `${namespace}/${group}/${kind}/${name}`;
}

/** Returns the remaining work for people after an adoption. */
export function kappRemaining({ name, namespace }: KappApp): string {
  const kubectl = `kubectl -n ${namespace} delete configmap`;
  return `kapp still has the record of app ${namespace}/${name}; do not use kapp deploy or kapp delete on it. To delete the record: ${kubectl} ${name} && ${kubectl} -l kapp.k14s.io/is-app-change,kapp.k14s.io/app-change-app=${name}`;
}
