/** An owner of another tool whose objects a release takes over, such as an application of Argo CD. */
import type { JsonObject } from "../../object/json.ts";
import { field } from "../../object/json.ts";
import { ownerReferencesOf } from "../../object/metadata.ts";
import type { GroupKind } from "../../object/object-ref.ts";
import type { AdoptedFields, AdoptedTool } from "../adopted-fields.ts";

/** The owner to adopt, as users name it. */
export interface AdoptRequest {
  readonly tool: AdoptedTool;
  readonly name: string;
  /** By default that of the release; for Argo CD `argocd`. */
  readonly namespace?: string;
  /** The kind of an ApplySet's parent, as written; a Secret by default. */
  readonly parent?: GroupKind;
}

/** The owner, and which objects are its. */
export interface AdoptedOwner extends AdoptedFields {
  /** As messages name it: `Helm release shop/web`. */
  readonly title: string;
  /** Reports whether an object carries the owner's mark. */
  readonly bears: (object: JsonObject) => boolean;
  /** Reports whether an object carries the owner's mark and that of no one else. */
  readonly owns: (object: JsonObject) => boolean;
}

/**
 * Reports whether an object was created by a controller. Such objects carry copies of the labels of others:
 * Pods those of a template, EndpointSlices those of a Service.
 */
export function isControlled(object: JsonObject): boolean {
  return ownerReferencesOf(object).some((owner) => field(owner, "controller") === true);
}
