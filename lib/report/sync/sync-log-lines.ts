import type { SyncEventSink } from "../../sync/sync-event.ts";
import { syncJsonLines } from "./json-sync-lines.ts";
import { syncTextLines, type TextStyle } from "./text-lines.ts";

/** The format and style of a sidecar's log. */
export interface SyncLogStyle extends TextStyle {
  readonly format: "text" | "json";
}

/**
 * Logs events as lines, for people or as JSON. No name of an object or commit can inject terminal control
 * characters.
 */
export function syncLogLines({ format, ...style }: SyncLogStyle): SyncEventSink {
  return format === "json" ? syncJsonLines(style.write) : syncTextLines(style);
}
