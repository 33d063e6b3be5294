import { compareText } from "../../object/object-ref.ts";
import type { SyncEventSink } from "../../sync/sync-event.ts";

/** One thing that has to be so before the sidecar is ready. */
export interface ProbeCheck {
  readonly name: string;
  /** Undefined where it is so. */
  readonly missing: string | undefined;
}

/**
 * Whether a sidecar is ready: its configuration is read, it has joined the replicas, and each unit that it
 * keeps was looked at once.
 */
export interface Probes {
  readonly emit: SyncEventSink;
  /** To be called once the configuration is read. */
  readonly configured: () => void;
  /** What is looked at, and what of it is still to come. */
  readonly checks: () => readonly ProbeCheck[];
}

/**
 * Probes of a sidecar that has just begun. What was ready once stays so: a unit taken over later makes nobody
 * wait again.
 */
export function syncProbes(): Probes {
  let isConfigured = false;
  let keeps: readonly string[] | undefined;
  let wasReady = false;
  const looked = new Set<string>();
  const checks = (): readonly ProbeCheck[] => {
    const waiting = (keeps ?? []).filter((unit) => !looked.has(unit)).toSorted(compareText);
    const list = [
      { name: "configuration", missing: isConfigured ? undefined : "not read yet" },
      { name: "members", missing: keeps === undefined ? "not joined yet" : undefined },
      {
        name: "units",
        missing: waiting.length === 0 ? undefined : `not looked at yet: ${shorten(waiting)}`,
      },
    ];
    wasReady ||= list.every(({ missing }) => missing === undefined);
    return wasReady ? list.map(({ name }) => ({ name, missing: undefined })) : list;
  };
  const emit: SyncEventSink = (event) => {
    if (event.type === "members") {
      ({ keeps } = event);
    } else if (event.type === "state" && event.state.phase !== "Pending") {
      looked.add(event.state.name);
    } else if (event.type === "revision" || event.type === "sourceFailed" || event.type === "removed") {
      looked.add(event.unit);
    }
  };
  return {
    emit,
    configured: () => {
      isConfigured = true;
    },
    checks,
  };
}

const mostNamed = 5;

function shorten(names: readonly string[]): string {
  const rest = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
