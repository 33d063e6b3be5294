import type { ExecutionContext } from "ava";

import type { Cluster, Selection, Watch, WatchEvent } from "../lib/client/model/cluster.ts";
import { objectField, stringField } from "../lib/object/json.ts";

/** A watch with all its events: `seen env 1`, `gone env`, `synced`. */
export interface Listener {
  readonly watch: Watch;
  readonly output: readonly string[];
  readonly events: readonly WatchEvent[];
  /** Resolves once the watch has delivered this event. */
  readonly until: (line: string) => Promise<void>;
}

/** Listens to a watch until the test ends. */
export function listen(t: ExecutionContext, cluster: Cluster, selection: Selection): Listener {
  const output: string[] = [];
  const events: WatchEvent[] = [];
  const waiting = new Map<string, () => void>();
  const watch = cluster.watch(selection, (event) => {
    const line = lineOf(event);
    if (line !== undefined) {
      events.push(event);
      output.push(line);
      waiting.get(line)?.();
    }
  });
  t.teardown(() => watch.stop());
  return {
    watch,
    output,
    events,
    until: async (line) => {
      if (!output.includes(line)) {
        await new Promise<void>((resolve) => {
          waiting.set(line, resolve);
        });
      }
    },
  };
}

/** Formats an event; undefined for objects that every namespace has. */
function lineOf(event: WatchEvent): string | undefined {
  if (!("object" in event)) {
    return event.type;
  }
  const name = stringField(objectField(event.object, "metadata"), "name") ?? "";
  const step = stringField(objectField(event.object, "data"), "step");
  const line = [event.type, name, ...(step === undefined ? [] : [step])].join(" ");
  return name === "kube-root-ca.crt" ? undefined : line;
}
