/** An applied object of a release, for tests of later changes to it. */
import type { ExecutionContext } from "ava";

import { applySetId } from "../lib/inventory/apply-set.ts";
import { findChange } from "../lib/inventory/field-ownership.ts";
import { manifestHash, withMembership } from "../lib/inventory/applyset-membership.ts";
import type { JsonObject } from "../lib/object/json.ts";
import { testCluster } from "./control-plane/test-cluster.ts";

const cluster = await testCluster();

/** An object as it was applied, and its path. */
export interface Stored {
  readonly sent: JsonObject;
  readonly path: string;
}

/** The path of the objects of a kind, `apps/v1 deployments`, in a namespace. */
export function collection(place: string, namespace: string): string {
  const [version = "", plural = ""] = place.split(" ");
  return `/${version === "v1" ? "api" : "apis"}/${version}/namespaces/${namespace}/${plural}`;
}

/** Applies an object of that kind, in a namespace of its own, as a member of a release. */
export async function store(t: ExecutionContext, place: string, object: JsonObject): Promise<Stored> {
  const namespace = await cluster.createNamespace(t);
  const [apiVersion = ""] = place.split(" ");
  const manifest = { apiVersion, metadata: { name: "a", namespace }, ...object };
  const id = applySetId({ name: "converge-e2e", namespace });
  const stored = {
    sent: withMembership(manifest, { id, hash: manifestHash(manifest) }),
    path: `${collection(place, namespace)}/a`,
  };
  await apply(t, stored);
  return stored;
}

/** Applies the object with force. Throws an Error if it is refused. */
export async function apply(
  t: ExecutionContext,
  { sent, path: at }: Stored,
  manager = "converge",
): Promise<void> {
  const { status, text } = await cluster.api("APPLY", `${at}?fieldManager=${manager}&force=true`, sent);
  t.true(status === 200 || status === 201, text);
}

/** Reads the object. Throws an Error if it is absent. */
export async function live({ path: at }: Stored): Promise<JsonObject> {
  const object: JsonObject = JSON.parse((await cluster.api("GET", at)).text);
  return object;
}

/** The difference from what was sent, as text: `lost spec.replicas`. */
export async function change(stored: Stored): Promise<string | undefined> {
  const found = findChange(stored.sent, await live(stored), { manager: "converge" });
  return found && ("field" in found ? `${found.kind} ${found.field}` : found.kind);
}
