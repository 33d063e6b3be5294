/**
 * The Secret for the approvals of a release, beside its record: it has the key of the digests of its hidden
 * values, and the approved plan that a run has begun to apply.
 */
import { gunzipSync, gzipSync } from "node:zlib";

import { field, type JsonObject, objectField, stringField } from "../object/json.ts";
import { applySetId, parentName, toolName } from "./apply-set.ts";
import { revisionOfLabel, shardSize } from "./revision.ts";

/** The content of that Secret. */
export interface ApprovalRecord {
  /** Random bytes, in base64. */
  readonly key: string;
  /** The begun plan, as JSON; undefined if none was begun, or if it is too large. */
  readonly begun: string | undefined;
}

/** The type of that Secret. */
const approvalType = "converge.dev/approval";

/** The name of that Secret: `converge.shop.approval`. No record and no revision has such a name. */
export function approvalName(release: string): string {
  return `${toolName}.${release}.approval`;
}

/** The Secret as it is sent. The label lets it go with the namespace of the release, as revisions do. */
export function approvalObject(
  { release, namespace }: { readonly release: string; readonly namespace: string },
  { key, begun }: ApprovalRecord,
): JsonObject {
  const packed = begun === undefined ? undefined : gzipSync(begun, { level: 4 });
  const isStored = packed !== undefined && packed.length <= shardSize;
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      name: approvalName(release),
      namespace,
      labels: {
        "app.kubernetes.io/managed-by": toolName,
        [revisionOfLabel]: applySetId({ name: parentName(release), namespace }),
      },
    },
    type: approvalType,
    data: { key, ...(isStored ? { begun: packed.toString("base64") } : {}) },
  };
}

/** Reads such a Secret; undefined if it is another one. A plan that cannot be unpacked is dropped. */
export function readApproval(secret: JsonObject): ApprovalRecord | undefined {
  const data = objectField(secret, "data");
  const key = stringField(data, "key");
  if (field(secret, "type") !== approvalType || key === undefined) {
    return undefined;
  }
  return { key, begun: unpacked(stringField(data, "begun")) };
}

/** Bytes of the plan of any release: the limit for unpacking a gzip bomb. */
const largestPlan = 2 ** 26;

function unpacked(text: string | undefined): string | undefined {
  try {
    const packed = text === undefined ? undefined : Buffer.from(text, "base64");
    return packed && gunzipSync(packed, { maxOutputLength: largestPlan }).toString("utf8");
  } catch {
    return undefined;
  }
}
