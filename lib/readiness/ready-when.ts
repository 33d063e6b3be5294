import { truncateWord } from "../object/message-text.ts";
import { type JsonPath, parseJsonPath } from "../object/json-path.ts";

/** One expectation: a condition with a status, or a value at a path (any value, if none is given). */
export type Expectation =
  | { readonly kind: "condition"; readonly type: string; readonly status: string }
  | {
      readonly kind: "jsonpath";
      readonly text: string;
      readonly path: JsonPath;
      readonly value: string | undefined;
    };

/** The author's definition of ready: all expectations hold. */
export interface ReadyWhen {
  readonly expectations: readonly Expectation[];
}

/** The part that cannot be parsed, and what would be valid: for people, no line break. */
export interface ReadyWhenFault {
  readonly fault: string;
}

const forms = `write condition=Ready, condition=Ready=False or jsonpath={.status.phase}=Running`;

/**
 * Parses `converge.dev/ready-when`, in the syntax of `kubectl wait --for`: `condition=TYPE[=STATUS]`,
 * `jsonpath=PATH[=VALUE]`; several, joined by commas, must all hold. A comma or a blank at the edge of a
 * value needs quotes. Complexity: O(length).
 */
export function parseReadyWhen(text: string): ReadyWhen | ReadyWhenFault {
  const expectations: Expectation[] = [];
  for (const part of splitOutside(text, ",")) {
    const expectation = parseExpectation(part.trim());
    if ("fault" in expectation) {
      return expectation;
    }
    expectations.push(expectation);
  }
  return { expectations };
}

function parseExpectation(text: string): Expectation | ReadyWhenFault {
  if (text.startsWith("condition=")) {
    return parseCondition(text.slice("condition=".length));
  }
  if (text.startsWith("jsonpath=")) {
    return parsePath(text.slice("jsonpath=".length));
  }
  return {
    fault: text === "" ? `nothing to wait for; ${forms}` : `unknown "${truncateWord(text)}"; ${forms}`,
  };
}

function parseCondition(text: string): Expectation | ReadyWhenFault {
  const equals = text.indexOf("=");
  const type = (equals === -1 ? text : text.slice(0, equals)).trim();
  const status = equals === -1 ? "True" : text.slice(equals + 1).trim();
  return /^[\w./-]+$/.test(type) && /^\w+$/.test(status)
    ? { kind: "condition", type, status }
    : { fault: `no condition in "condition=${truncateWord(text)}"; ${forms}` };
}

function parsePath(text: string): Expectation | ReadyWhenFault {
  const [path = "", ...values] = splitOutside(unquoted(text), "=");
  const value = values.length === 0 ? undefined : unquoted(values.join("=").trim());
  const steps = parseJsonPath(unquoted(path.trim()));
  if ("fault" in steps) {
    return steps;
  }
  const isRoot = /^[{\s$.}]*$/.test(path);
  if (isRoot || value === "" || value?.startsWith("=") === true) {
    return { fault: `no path and value in "jsonpath=${truncateWord(text)}"; ${forms}` };
  }
  return { kind: "jsonpath", text: path.trim(), path: steps, value };
}

/** Removes the quotes that a shell would have removed. */
function unquoted(text: string): string {
  const inner = /^(['"])(.*)\1$/su.exec(text);
  return inner?.[2] === undefined || inner[2].includes(inner[1] ?? "") ? text : inner[2];
}

/** Whether a position in the text is in quotes, and in how many brackets. */
interface Nesting {
  readonly depth: number;
  readonly quote: string;
}

/** Splits at the separator outside of brackets and quotes: `jsonpath={.a[?(@.b=="c")]}` has no such `=`. */
function splitOutside(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let nesting: Nesting = { depth: 0, quote: "" };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === separator && nesting.depth === 0 && nesting.quote === "") {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
    nesting = nestingAfter(nesting, letter, at === 0 ? "=" : text.charAt(at - 1));
  }
  return [...parts, text.slice(start)];
}

/** Quotes begin within brackets, at the beginning, or after `=`: `it's` has none. */
function nestingAfter({ depth, quote }: Nesting, letter: string, before: string): Nesting {
  if (quote !== "") {
    return { depth, quote: letter === quote ? "" : quote };
  }
  if ((letter === "'" || letter === '"') && (depth > 0 || before === "=")) {
    return { depth, quote: letter };
  }
  if ("{[(".includes(letter)) {
    return { depth: depth + 1, quote };
  }
  return "}])".includes(letter) ? { depth: Math.max(0, depth - 1), quote } : { depth, quote };
}
