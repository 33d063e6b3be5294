import type { AuditEvent } from "./control-plane/audit-log.ts";
import type { PrintedRule } from "./limited-release.ts";

/** One verb on one resource, of one object where a rule names it. */
export interface Right extends Pick<PrintedRule, "namespace" | "group"> {
  readonly verb: string;
  readonly resource: string;
  readonly name: string | undefined;
}

/** The rights that rules give, each by itself. */
export function rightsOf(rules: readonly PrintedRule[]): readonly Right[] {
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

/** Whether a request has asked for that right. A patch that has created something has asked for both. */
export function asksFor(event: AuditEvent, right: Right): boolean {
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
