import type { JsonObject } from "../../object/json.ts";
import type { FieldFault, FieldPath } from "../model/field-fault.ts";

/** What one version of Kubernetes knows of the kinds that are built into it. */
export interface BuiltinSchemas {
  /** The 36 of 1.36. */
  readonly minor: number;
  /** Whether it has such a kind in that version: `apps/v1`, `Deployment`. */
  readonly serves: (apiVersion: string, kind: string) => boolean;
  /** What the API server's strict reading would say of an object of a kind that it serves. */
  readonly check: (object: JsonObject) => CheckedFields;
  /** The fields that may stand in the object at that place, to guess what an unknown one was meant to be. */
  readonly fieldsAt: (object: JsonObject, path: FieldPath) => readonly string[];
}

/** What is wrong with an object, field by field. */
export interface CheckedFields {
  readonly faults: readonly FieldFault[];
  /**
   * Where fields stand that the schema does not know: the API server drops them, or refuses the object where
   * it is strict.
   */
  readonly unknown: readonly FieldPath[];
  /**
   * The same where even a strict API server says nothing: within the schemas under `items` or
   * `additionalProperties` of a definition.
   */
  readonly dropped?: readonly FieldPath[];
}
