import { writeBigint } from "../../object/json.ts";

/** Characters that JSON leaves unescaped and a terminal would interpret or hide. */
const invisible = /[\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g;

/**
 * Formats a value as JSON that is safe for a terminal: everything it might interpret or hide is escaped.
 * `indent`: spaces per level.
 */
export function harmlessJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, writeBigint, indent).replace(invisible, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Formats one document of the public format `converge.dev/v1`, indented by two spaces. */
export function formatJsonDocument(kind: string, fields: Readonly<Record<string, unknown>>): string {
  return `${harmlessJson({ apiVersion: "converge.dev/v1", kind, ...fields }, 2)}\n`;
}
