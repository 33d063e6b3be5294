import { formatTimestamp } from "../../../object/timestamp.ts";

/**
 * Formats a time as in the resources, to the second: `2026-11-21T08:14:20Z`. `at` is milliseconds since 1970.
 */
export function formatSeconds(at: number): string {
  return formatTimestamp(at).replace(/\.\d+Z$/, "Z");
}
