import { releaseLabel, toolName } from "../../inventory/apply-set.ts";
import { parentType, type ParentRecord, readParent } from "../../inventory/applyset-parent.ts";
import { field, type JsonObject } from "../../object/json.ts";
import { compareText } from "../../object/object-ref.ts";
import { RestMapper } from "../model/rest-mapper.ts";
import type { RunContext } from "../model/run-context.ts";

/** The place to look for releases. */
export interface ListRequest {
  /** Undefined for the namespace of the context. */
  readonly namespace: string | undefined;
  readonly allNamespaces: boolean;
}

/** The releases that were found. */
export interface ReleaseList {
  /** The namespace that was searched; undefined for all. */
  readonly namespace: string | undefined;
  /** By namespace, then by name. */
  readonly records: readonly ParentRecord[];
  /** Faults of Secrets that look like the record of a release and cannot be read as one, with the remedy. */
  readonly faults: readonly string[];
}

/** The releases of a namespace, or of the whole cluster. */
export async function listReleases(
  { namespace, allNamespaces }: ListRequest,
  { cluster, signal }: Pick<RunContext, "cluster" | "signal">,
): Promise<ReleaseList> {
  const kinds = new RestMapper(cluster, await cluster.discover({ signal }));
  const place = allNamespaces ? undefined : (namespace ?? cluster.namespace);
  const secrets = await cluster.list(
    {
      resource: kinds.require({ group: "", kind: "Secret" }, "v1"),
      labelSelector: `app.kubernetes.io/managed-by=${toolName},${releaseLabel}`,
      fieldSelector: `type=${parentType}`,
      ...(place === undefined ? {} : { namespace: place }),
    },
    { signal },
  );
  return { namespace: place, ...readReleases(secrets) };
}

/** The records in Secrets, sorted, and the faults of the others. */
export function readReleases(secrets: readonly JsonObject[]): Pick<ReleaseList, "records" | "faults"> {
  const records: ParentRecord[] = [];
  const faults: string[] = [];
  for (const secret of secrets.filter((each) => field(each, "type") === parentType)) {
    const read = readParent(secret);
    if ("fault" in read) {
      faults.push(read.fault);
    } else {
      records.push(read);
    }
  }
  return {
    records: records.toSorted(
      (left, right) =>
        compareText(left.namespace, right.namespace) || compareText(left.release, right.release),
    ),
    faults: faults.toSorted(compareText),
  };
}
