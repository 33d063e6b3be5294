import { writeBigint } from "../../object/stringify-json.ts";

/** What JSON leaves as it is and a terminal would obey or hide. */
const invisible = /[\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g;

/**
 * A value as JSON that may be shown on a terminal: all that it might obey or hide is escaped. `indent`:
 * spaces a level.
 */
export function harmlessJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, writeBigint, indent).replace(invisible, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** One document of the public format `converge.dev/v1`, two spaces deep. */
export function formatJsonDocument(kind: string, fields: Readonly<Record<string, unknown>>): string {
  return `${harmlessJson({ apiVersion: "converge.dev/v1", kind, ...fields }, 2)}\n`;
}
