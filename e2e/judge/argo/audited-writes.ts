/** The writes of a sync, as the audit log of the API server shows them. */
import type { AuditEvent } from "../../control-plane/audit-log.ts";

/** A write that took effect. */
export interface Write {
  readonly verb: "apply" | "delete";
  /** `deployments`: both tools write one kind after the other. */
  readonly resource: string;
  /** `deployments.apps/NS/web`: the same for both tools. */
  readonly id: string;
  /** When the server received it. */
  readonly at: string;
  /** The path of the object. */
  readonly path: string;
}

/** Verbs that are not writes of an object of a set: an update only removes the finalizer of a hook. */
const verbs: ReadonlyMap<string, Write["verb"]> = new Map([
  ["create", "apply"],
  ["patch", "apply"],
  ["delete", "delete"],
]);

/** A tool by the start of its user agent, and the namespace that it works in. */
interface Author {
  readonly agent: string;
  readonly namespace: string;
}

/** The writes of a tool to its namespace and to cluster-scoped objects, in the order of the server. */
export function writesBy(events: readonly AuditEvent[], author: Author): readonly Write[] {
  return events
    .filter((event) => isWriteBy(event, author))
    .map(({ verb, objectRef, requestURI, requestReceivedTimestamp: at }): Write => {
      const { resource = "", apiGroup = "", namespace = "", name = "" } = objectRef ?? {};
      const id = `${resource}.${apiGroup}/${namespace}/${withoutEnd(name)}`;
      return {
        verb: verbs.get(verb) ?? "apply",
        resource,
        id: id.replaceAll(author.namespace, "NS"),
        at,
        path: requestURI.replace(/\?.*$/, ""),
      };
    });
}

function isWriteBy(event: AuditEvent, { agent, namespace }: Author): boolean {
  const { userAgent, verb, objectRef, requestURI, responseStatus } = event;
  if (userAgent?.startsWith(agent) !== true || !verbs.has(verb) || requestURI.includes("dryRun=All")) {
    return false;
  }
  const hasFailed = responseStatus === undefined || responseStatus.code >= 300;
  return !hasFailed && objectRef !== undefined && isInSet(objectRef, namespace);
}

function isInSet(ref: NonNullable<AuditEvent["objectRef"]>, namespace: string): boolean {
  const { resource, namespace: home = "", name = "", subresource } = ref;
  return subresource === undefined && `${home}/${name}`.includes(namespace) && !isOwnRecord(resource, name);
}

/** Reviews are not objects; the lock and the records of converge belong to no set. */
function isOwnRecord(resource: string, name: string): boolean {
  return resource.endsWith("reviews") || /^converge[-.]/.test(name);
}

/** A generated name without the end that each tool gives it. */
function withoutEnd(name: string): string {
  return name.replace(/-gen-.*$/, "-gen-");
}
