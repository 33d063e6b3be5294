import { fieldOrigin } from "../manifest/field-origin.ts";
import type { Origin } from "../object/diagnostic/source-text.ts";
import type { Cause } from "./plan.ts";

/** The file, line and column of the field or annotation that makes the edge. */
export function originOf(cause: Cause): Origin {
  const { manifest, path } = cause;
  return fieldOrigin(manifest, path, "key");
}
