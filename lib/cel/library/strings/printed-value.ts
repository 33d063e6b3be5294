import { isBytes, isList } from "../../model/value-kind.ts";
import { type CelValue, Timestamp } from "../../model/value.ts";
import { toText } from "../standard/convert-value.ts";

/** Formats a simple value as Go prints it, for the server's messages; empty for lists and maps. */
export function printedValue(value: CelValue): string {
  if (value === null || isBytes(value)) {
    return value === null ? "0" : `[${value.join(" ")}]`;
  }
  const text = isList(value) ? "" : toText(value);
  if (typeof text !== "string") {
    return "";
  }
  return value instanceof Timestamp ? text.replace("T", " ").replace("Z", " +0000 UTC") : text;
}
