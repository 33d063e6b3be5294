import type { JsonObject } from "../object/json.ts";
import { ownerOf } from "./applyset-membership.ts";

/** Reports whether an object has Helm's mark of that release, `shop/web`, and belongs to no other owner. */
export function isOwnedByHelm(object: JsonObject, release: string): boolean {
  const owner = ownerOf(object, "");
  return owner.kind === "tool" && owner.tool === "Helm" && owner.name === release;
}
