import type { ExecutionContext } from "ava";

import { type JsonObject, listField, objectField, stringField } from "../../lib/object/json.ts";
import type { LiveObject } from "../control-plane/api.ts";
import type { AuditMark } from "../control-plane/audit-log.ts";
import { type Fleet, openFleet, setWritesOf } from "./fleet.ts";
import { configMap } from "./sync-site.ts";

/** A fleet whose unit needs approval. */
export interface ApprovalSite extends Fleet {
  readonly mark: AuditMark;
  /** The unit, once its status is as wanted. */
  readonly reported: (wanted: (status: JsonObject) => boolean) => Promise<LiveObject>;
  /** The digest of the next plan after one; of the first without one. */
  readonly planned: (before?: string) => Promise<string>;
  readonly approve: (digest: string) => Promise<unknown>;
  /** The writes of objects of the set so far. */
  readonly writes: () => Promise<readonly string[]>;
  /** Commits the ConfigMap `env`. */
  readonly commit: (color: string) => Promise<string>;
}

/** A fleet with the unit `shop`, which needs approval. */
export async function openApproval(
  t: ExecutionContext,
  settings: JsonObject = {},
  opened?: Fleet,
): Promise<ApprovalSite> {
  const fleet = opened ?? (await openFleet(t));
  const { cluster, namespace, repository, requests } = fleet;
  fleet.configure([{ name: "shop", approval: "manual", ...settings }]);
  const path = `/apis/converge.dev/v1/namespaces/${namespace}/units/shop`;
  const reported: ApprovalSite["reported"] = async (wanted) => {
    const found = await cluster.until(path, (object) => wanted(statusOf(object)), 100);
    if (found === undefined) {
      throw new Error("there is no unit");
    }
    return found;
  };
  const mark = await cluster.auditMark();
  return {
    ...fleet,
    mark,
    reported,
    planned: async (before) => {
      const isOther = (status: JsonObject): boolean => ![undefined, before].includes(digestIn(status));
      return digestIn(statusOf(await reported(isOther))) ?? "";
    },
    approve: async (digest) =>
      fleet.kubectl("annotate", "--overwrite", "unit/shop", `converge.dev/approve=${digest}`),
    writes: async () => setWritesOf(await requests(mark)),
    commit: async (color) => repository.commit({ "shop/env.yaml": configMap("env", { color }) }),
  };
}

/** The status of a unit. */
export function statusOf(object: LiveObject | undefined): JsonObject {
  return objectField({ status: JSON.parse(JSON.stringify(object?.status ?? {})) }, "status");
}

function digestIn(status: JsonObject): string | undefined {
  return stringField(objectField(status, "pendingPlan"), "digest");
}

/** `Ready=Unknown (WaitingForApproval)`, … */
export function conditionsIn(object: LiveObject): readonly string[] {
  return listField(statusOf(object), "conditions").map((condition) => {
    const [type, status, reason] = ["type", "status", "reason"].map((name) => stringField(condition, name));
    return `${type}=${status} (${reason})`;
  });
}

/** Matches a status with a condition for that reason. */
export function hasReason(reason: string): (status: JsonObject) => boolean {
  return (status) =>
    listField(status, "conditions").some((condition) => stringField(condition, "reason") === reason);
}

/** The color in a ConfigMap. */
export function colorOf(object: LiveObject | undefined): unknown {
  return objectField({ data: JSON.parse(JSON.stringify(object?.data ?? {})) }, "data")["color"];
}
