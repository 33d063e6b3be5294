/** Compares the output of the built-in renderers with that of a binary. */
import { isDeepStrictEqual } from "node:util";

import { parseAllDocuments } from "yaml";

import type { RenderAnswer } from "../../lib/render/wasm/render-order.ts";
import { type Printed, reasonIn } from "../charts/both-renderers.ts";

/** The relation of an answer to what a binary prints. */
export type Relation = "equal bytes" | "equal objects" | "both fail" | "refused" | "different";

/** The verdict on one case. */
export interface RendererVerdict {
  readonly relation: Relation;
  /** The first difference. */
  readonly detail: string;
}

/** The answer that refuses to fetch something. */
export function isRefusedForNetwork(answer: RenderAnswer): boolean {
  return answer.type === "failed" && answer.said.includes("nothing is fetched while rendering");
}

/**
 * Compares: byte by byte, then object by object. What differs between two runs of the binary is random, and
 * may have any value of the same type.
 */
export async function compareRendered(
  answer: RenderAnswer,
  run: () => Promise<Printed>,
): Promise<RendererVerdict> {
  if (isRefusedForNetwork(answer)) {
    return { relation: "refused", detail: "" };
  }
  const first = await run();
  if (answer.type === "failed" || first.code !== 0) {
    return compareFailures(answer, first, run);
  }
  const output = Buffer.from(answer.output).toString();
  if (output === first.output) {
    return { relation: "equal bytes", detail: "" };
  }
  return (await isEqualByObjects(output, first.output, run))
    ? { relation: "equal objects", detail: "" }
    : { relation: "different", detail: firstDifference(output, first.output) };
}

/** Runs of a binary that reports any of several errors, by the random order of a map in Go. */
const mostRuns = 10;

async function compareFailures(
  answer: RenderAnswer,
  first: Printed,
  run: () => Promise<Printed>,
): Promise<RendererVerdict> {
  if (answer.type === "rendered") {
    return { relation: "different", detail: `only the binary fails: ${reasonIn(first.said)}` };
  }
  if (first.code === 0) {
    return { relation: "different", detail: `only the built-in renderer fails: ${answer.said}` };
  }
  const built = reasonOf(answer.said);
  let wanted = reasonOf(first.said);
  for (let runs = 1; runs < mostRuns && !isSameReason(built, wanted); runs += 1) {
    wanted = reasonOf((await run()).said);
  }
  return isSameReason(built, wanted)
    ? { relation: "both fail", detail: "" }
    : { relation: "different", detail: `- ${reasonOf(first.said)}\n+ ${built}` };
}

/** Whether the built-in renderer reports the same reason, perhaps with a suffix or without a prefix. */
function isSameReason(built: string, wanted: string): boolean {
  return built.startsWith(wanted) || wanted.endsWith(built);
}

/** Returns the reason of a failure without addresses in memory, and in one wording. */
function reasonOf(said: string): string {
  return reasonIn(said)
    .replaceAll(/\b0x[0-9a-f]+/g, "0x")
    .replace("unable to detect chart version, no chart.yaml found", "chart.yaml file is missing")
    .replace(/^error: /, "");
}

async function isEqualByObjects(
  output: string,
  expected: string,
  run: () => Promise<Printed>,
): Promise<boolean> {
  const [built, first] = [objectsIn(output), objectsIn(expected)];
  if (isDeepStrictEqual(built, first)) {
    return true;
  }
  const { output: again } = await run();
  return isEqualBesides(built, first, objectsIn(again));
}

function objectsIn(text: string): readonly unknown[] {
  return parseAllDocuments(text, { logLevel: "silent", uniqueKeys: false }).map((document) => {
    const value: unknown = document.toJS();
    return value;
  });
}

/** Whether a value equals another, besides what a second run has changed. */
function isEqualBesides(value: unknown, first: unknown, second: unknown): boolean {
  if (isDeepStrictEqual(first, second)) {
    return isDeepStrictEqual(value, first);
  }
  if (!isNode(value) || !isNode(first) || !isNode(second)) {
    return typeof value === typeof first;
  }
  const keys = Object.keys(first);
  const sameKeys = (other: object): boolean => isDeepStrictEqual(Object.keys(other), keys);
  return (
    sameKeys(value) &&
    sameKeys(second) &&
    keys.every((key) => isEqualBesides(value[key], first[key], second[key]))
  );
}

/** A mapping, or a list with its indexes as keys. */
function isNode(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function firstDifference(output: string, expected: string): string {
  const [built, wanted] = [output.split("\n"), expected.split("\n")];
  const at = wanted.findIndex((line, index) => line !== built[index]);
  const line = at < 0 ? wanted.length : at;
  return `line ${line + 1}\n- ${wanted[line] ?? "(end)"}\n+ ${built[line] ?? "(end)"}`;
}
