import { isArray, isObject, type JsonValue, stringifyJson } from "../../object/json.ts";
import { escapeControl } from "../terminal/escape-control.ts";

/** Strings that read the same without quotes. */
const plainText = /^(?![-?:] |[\s\-?:,[\]{}#&*!|>'"%@`~]|.*(?:: |:$| #|\s$))[^\n]+$/;
/** Strings that YAML would read as something other than a string. */
const otherThanText = /^(?:true|false|null|yes|no|on|off|y|n|[-+]?[.\d][\d._eE+-]*|0[xob][\da-f]+)$/i;

/** Formats a scalar as YAML writes it on one line, with control characters escaped. */
export function yamlScalar(value: JsonValue): string {
  if (typeof value === "string") {
    const isPlain = plainText.test(value) && !otherThanText.test(value);
    return escapeControl(isPlain ? value : JSON.stringify(value));
  }
  return escapeControl(stringifyJson(value));
}

/** The style of scalars. */
export interface YamlStyle {
  /** A name or a value on one line. */
  readonly scalar: (value: JsonValue) => string;
  /** The indicator and the lines of a block scalar; undefined for a text that has to be on one line. */
  readonly block: (text: string) => { readonly sign: string; readonly lines: readonly string[] } | undefined;
}

/** For people: control characters are escaped, every multi-line text is a block scalar. */
const shown: YamlStyle = {
  scalar: yamlScalar,
  block: (text) => {
    const isEnded = text.endsWith("\n");
    const lines = (isEnded ? text.slice(0, -1) : text).split("\n").map(escapeControl);
    return text.includes("\n") ? { sign: isEnded ? "|" : "|-", lines } : undefined;
  },
};

/** A value still to be formatted. */
interface Pending {
  /** The prefix of its first line: spaces, and `- ` in a list. */
  readonly prefix: string;
  /** The indent of its other lines. */
  readonly indent: number;
  /** The field whose value it is; undefined for a list entry and for a value by itself. */
  readonly name: string | undefined;
  readonly value: JsonValue;
}

/**
 * Formats a value as lines of YAML, two spaces per level; for people unless another style is given. Without
 * recursion, because the nesting of a value is up to its author.
 */
export function yamlLines(value: JsonValue, name = "", style: YamlStyle = shown): readonly string[] {
  const lines: string[] = [];
  const stack: Pending[] = [{ prefix: "", indent: 0, name: name === "" ? undefined : name, value }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const inside = partsOf(next);
    if (inside === undefined) {
      lines.push(...leafLines(next, style));
    } else {
      lines.push(...(next.name === undefined ? [] : [`${next.prefix}${style.scalar(next.name)}:`]));
      stack.push(...inside.toReversed());
    }
  }
  return lines;
}

/** Returns the parts of a list or an object; undefined for anything else, and for an empty one. */
function partsOf({ prefix, indent, name, value }: Pending): readonly Pending[] | undefined {
  const space = " ".repeat(indent);
  // The first part of a list entry is on the line of the entry: `- name: app`.
  const first = name === undefined ? prefix : undefined;
  if (isArray(value) && value.length > 0) {
    return value.map((entry, index) => ({
      prefix: `${index === 0 ? (first ?? space) : space}- `,
      indent: indent + 2,
      name: undefined,
      value: entry,
    }));
  }
  const fields = isObject(value) ? Object.entries(value) : [];
  const deeper = name === undefined ? indent : indent + 2;
  const parts = fields.map(([key, entry], index) => ({
    prefix: index === 0 && first !== undefined ? first : " ".repeat(deeper),
    indent: deeper,
    name: key,
    value: entry,
  }));
  return parts.length === 0 ? undefined : parts;
}

function leafLines(
  { prefix, indent, name, value }: Pending,
  { scalar, block }: YamlStyle,
): readonly string[] {
  const lead = `${prefix}${name === undefined ? "" : `${scalar(name)}: `}`;
  const text = typeof value === "string" ? block(value) : undefined;
  if (text !== undefined) {
    const space = " ".repeat(indent + 2);
    return [`${lead}${text.sign}`, ...text.lines.map((line) => (line === "" ? "" : `${space}${line}`))];
  }
  return [`${lead}${scalar(value)}`];
}
