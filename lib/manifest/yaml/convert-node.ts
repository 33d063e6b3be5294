import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Alias,
  type Node,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";

import { isObject, type JsonValue, setOwnField, type MutableObject } from "../../object/json.ts";
import { truncateWord } from "../../object/message-text.ts";
import { FaultList } from "../text/fault-list.ts";
import type { SourceDocument } from "../manifest.ts";
import { recordSpan, type SourceSpan, type SourceMap } from "../text/source-map.ts";
import { keyTwice, itemNode, rangeOf, placeOrStart, spanOf } from "./node-range.ts";
import { decodeQuoted, findBadEscape } from "./quoted-scalar.ts";
import { readKey, readScalar, type KeyReading, type WrittenScalar } from "./tagged-scalar.ts";
import { templateMessage } from "../validation/template.ts";

/** The conversion of one document: anchors so far, their expansions, and the faults found. */
export interface Conversion {
  readonly document: SourceDocument;
  readonly spans: SourceMap | undefined;
  readonly faults: FaultList;
  readonly anchors: Map<string, Anchored>;
  /** The number of values read, and of those read through aliases: goyaml's measure against alias bombs. */
  decoded: number;
  aliased: number;
  /**
   * The number of characters of the values read, and of those read through aliases: goyaml does not count
   * these.
   */
  written: number;
  repeated: number;
}

interface Anchored {
  readonly node: Node;
  /** Undefined until its end is reached: an alias before that contains itself. */
  reading?: { readonly value: JsonValue; readonly size: number; readonly length: number };
}

/** Begins the conversion of a document. */
export function startConversion(document: SourceDocument, spans: SourceMap | undefined): Conversion {
  const counts = { decoded: 0, aliased: 0, written: 0, repeated: 0 };
  return { document, spans, faults: new FaultList(), anchors: new Map(), ...counts };
}

/**
 * The value of a node according to goyaml and sigs.k8s.io/yaml. Faults are collected; a faulty part reads as
 * null. The depth of the node must have been checked before.
 */
export function convertNode(node: Node | null, conversion: Conversion): JsonValue {
  const { decoded, written: length } = conversion;
  conversion.decoded += 1;
  if (node === null) {
    return null;
  }
  if (isAlias(node)) {
    return convertAlias(node, conversion);
  }
  const anchored: Anchored = { node };
  if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined) {
    conversion.anchors.set(node.anchor, anchored);
  }
  const value = convertContent(node, conversion);
  anchored.reading = { value, size: conversion.decoded - decoded, length: conversion.written - length };
  return value;
}

function convertContent(node: Node, conversion: Conversion): JsonValue {
  if (isMap(node)) {
    return convertMap(node, conversion);
  }
  if (isSeq(node)) {
    return convertSeq(node, conversion);
  }
  const reading = isScalar(node) ? readScalar(written(node, conversion)) : { value: null };
  if ("problem" in reading) {
    const { problem } = reading;
    conversion.faults.add("YamlSyntax", () => ({
      message: `this value ${problem}`,
      ...rangeOf(node, conversion.document),
    }));
    return null;
  }
  conversion.written += typeof reading.value === "string" ? reading.value.length : 0;
  return reading.value;
}

function written(node: Scalar, conversion: Conversion): WrittenScalar {
  const tag = node.tag ?? "";
  if (node.type === "QUOTE_DOUBLE" || node.type === "QUOTE_SINGLE") {
    return { text: readQuotes(node, conversion), tag, plain: false };
  }
  return { text: node.source ?? "", tag, plain: node.type === "PLAIN" || node.type === undefined };
}

/** `yaml` accepts JSON escapes that goyaml does not: a slash, and halves of a surrogate pair. */
function readQuotes(node: Scalar, conversion: Conversion): string {
  const { start, end } = rangeOf(node, conversion.document);
  const text = conversion.document.source.text.slice(start, end);
  const bad = text.startsWith('"') ? findBadEscape(text) : undefined;
  if (bad !== undefined) {
    const message = `Kubernetes does not support the YAML escape ${bad.escape} in double quotes: write the character itself`;
    const at = start + bad.index;
    const discreet =
      "Kubernetes does not support this YAML escape in double quotes: write the character itself";
    const place = { start: at, end: at + bad.escape.length };
    conversion.faults.add("YamlSyntax", () => ({ message, discreet, ...place }));
  }
  return decodeQuoted(text).text ?? "";
}

function convertAlias(alias: Alias, conversion: Conversion): JsonValue {
  const anchored = conversion.anchors.get(alias.source);
  const name = truncateWord(alias.source);
  const place = rangeOf(alias, conversion.document);
  if (anchored === undefined) {
    const message = `the alias *${name} has no anchor above it: define &${name}, or quote the text`;
    const discreet = "an alias has no anchor above it: define the anchor, or quote the text";
    conversion.faults.add("UnknownAlias", () => ({ message, discreet, ...place }));
    return null;
  }
  if (anchored.reading === undefined) {
    const message = `the alias *${name} is inside the value that it refers to: remove it`;
    const discreet = "an alias is inside the value that it refers to: remove it";
    conversion.faults.add("AliasBomb", () => ({ message, discreet, ...place }));
    return null;
  }
  conversion.decoded += anchored.reading.size;
  conversion.aliased += anchored.reading.size;
  conversion.written += anchored.reading.length;
  conversion.repeated += anchored.reading.length;
  if ((isBomb(conversion) || isLongBomb(conversion)) && !conversion.faults.has("AliasBomb")) {
    const message = "aliases would expand this document beyond all limits: write the values out";
    conversion.faults.add("AliasBomb", () => ({ message, ...place }));
  }
  return anchored.reading.value;
}

/**
 * goyaml's limit: 99 % of the values may come from aliases in a small document, 10 % in one of four million
 * values.
 */
function isBomb(conversion: Conversion): boolean {
  const { decoded, aliased } = conversion;
  const share = Math.min(1, Math.max(0, (decoded - 400_000) / 3_600_000));
  return aliased > 100 && decoded > 1000 && aliased / decoded > 0.99 - 0.89 * share;
}

/** Characters that aliases may repeat: this many, and a number for each character of the document. */
const freeRepeats = 65_536;
const repeatsPerCharacter = 20;

/**
 * Reports whether aliases repeat a few long values so often that the result could not be sent: for goyaml few
 * values are not a bomb.
 */
function isLongBomb({ repeated, document: { start, end } }: Conversion): boolean {
  return repeated > freeRepeats + repeatsPerCharacter * (end - start);
}

function convertSeq(seq: YAMLSeq, conversion: Conversion): JsonValue {
  const list: JsonValue[] = [];
  for (const item of seq.items) {
    const node = itemNode(item);
    const value = convertNode(node, conversion);
    if (conversion.spans !== undefined && node !== null) {
      const { start, end } = rangeOf(node, conversion.document);
      const span = { keyStart: start, keyEnd: end, valueStart: start, valueEnd: end };
      recordSpan(conversion.spans, { container: list, step: list.length, span });
    }
    list.push(value);
  }
  return list;
}

function convertMap(map: YAMLMap, conversion: Conversion): JsonValue {
  const draft: MutableObject = {};
  const firsts = new Map<string, SourceSpan>();
  for (const pair of map.items) {
    const keyNode = itemNode(pair.key);
    const valueNode = itemNode(pair.value);
    if (isMerge(keyNode)) {
      conversion.decoded += 1;
      mergeInto(draft, valueNode, conversion);
      continue;
    }
    const key = convertKey(keyNode, conversion);
    const value = convertNode(valueNode, conversion);
    if (key === undefined) {
      continue;
    }
    const span = spanOf(pair, conversion.document);
    const first = firsts.get(key);
    if (first !== undefined) {
      conversion.faults.add("DuplicateKey", () =>
        keyTwice(key, { span, first }, conversion.document.source.text),
      );
      continue;
    }
    firsts.set(key, span);
    setOwnField(draft, key, value);
  }
  conversion.spans?.places.set(draft, firsts);
  return draft;
}

function convertKey(node: Node | null, conversion: Conversion): string | undefined {
  if (!isScalar(node) || node.anchor !== undefined) {
    convertNode(node, conversion);
  }
  const target = isAlias(node) ? conversion.anchors.get(node.source)?.node : node;
  if (target === undefined) {
    return undefined;
  }
  const reading = keyReading(target, conversion);
  if ("key" in reading) {
    return reading.key;
  }
  const place = placeOrStart(node, conversion.document);
  const template = conversion.document.source.text.startsWith("{{", place.start - 1);
  const message = template ? templateMessage : `this key ${reading.problem}`;
  conversion.faults.add("YamlSyntax", () => ({ message, ...place }));
  return undefined;
}

function keyReading(node: Node | null, conversion: Conversion): KeyReading {
  if (node === null) {
    return { problem: "is missing: write one before the colon" };
  }
  if (isScalar(node) && node.type === "PLAIN" && isColonGlued(node, conversion)) {
    return {
      problem: "needs a space after its colon: Kubernetes reads the colon as part of the key",
    };
  }
  return isScalar(node)
    ? readKey(written(node, conversion))
    : { problem: "is a mapping or a list: write a string" };
}

/** `{a:}` and `{a:,` have the key `a:` in goyaml. */
function isColonGlued(node: Scalar, conversion: Conversion): boolean {
  const { end } = rangeOf(node, conversion.document);
  return /^:[,[\]{}]/.test(conversion.document.source.text.slice(end, end + 2));
}

function isMerge(key: Node | null): boolean {
  if (!isScalar(key) || key.source !== "<<") {
    return false;
  }
  return key.tag === "tag:yaml.org,2002:merge" || (key.tag === undefined && key.type === "PLAIN");
}

/**
 * Merges like goyaml: in the order of the text, so that the merged mapping overrides keys above it and is
 * overridden by keys below.
 */
function mergeInto(draft: MutableObject, node: Node | null, conversion: Conversion): void {
  const sources = isSeq(node) ? node.items.map(itemNode).toReversed() : [node];
  for (const source of sources) {
    const value = convertNode(source, conversion);
    const mapping = isAlias(source) ? conversion.anchors.get(source.source)?.node : source;
    if (!isMap(mapping) || !isObject(value)) {
      const message = "<< takes a mapping, an alias of one, or a list of them";
      const place = placeOrStart(node, conversion.document);
      conversion.faults.add("YamlSyntax", () => ({ message, ...place }));
      return;
    }
    for (const [key, entry] of Object.entries(value)) {
      setOwnField(draft, key, entry);
    }
  }
}
