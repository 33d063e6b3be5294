import type { Actuation, Reconcile, Target } from "../../apply/model/event.ts";

/** The status of one object in the public format. */
export interface ObjectStatusDocument {
  /** The object reference. */
  readonly ref: string;
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** The outcome of the last run's write. */
  readonly actuation: Actuation;
  /** The progress of the cluster with it by now. */
  readonly reconcile: Reconcile;
  /** Empty if there is nothing to report. */
  readonly message: string;
  /** The reason why it is kept when the release is deleted. */
  readonly kept?: string;
}

/** An `ObjectStatus`. Its module is not imported: it would bring types of Node into the public API. */
interface KnownStatus extends Pick<ObjectStatusDocument, "actuation" | "reconcile" | "message" | "kept"> {
  readonly target: Target;
}

/** Converts the status of an object to the public format. */
export function objectStatusDocument({
  target,
  actuation,
  reconcile,
  message,
  kept,
}: KnownStatus): ObjectStatusDocument {
  return {
    ref: target.key,
    group: target.group,
    kind: target.kind,
    namespace: target.namespace,
    name: target.name,
    actuation,
    reconcile,
    message,
    ...(kept === undefined ? {} : { kept }),
  };
}
