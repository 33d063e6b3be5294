import type { JsonObject } from "../../object/json.ts";
import type { FieldFault, FieldPath } from "../model/field-fault.ts";
import type { DefinedField } from "./field-type.ts";

/** The schemas of the kinds that are built into one version of Kubernetes. */
export interface BuiltinSchemas {
  /** The minor version: 36 for 1.36. */
  readonly minor: number;
  /** Reports whether it serves such a kind in that version: `apps/v1`, `Deployment`. */
  readonly serves: (apiVersion: string, kind: string) => boolean;
  /** Checks an object of a served kind as the API server does with strict field validation. */
  readonly check: (object: JsonObject) => CheckedFields;
  /**
   * Returns the fields that are allowed at that place of the object, to suggest a correction for an unknown
   * one.
   */
  readonly fieldsAt: (object: JsonObject, path: FieldPath) => readonly string[];
  /** Returns the name of the definition of a kind; undefined if it does not serve it. */
  readonly definitionOf: (apiVersion: string, kind: string) => string | undefined;
  /** Returns the fields of a definition. */
  readonly fieldsOf: (definition: string) => readonly DefinedField[];
}

/** The result of checking the fields of an object. */
export interface CheckedFields {
  readonly faults: readonly FieldFault[];
  /**
   * Paths of fields that the schema does not know: the API server drops them, or rejects the object if it is
   * strict.
   */
  readonly unknown: readonly FieldPath[];
  /**
   * Paths of unknown fields that even a strict API server drops silently: those within the schemas under
   * `items` or `additionalProperties` of a definition.
   */
  readonly dropped?: readonly FieldPath[];
}
