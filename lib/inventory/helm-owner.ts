import type { JsonObject } from "../object/json.ts";
import { ownerOf } from "./applyset-membership.ts";

/** Whether an object bears Helm's mark of that release, `shop/web`, and is no other's. */
export function isOwnedByHelm(object: JsonObject, release: string): boolean {
  const owner = ownerOf(object, "");
  return owner.kind === "tool" && owner.tool === "Helm" && owner.name === release;
}
