import { isArray, isObject, type JsonValue } from "../../object/json.ts";
import { stringifyJson } from "../../object/json-text.ts";
import { printable } from "../printable.ts";

/** Strings that read the same without quotes. */
const plainText = /^(?![-?:] |[\s\-?:,[\]{}#&*!|>'"%@`~]|.*(?:: |:$| #|\s$))[^\n]+$/;
/** Strings that YAML would take for something else than a string. */
const otherThanText = /^(?:true|false|null|yes|no|on|off|y|n|[-+]?[.\d][\d._eE+-]*|0[xob][\da-f]+)$/i;

/** A string, number or the like as YAML writes it on one line, what a terminal would obey written out. */
export function yamlScalar(value: JsonValue): string {
  if (typeof value === "string") {
    const isPlain = plainText.test(value) && !otherThanText.test(value);
    return printable(isPlain ? value : JSON.stringify(value));
  }
  return printable(stringifyJson(value));
}

/** A value that is still to be written. */
interface Pending {
  /** What stands before it on its first line: spaces, and `- ` in a list. */
  readonly prefix: string;
  /** How far its other lines are indented. */
  readonly indent: number;
  /** The field it is the value of; empty for the entry of a list. */
  readonly name: string;
  readonly value: JsonValue;
}

/**
 * A value as lines of YAML, for people: two spaces a level, texts of several lines in a block. It is written without
 * recursion, since how deep a value goes is up to its author.
 */
export function yamlLines(value: JsonValue, name = ""): readonly string[] {
  const lines: string[] = [];
  const stack: Pending[] = [{ prefix: "", indent: 0, name, value }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const inside = partsOf(next);
    if (inside === undefined) {
      lines.push(...leafLines(next));
    } else {
      lines.push(...(next.name === "" ? [] : [`${next.prefix}${yamlScalar(next.name)}:`]));
      stack.push(...inside.toReversed());
    }
  }
  return lines;
}

/** The parts of a list or object; undefined for anything else, and for an empty one. */
function partsOf({ prefix, indent, name, value }: Pending): readonly Pending[] | undefined {
  const space = " ".repeat(indent);
  // A list entry's first part stands on its line: `- name: app`.
  const first = name === "" ? prefix : undefined;
  if (isArray(value) && value.length > 0) {
    return value.map((entry, index) => ({
      prefix: `${index === 0 ? (first ?? space) : space}- `,
      indent: indent + 2,
      name: "",
      value: entry,
    }));
  }
  const fields = isObject(value) ? Object.entries(value) : [];
  const deeper = name === "" ? indent : indent + 2;
  const parts = fields.map(([key, entry], index) => ({
    prefix: index === 0 && first !== undefined ? first : " ".repeat(deeper),
    indent: deeper,
    name: key === "" ? '""' : key,
    value: entry,
  }));
  return parts.length === 0 ? undefined : parts;
}

function leafLines({ prefix, indent, name, value }: Pending): readonly string[] {
  const lead = `${prefix}${name === "" ? "" : `${yamlScalar(name)}: `}`;
  if (typeof value === "string" && value.includes("\n")) {
    const space = " ".repeat(indent + 2);
    const text = value.endsWith("\n") ? value.slice(0, -1) : value;
    const sign = value.endsWith("\n") ? "|" : "|-";
    return [`${lead}${sign}`, ...text.split("\n").map((line) => `${space}${printable(line)}`)];
  }
  return [`${lead}${yamlScalar(value)}`];
}
