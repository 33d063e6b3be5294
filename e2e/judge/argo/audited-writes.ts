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

/** Verbs that are no writes of an object of a set: an update only removes the finalizer of a hook. */
const verbs: ReadonlyMap<string, Write["verb"]> = new Map([
  ["create", "apply"],
  ["patch", "apply"],
  ["delete", "delete"],
]);

/** The writes of a tool to its namespace and to cluster-scoped objects, in the order of the server. */
export function writesBy(
  events: readonly AuditEvent[],
  { agent, namespace }: { readonly agent: string; readonly namespace: string },
): readonly Write[] {
  return events.flatMap((event) => {
    const { userAgent = "", verb, objectRef, requestURI, responseStatus } = event;
    const kind = verbs.get(verb);
    const isWritten = (responseStatus?.code ?? 0) < 300 && !requestURI.includes("dryRun=All");
    if (!userAgent.startsWith(agent) || kind === undefined || objectRef === undefined || !isWritten) {
      return [];
    }
    const { resource, apiGroup = "", namespace: home = "", name = "", subresource } = objectRef;
    const isOfSide = `${home}/${name}`.includes(namespace);
    if (!isOfSide || subresource !== undefined || isOwnRecord(resource, name)) {
      return [];
    }
    const id = `${resource}.${apiGroup}/${home}/${withoutEnd(name)}`;
    return [
      {
        verb: kind,
        resource,
        id: id.replaceAll(namespace, "NS"),
        at: event.requestReceivedTimestamp,
        path: requestURI.split("?")[0] ?? "",
      },
    ];
  });
}

/** Reviews are no objects; the lock and the records of converge belong to no set. */
function isOwnRecord(resource: string, name: string): boolean {
  return resource.endsWith("reviews") || /^converge[-.]/.test(name);
}

/** A generated name without the end that each tool gives it. */
function withoutEnd(name: string): string {
  return name.replace(/-gen-.*$/, "-gen-");
}
