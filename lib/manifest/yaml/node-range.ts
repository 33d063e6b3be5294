import { isAlias, isMap, isScalar, isSeq, type Node, type Pair } from "yaml";

import type { SourceDocument } from "../manifest.ts";
import type { SourceSpan } from "../text/source-map.ts";
import { duplicateKey } from "../text/parsed-document.ts";

/** The characters of a node, as offsets into the source text. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** An item, key or value of a collection as a node; null if it is empty. */
export function itemNode(item: unknown): Node | null {
  return isScalar(item) || isMap(item) || isSeq(item) || isAlias(item) ? item : null;
}

/**
 * The ends of block collections, computed once: otherwise nested ones would be traversed again at each level.
 */
const knownEnds = new WeakMap<Node, number>();

/**
 * The range of a node. A block collection ends with its last entry, without the comment after it. The line
 * feed that the exact reader adds to a last line without one is not in the text.
 */
export function rangeOf(node: Node, document: SourceDocument): Range {
  const [start] = node.range ?? [0];
  return { start: document.start + start, end: Math.min(document.start + endOf(node), document.end) };
}

function endOf(node: Node): number {
  const passed: Node[] = [];
  let last = node;
  let end = knownEnds.get(last);
  for (let inner = lastEntry(last); end === undefined && inner !== null; inner = lastEntry(last)) {
    passed.push(last);
    last = inner;
    end = knownEnds.get(last);
  }
  end ??= last.range?.[1] ?? 0;
  for (const collection of passed) {
    knownEnds.set(collection, end);
  }
  return end;
}

function lastEntry(node: Node): Node | null {
  if (isSeq(node) && node.flow !== true) {
    return itemNode(node.items.at(-1));
  }
  const pair = isMap(node) && node.flow !== true ? node.items.at(-1) : undefined;
  return itemNode(pair?.value) ?? itemNode(pair?.key);
}

/** The range of a node; the beginning of the document if there is none. */
export function placeOrStart(node: Node | null, document: SourceDocument): Range {
  return node === null ? { start: document.start, end: document.start } : rangeOf(node, document);
}

/** The span of the key and the value of a pair; an empty value has that of its key. */
export function spanOf(pair: Pair, document: SourceDocument): SourceSpan {
  const key = placeOrStart(itemNode(pair.key), document);
  const written = itemNode(pair.value);
  const value = written === null ? key : rangeOf(written, document);
  return { keyStart: key.start, keyEnd: key.end, valueStart: value.start, valueEnd: value.end };
}

/** The key's half of a span. */
function keyPlace(span: SourceSpan): Range {
  return { start: span.keyStart, end: span.keyEnd };
}

/** The fault of a duplicate key in a mapping of a text, with the likely intention. */
export function keyTwice(
  key: string,
  { span, first }: { readonly span: SourceSpan; readonly first: SourceSpan },
  text: string,
): ReturnType<typeof duplicateKey> {
  const fault = duplicateKey(key, keyPlace(span), keyPlace(first));
  const [later, earlier] = [span, first].map(({ keyStart, keyEnd }) => text.slice(keyStart, keyEnd));
  // `no` and `off` are both false in YAML 1.1, which Kubernetes uses.
  if (later !== earlier && /^[a-z]{1,5}\/[a-z]{1,5}$/i.test(`${later}/${earlier}`)) {
    const message = `the keys ${earlier} and ${later} are both read as "${key}": quote the one that is text`;
    return { ...fault, message };
  }
  // A top-level key of an object at the beginning of a line usually begins another object.
  const isOutermost = text.charAt(span.keyStart - 1) === "\n";
  return isOutermost && ["apiVersion", "kind", "metadata"].includes(key)
    ? {
        ...fault,
        message: `duplicate key "${key}": is a \`---\` missing above? If not, keep one of the two`,
      }
    : fault;
}
