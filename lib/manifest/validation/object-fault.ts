import type { DiagnosticCode } from "../../object/diagnostic/diagnostic-code.ts";
import { isArray, stringField, type JsonObject, type JsonValue, type Path } from "../../object/json.ts";
import { nameOf } from "../../object/metadata.ts";
import { truncateWord } from "../../object/message-text.ts";
import type { FieldPart } from "../locate-field.ts";

/** A fault of one object, and the field it is about. */
export interface ObjectFault {
  readonly code: DiagnosticCode;
  readonly severity: "error" | "warning";
  readonly message: string;
  /** From the object's root. */
  readonly path: Path;
  readonly part: FieldPart;
}

/** An error of an object at one of its fields. */
export function fault(
  code: DiagnosticCode,
  message: string,
  place: { readonly path: Path; readonly part: FieldPart },
): ObjectFault {
  return { code, severity: "error", message, ...place };
}

/** `a number`, for messages that must not show the value. */
export function typeName(value: JsonValue): string {
  if (value === null) {
    return "null";
  }
  if (typeof value === "object") {
    return isArray(value) ? "a list" : "a mapping";
  }
  return typeof value === "bigint" ? "a number" : `a ${typeof value}`;
}

/** The key that was probably meant: the same letters in another case, or with a letter changed at the end. */
export function nearMiss(value: JsonObject, name: string): string | undefined {
  const folded = name.toLowerCase();
  return Object.keys(value).find(
    (key) => key !== name && key.toLowerCase().replaceAll(/[-_ ]/g, "").replace(/s$/, "") === folded,
  );
}

/** `Deployment web`, or as much of it as is known; the first word of either, truncated. */
export function titleOf(value: JsonObject): string {
  const kind = stringField(value, "kind") ?? "";
  const name = nameOf(value);
  return `${kind === "" ? "the object" : firstWord(kind)} ${firstWord(name)}`.trim();
}

/**
 * A name as quoted in messages: up to its first white space, and truncated. If a quote is closed too late it
 * includes the lines below it, which may be the values of a Secret.
 */
export function firstWord(name: string): string {
  const space = name.search(/\s/);
  return truncateWord(space === -1 ? name : `${name.slice(0, space)}…`);
}

/** The fault of an absent field, and its place: the key that was probably meant, if there is one. */
export function missing(
  value: JsonObject,
  name: string,
  remedy: string,
): { readonly message: string; readonly path: Path } {
  const near = nearMiss(value, name);
  return near === undefined
    ? { message: `${titleOf(value)} has no ${name}: ${remedy}`, path: [] }
    : {
        message: `${titleOf(value)} has no ${name}, but ${JSON.stringify(truncateWord(near))}: did you mean "${name}"?`,
        path: [near],
      };
}
