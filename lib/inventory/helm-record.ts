/**
 * Helm's records of a release: one Secret per revision, `sh.helm.release.v1.shop.v3`, of the type
 * `helm.sh/release.v1`, with `data.release`: gzip of JSON, in base64, which the Secret has in base64 once
 * more. werf and nelm use the same format. Source: `pkg/storage/driver` of helm.sh/helm.
 */
import { gunzipSync } from "node:zlib";

import { field, objectField, stringField, type JsonObject } from "../object/json.ts";
import { labelOf, nameOf } from "../object/metadata.ts";
import { readFieldJson } from "./field-set.ts";
import { ownerOf } from "./applyset-membership.ts";

/** A release of Helm by name. */
export interface HelmName {
  readonly name: string;
  readonly namespace: string;
}

/** One revision, by the labels of its Secret. */
export interface HelmRevision {
  readonly secret: string;
  /** From 1. */
  readonly number: number;
  /** `deployed`, `superseded`, `failed`, `pending-upgrade`, … */
  readonly status: string;
}

/** The label selector for the Secrets of a release. */
export function helmSelector({ name }: HelmName): string {
  return `owner=helm,name=${name}`;
}

/** The name as used in messages and marks: `shop/web`. */
export function formatHelmName({ namespace, name }: HelmName): string {
  return `${namespace}/${name}`;
}

/** The revisions among some Secrets, the newest first. Metadata of the Secrets are enough. */
export function helmRevisions(secrets: readonly JsonObject[], { name }: HelmName): readonly HelmRevision[] {
  const before = `sh.helm.release.v1.${name}.v`;
  return secrets
    .flatMap((object) => {
      const secret = nameOf(object);
      const number = secret.startsWith(before) ? wholeNumber(secret.slice(before.length)) : undefined;
      return number === undefined ? [] : [{ secret, number, status: labelOf(object, "status") ?? "" }];
    })
    .toSorted((left, right) => right.number - left.number);
}

function wholeNumber(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** Reports whether the release was ever deployed, so that its installation hooks have run. */
export function wasUp(revisions: readonly HelmRevision[]): boolean {
  return revisions.some(({ status }) => status === "deployed" || status === "superseded");
}

/**
 * The revisions whose objects may be in the cluster: the newest deployed one, and the attempts since. If none
 * is deployed, the newest alone.
 */
export function retainedRevisions(revisions: readonly HelmRevision[]): readonly HelmRevision[] {
  const deployed = revisions.findIndex(({ status }) => status === "deployed");
  return revisions.slice(0, deployed === -1 ? 1 : deployed + 1);
}

/**
 * The reason a release must not be taken from Helm now, with the remedy; undefined if it may. One that was
 * never deployed and is stuck in its installation may be taken: there is no other way out.
 */
export function helmBusy(revisions: readonly HelmRevision[], helm: HelmName): string | undefined {
  const [newest] = revisions;
  const { status = "", number = 0 } = newest ?? {};
  const isPending = status.startsWith("pending-") && wasUp(revisions);
  if (!isPending && status !== "uninstalling") {
    return undefined;
  }
  const remedy = isPending
    ? `end it with helm rollback ${helm.name} -n ${helm.namespace}`
    : `end it with helm uninstall ${helm.name} -n ${helm.namespace}`;
  return `Helm release ${formatHelmName(helm)} has an operation in progress (revision ${number}: ${status}): let it finish, or ${remedy}, then run again`;
}

/**
 * The maximum unpacked size of a revision, in bytes: a Secret holds 1 MiB, which a gzip bomb would expand a
 * thousandfold.
 */
const largestRelease = 2 ** 26;

/**
 * The manifest of the revision in a Secret, a YAML text; a fault if it has none. The fault quotes nothing of
 * it. `limit` is in bytes.
 */
export function helmManifest(
  secret: JsonObject,
  limit: number = largestRelease,
): string | { readonly fault: string } {
  const data = stringField(objectField(secret, "data"), "release");
  if (field(secret, "type") !== "helm.sh/release.v1" || data === undefined) {
    return { fault: "it is not a revision of Helm" };
  }
  const inner = Buffer.from(Buffer.from(data, "base64").toString("latin1"), "base64");
  let text: string;
  try {
    text = isGzip(inner)
      ? gunzipSync(inner, { maxOutputLength: limit }).toString("utf8")
      : inner.toString("utf8");
  } catch {
    return { fault: "it is damaged or too large" };
  }
  const manifest = stringField(readFieldJson(text), "manifest");
  return manifest ?? { fault: "it is damaged" };
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Reports whether an object has Helm's mark of that release, `shop/web`, and belongs to no other owner. */
export function isOwnedByHelm(object: JsonObject, release: string): boolean {
  const owner = ownerOf(object, "");
  return owner.kind === "tool" && owner.tool === "Helm" && owner.name === release;
}
