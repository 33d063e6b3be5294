import type { AuditEvent } from "./control-plane/audit-log.ts";
import type { PrintedRule } from "./limited-release.ts";

/** One verb on one resource, of one object if a rule names it. */
export interface Permission extends Pick<PrintedRule, "namespace" | "group"> {
  readonly verb: string;
  readonly resource: string;
  readonly name: string | undefined;
}

/** The permissions that rules grant, one by one. */
export function permissionsOf(rules: readonly PrintedRule[]): readonly Permission[] {
  return rules.flatMap(({ namespace, group, resources, names, verbs }) =>
    resources.flatMap((resource) =>
      verbs.flatMap((verb) =>
        (names.length === 0 ? [undefined] : names).map((name) => ({
          namespace,
          group,
          resource,
          verb,
          name,
        })),
      ),
    ),
  );
}

/** Whether a request used that permission. A patch that created an object used both. */
export function usesPermission(event: AuditEvent, right: Permission): boolean {
  const { name, namespace } = event.objectRef ?? {};
  return (
    verbsOf(event).includes(right.verb) &&
    (right.resource === "*" || `${right.group}/${right.resource}` === resourceOf(event)) &&
    (right.name === undefined || right.name === name) &&
    (right.namespace === "" || right.namespace === namespace)
  );
}

function verbsOf({ verb, responseStatus }: AuditEvent): readonly string[] {
  return verb === "patch" && responseStatus?.code === 201 ? ["patch", "create"] : [verb];
}

function resourceOf({ objectRef }: AuditEvent): string {
  const { resource = "", subresource, apiGroup = "" } = objectRef ?? {};
  return `${apiGroup}/${resource}${subresource === undefined ? "" : `/${subresource}`}`;
}
