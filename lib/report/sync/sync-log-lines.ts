import type { SyncEventSink } from "../../sync/sync-event.ts";
import { syncJsonLines } from "./json-sync-lines.ts";
import { syncTextLines, type TextStyle } from "./text-lines.ts";

/** How the log of a sidecar is written. */
export interface SyncLogStyle extends TextStyle {
  readonly format: "text" | "json";
}

/**
 * Writes what happens as lines of a log: for people, or as JSON. Nothing in them speaks to a terminal,
 * whatever objects and commits are called.
 */
export function syncLogLines({ format, ...style }: SyncLogStyle): SyncEventSink {
  return format === "json" ? syncJsonLines(style.write) : syncTextLines(style);
}
