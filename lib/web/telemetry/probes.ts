import { compareText } from "../../object/object-ref.ts";
import type { SyncEventSink } from "../../sync/sync-event.ts";

/** A precondition of readiness. */
export interface ProbeCheck {
  readonly name: string;
  /** The reason why it is not met; undefined if it is. */
  readonly missing: string | undefined;
}

/**
 * Readiness of a sidecar: its configuration is read, it has joined the members, and each unit that it holds
 * was checked once.
 */
export interface Probes {
  readonly emit: SyncEventSink;
  /** Called once the configuration is read. */
  readonly configured: () => void;
  /** Returns each check, with the reason if it is not met. */
  readonly checks: () => readonly ProbeCheck[];
}

/**
 * Creates the probes of a new sidecar. Once ready it stays ready: a unit taken over later does not delay
 * anything again.
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
