import type { JsonObject } from "../../object/json.ts";
import { harmlessJson } from "./json-document.ts";
import { yamlLines, type YamlStyle } from "./yaml-text.ts";

/** Words and paths that every version of YAML reads as text. */
const plainText = /^[A-Za-z_/][\w./@+-]*(?:[ :=,][\w./@+-]+)*$/;
const otherThanText = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** A block preserves a text whose first line is not indented and that ends in at most one line break. */
const blockText = /^[^\s][^\r\t]*[^\s]\n?$/;
/** Characters that a terminal would interpret, or YAML would read as a line break. */
const unprintable =
  // oxlint-disable-next-line no-control-regex -- control characters are what this looks for.
  /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]|\p{Surrogate}/u;

/** For output that is read again: no value loses anything, yet no control character reaches the terminal. */
const exact: YamlStyle = {
  scalar: (value) =>
    typeof value === "string" && plainText.test(value) && !otherThanText.test(value)
      ? value
      : harmlessJson(value),
  block: (text) => {
    if (!text.includes("\n") || !blockText.test(text) || unprintable.test(text)) {
      return undefined;
    }
    const isEnded = text.endsWith("\n");
    const lines = (isEnded ? text.slice(0, -1) : text).split("\n");
    return { sign: isEnded ? "|" : "|-", lines };
  },
};

/**
 * Formats an object as lines of YAML that are read as the very same object: every digit of its numbers, every
 * character of its texts.
 */
export function exactYaml(object: JsonObject): readonly string[] {
  return yamlLines(object, "", exact);
}
