import { hash as hashText } from "node:crypto";

import {
  field,
  isObject,
  objectField,
  stringField,
  type JsonObject,
  type JsonValue,
  withoutFields,
} from "../object/json.ts";
import {
  annotationOf,
  labelOf,
  labelsOf,
  metadataOf,
  nameOf,
  ownerReferencesOf,
} from "../object/metadata.ts";
import { groupOf } from "../object/object-ref.ts";
import { appliedAnnotation, partOfLabel } from "./apply-set.ts";
import { canonicalJson } from "./canonical-json.ts";
import { toApplyBody } from "./apply-body.ts";

/**
 * The manifest as it is sent: a member of the set `id`, with the hash of the user's manifest. Without an id
 * it belongs to no set (a CRD from a `crds` folder), and the hash still shows whether it has changed. The
 * input is not modified.
 */
export function withMembership(
  object: JsonObject,
  facts: { readonly id: string | undefined; readonly hash: string },
): JsonObject {
  const sent = toApplyBody(object);
  const metadata = metadataOf(withoutMembership(sent));
  return {
    ...sent,
    metadata: {
      ...metadata,
      ...(facts.id === undefined
        ? {}
        : { labels: { ...objectField(metadata, "labels"), [partOfLabel]: facts.id } }),
      annotations: {
        ...objectField(metadata, "annotations"),
        [appliedAnnotation]: `${facts.hash}.${placeMark(sent)}`,
      },
    },
  };
}

/** The object without the marks of a release, as found in manifests exported from a cluster. */
export function withoutMembership(object: JsonObject): JsonObject {
  const { labels, annotations, ...rest } = metadataOf(object);
  return {
    ...object,
    metadata: {
      ...rest,
      ...withoutMark("labels", labels, partOf),
      ...withoutMark("annotations", annotations, applied),
    },
  };
}

/** A map that held only the mark is removed too. */
function withoutMark(name: string, map: JsonValue | undefined, mark: ReadonlySet<string>): JsonObject {
  if (map === undefined) {
    return {};
  }
  const isMarked = isObject(map) && [...mark].some((key) => Object.hasOwn(map, key));
  const left = isMarked ? withoutFields(map, mark) : map;
  return isMarked && isObject(left) && Object.keys(left).length === 0 ? {} : { [name]: left };
}

const partOf: ReadonlySet<string> = new Set([partOfLabel]);
const applied: ReadonlySet<string> = new Set([appliedAnnotation]);

/** Eight characters for the location of an object, without its group: one object may be served under two. */
function placeMark(object: JsonObject): string {
  const metadata = metadataOf(object);
  const words = [field(object, "kind"), field(metadata, "namespace") ?? "", field(metadata, "name")];
  return hashText("sha256", JSON.stringify(words), "base64url").slice(0, 8);
}

/**
 * The hash of a manifest's content, in 22 characters: the same for any order of its fields, and with or
 * without the marks of membership. Complexity: O(size · log of the fields of one map).
 */
export function manifestHash(object: JsonObject): string {
  const hash = hashes.get(object) ?? hashOf(object);
  hashes.set(object, hash);
  return hash;
}

/** The hash with which a live object was last sent; undefined if it never was. */
export function appliedHash(live: JsonObject): string | undefined {
  return annotationOf(live, appliedAnnotation)?.replace(/\.[^.]*$/, "");
}

/** The hash of an object is needed twice: for the decision on it and for its revision. */
const hashes = new WeakMap<JsonObject, string>();

function hashOf(object: JsonObject): string {
  const sent = toApplyBody(object);
  const metadata = metadataOf(sent);
  const unmarked = {
    ...sent,
    metadata: {
      ...metadata,
      labels: withoutFields(objectField(metadata, "labels"), partOf),
      annotations: withoutFields(objectField(metadata, "annotations"), applied),
    },
  };
  return hashText("sha256", canonicalJson(unmarked), "base64url").slice(0, 22);
}

/**
 * Reports whether a live object is a member of the set because we applied it. The label alone does not prove
 * it: the endpoints controllers copy the labels of a Service to the Endpoints and EndpointSlices they create
 * for it. Nor does any value of the annotation: users and controllers copy whole objects, under another name
 * or into another namespace.
 */
export function isMember(object: JsonObject, id: string): boolean {
  return (
    labelOf(object, partOfLabel) === id &&
    annotationOf(object, appliedAnnotation)?.endsWith(`.${placeMark(object)}`) === true &&
    !ownerReferencesOf(object).some((owner) => field(owner, "controller") === true)
  );
}

/** The owner of a live object, by its labels and annotations. */
export type Owner =
  | { readonly kind: "none" }
  | { readonly kind: "ours" }
  /** Another ApplySet: another release of converge, or one of kubectl. */
  | { readonly kind: "release"; readonly id: string; readonly name?: string }
  /** `tool` is its name, `name` the tool's name for the owner. */
  | { readonly kind: "tool"; readonly tool: string; readonly name: string };

/** The existing objects that a run may adopt, as in kpt: none, those without an owner, or any. */
export const inventoryPolicies = ["strict", "adopt", "force-adopt"] as const;
export type InventoryPolicy = (typeof inventoryPolicies)[number];

interface Mark {
  readonly tool: string;
  /** The tool's name for the owner, if the object has its mark. */
  readonly read: (object: JsonObject) => string | undefined;
}

/** The marks of each tool on its objects. The first mark found counts. */
const marks: readonly Mark[] = [
  { tool: "Helm", read: readHelm },
  { tool: "kpt or Config Sync", read: (object) => annotationOf(object, "config.k8s.io/owning-inventory") },
  { tool: "Argo CD", read: argoAppOf },
  { tool: "Flux", read: (object) => readFlux(object, "kustomize.toolkit.fluxcd.io") },
  { tool: "Flux", read: (object) => readFlux(object, "helm.toolkit.fluxcd.io") },
  { tool: "kapp", read: (object) => labelOf(object, "kapp.k14s.io/app") },
];

/**
 * The owner of a live object. Our own mark takes precedence: others may be left over in the manifest.
 * `names`: other releases by the id of their set, as far as they are known.
 */
export function ownerOf(
  object: JsonObject,
  id: string,
  names: ReadonlyMap<string, string> = new Map(),
): Owner {
  const set = labelOf(object, partOfLabel);
  if (set === id) {
    return { kind: "ours" };
  }
  if (set !== undefined && set !== "") {
    const name = names.get(set);
    return { kind: "release", id: set, ...(name === undefined ? {} : { name }) };
  }
  for (const { tool, read } of marks) {
    const name = read(object);
    if (name !== undefined && name !== "") {
      return { kind: "tool", tool, name };
    }
  }
  return { kind: "none" };
}

/**
 * Reports whether an object has the mark of an owner besides that tool: of another tool, or of an ApplySet.
 * `kubectl` is the tool of an ApplySet.
 */
export function isMarkedByOthers(object: JsonObject, besides: string): boolean {
  const isInSet = besides !== "kubectl" && (labelOf(object, partOfLabel) ?? "") !== "";
  return isInSet || marks.some(({ tool, read }) => tool !== besides && (read(object) ?? "") !== "");
}

/** The label alone is in the manifests of most charts; Helm itself adds the annotation. */
function readHelm(object: JsonObject): string | undefined {
  const name = annotationOf(object, "meta.helm.sh/release-name");
  if (name === undefined || labelOf(object, "app.kubernetes.io/managed-by") !== "Helm") {
    return undefined;
  }
  const namespace = annotationOf(object, "meta.helm.sh/release-namespace");
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** The annotation by which Argo CD marks the objects of an Application. */
export const trackingKey = "argocd.argoproj.io/tracking-id";

/**
 * The Application of an object by its annotation, `shop:apps/Deployment:default/web`. It names the object, so
 * that a copy of the annotation on another one is ignored.
 */
export function argoAppOf(object: JsonObject): string | undefined {
  const [app, groupKind, place] = (annotationOf(object, trackingKey) ?? "").split(":");
  const kind = `${groupOf(stringField(object, "apiVersion") ?? "")}/${stringField(object, "kind") ?? ""}`;
  const [, name] = (place ?? "").split("/");
  return groupKind === kind && name === nameOf(object) ? app : undefined;
}

function readFlux(object: JsonObject, prefix: string): string | undefined {
  const labels = labelsOf(object);
  const name = stringField(labels, `${prefix}/name`);
  const namespace = stringField(labels, `${prefix}/namespace`);
  return name === undefined || namespace === undefined ? undefined : `${namespace}/${name}`;
}

/**
 * Reports whether a run may write an object: always if it is new or its own, otherwise as the policy says.
 * `reason` says why not, and what to do about it.
 */
export function mayTake(
  owner: Owner,
  policy: InventoryPolicy,
  exists: boolean,
): { readonly taken: boolean; readonly reason?: string } {
  if (!exists || owner.kind === "ours" || policy === "force-adopt") {
    return { taken: true };
  }
  if (owner.kind === "none") {
    return policy === "adopt"
      ? { taken: true }
      : {
          taken: false,
          reason: "it exists but belongs to no release; take it over with --inventory-policy=adopt",
        };
  }
  const whole = wholeOf(owner);
  const rest = whole === undefined ? ", or take it over" : `, take over ${whole}, or only this object`;
  return {
    taken: false,
    reason: `it belongs to ${formatOwner(owner)}; remove it there${rest} with --inventory-policy=force-adopt`,
  };
}

/** The words for taking over all objects of an owner; undefined if there is no way to do so. */
function wholeOf(owner: Owner): string | undefined {
  if (owner.kind === "release" && owner.name === undefined) {
    return "an ApplySet of kubectl as a whole with --adopt-applyset NAME";
  }
  if (owner.kind !== "tool") {
    return undefined;
  }
  const { tool, name } = owner;
  // An Application outside of the namespace of Argo CD is marked as NAMESPACE_NAME.
  const whole: Readonly<Record<string, string>> = {
    Helm: `the whole Helm release with --adopt-helm-release ${name}`,
    "Argo CD": `the whole application with --adopt-argo-app ${name.replace("_", "/")}`,
    kapp: "the whole app with --adopt-kapp-app NAME (see kapp ls -A)",
  };
  return whole[tool];
}

/**
 * The owner as named in messages: `Helm (shop/web)`, `release shop/web`, `another release (applyset-…-v1)`.
 */
export function formatOwner(owner: Owner): string {
  if (owner.kind === "release") {
    return owner.name === undefined ? `another release (${owner.id})` : `release ${owner.name}`;
  }
  if (owner.kind === "tool") {
    return `${owner.tool} (${owner.name})`;
  }
  return owner.kind === "ours" ? "this release" : "no owner";
}
