import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import { annotationOf } from "../../object/metadata.ts";
import type { FieldFault } from "../model/field-fault.ts";
import { invalid, required } from "../schema/field-errors.ts";
import { trailOf } from "../schema/field-path.ts";

const annotation = "api-approved.kubernetes.io";

/**
 * Validates the approval of an API in a group of the Kubernetes community: such a definition states in an
 * annotation where it was approved, or that it was not. An update may leave it unchanged. Kubernetes
 * enhancement 1111, "API group protection".
 */
export function validateApproval(definition: JsonObject, old: JsonObject | undefined): readonly FieldFault[] {
  if (!/(?:^|\.)(?:k8s|kubernetes)\.io$/.test(stringField(objectField(definition, "spec"), "group") ?? "")) {
    return [];
  }
  const state = approvalOf(definition);
  if (state === "stated" || state === "denied" || (old !== undefined && approvalOf(old) === state)) {
    return [];
  }
  const trail = trailOf("metadata", "annotations", { key: annotation });
  const message = `protected groups must have the annotation ${annotation}: write the URL of the approval, or a reason starting with "unapproved"`;
  return [state === "missing" ? required(trail, message) : invalid(trail, message)];
}

function approvalOf(definition: JsonObject): "missing" | "denied" | "stated" | "unreadable" {
  const text = annotationOf(definition, annotation) ?? "";
  if (text === "") {
    return "missing";
  }
  if (text.startsWith("unapproved")) {
    return "denied";
  }
  return /^[A-Za-z][-+.A-Za-z0-9]*:\/\/[^/?#\s]+/.test(text) ? "stated" : "unreadable";
}
