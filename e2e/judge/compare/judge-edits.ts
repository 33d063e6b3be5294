import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  field,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
} from "../../../lib/object/json.ts";
import { formatRef } from "../../../lib/object/object-ref.ts";
import { runConverge } from "../../apply/run-converge.ts";
import { requestsOf, writesOf } from "../../apply/server-order.ts";
import { rollDice } from "../dice.ts";
import { unique } from "./compare-corpus.ts";
import { type ComparedEdit, type Fate, serverView, type SideView } from "./compared-edit.ts";
import {
  caseKey,
  casePath,
  drawAccepted,
  type EditCase,
  type EditContext,
  type EditSubject,
  placeholder,
} from "./try-edits.ts";
import { writeSet } from "./write-set.ts";

/** The edits of a set, and the errors of applying it. */
export interface JudgedSet {
  readonly edits: readonly ComparedEdit[];
  readonly failed: readonly string[];
}

/** The number of bundles in a set. */
const setSize = 9;

/**
 * Applies a set of drawn objects, edits most of them, and compares what `converge compare` reports with what
 * applying the edited set does. Deletes what it creates.
 */
export async function judgeEdits(
  context: EditContext,
  seed: string | number,
  number: number,
): Promise<JudgedSet> {
  const dice = rollDice("compare", seed, number);
  await using stack = new AsyncDisposableStack();
  const teardown = (end: () => unknown): void => stack.defer(async () => void (await end()));
  const namespace = await context.cluster.createNamespace({ teardown });
  const folder = mkdtempSync(join(tmpdir(), "converge-judge-"));
  teardown(() => rmSync(folder, { recursive: true, force: true }));
  const judged = { ...context, dice, namespace, folder, mayRemove: number % 3 !== 0 };
  teardown(() => deleteSet(judged));
  const set = await judgeSet(judged);
  return set;
}

/** Deletes the release, some of whose objects are outside of the namespace. Reports an error, if any. */
async function deleteSet(judged: EditCase): Promise<void> {
  const { code, stdout, stderr } = await converge(judged, [
    "delete",
    "--delete-contents",
    ...releaseOf(judged),
  ]);
  if (code !== 0) {
    process.stderr.write(`${judged.namespace} is not deleted: ${stderr}${stdout.slice(-1000)}\n`);
  }
}

function releaseOf({ namespace }: EditCase): readonly string[] {
  return ["--release=judged", "-n", namespace, "-o", "json"];
}

function converge({ cluster }: EditCase, words: readonly string[]): ReturnType<typeof runConverge> {
  return runConverge(words, { kubeconfig: cluster.kubeconfig });
}

async function judgeSet(shared: EditCase): Promise<JudgedSet> {
  const { dice, namespace, bundles, folder, cluster } = shared;
  const objects = Array.from({ length: setSize }, (_, index) =>
    unique(dice.pick(bundles), `j${String(index)}-${namespace.slice(4)}`),
  ).flat();
  const judged = { ...shared, resources: new Map([...shared.resources, ...objects.flatMap(resourcesOf)]) };
  writeSet(join(folder, "base"), objects);
  const first = await applySide(judged, "base");
  if (first.size > 0) {
    return { edits: [], failed: [...first.values()] };
  }
  const before = await readAll(judged, objects);
  const subjects = await drawAccepted(judged, objects, before);
  const heads = subjects.map(({ after }) => after).filter((after) => after !== undefined);
  writeSet(join(folder, "head"), heads, dice);
  const said = await compareSides(judged);
  const mark = await cluster.auditMark();
  const errors = await applySide(judged, "head");
  const writes = writesOf(requestsOf(await cluster.auditSince(mark)));
  const after = await readAll(judged, [...objects, ...heads]);
  const unserved = new Set(heads.flatMap(unservedKinds));
  const judges = (subject: EditSubject): boolean =>
    !unserved.has(versionKey(subject.before ?? {})) &&
    isJudged(subject, errors.get(caseKey(subject.before ?? subject.after ?? {}, judged)));
  return {
    edits: subjects
      .filter(judges)
      .map((subject) => comparedEdit(subject, judged, { before, after, said, writes })),
    failed: judged.mayRemove ? [...errors.values()] : [],
  };
}

/**
 * Reports whether the run is conclusive for an edit. A dry run does not know the other edits: a refusal by a
 * changed CRD is not conclusive, and neither is an error of a server that is too slow.
 */
function isJudged({ isRefused }: EditSubject, error: string | undefined): boolean {
  return error === undefined || (isRefused && /invalid|immutable|forbidden|cannot/i.test(error));
}

/** The version and kind of an object. */
function versionKey(object: JsonObject): string {
  return `${stringField(object, "apiVersion") ?? ""}/${stringField(object, "kind") ?? ""}`;
}

/** The versions of a CRD that are not served: objects of these can be neither read nor written. */
function unservedKinds({ kind, spec }: JsonObject): readonly string[] {
  const own = stringField(objectField(spec, "names"), "kind") ?? "";
  return kind === "CustomResourceDefinition"
    ? listField(spec, "versions")
        .filter((version) => field(version, "served") !== true)
        .map((version) => `${versionName(spec, version)}/${own}`)
    : [];
}

/** The paths of the collections that a CRD adds. */
function resourcesOf({ kind, spec }: JsonObject): readonly (readonly [string, string])[] {
  if (kind !== "CustomResourceDefinition") {
    return [];
  }
  const names = objectField(spec, "names");
  const [plural, own] = [stringField(names, "plural") ?? "", stringField(names, "kind") ?? ""];
  const place = stringField(spec, "scope") === "Cluster" ? "" : `/namespaces/${placeholder}`;
  return listField(spec, "versions").map((version) => {
    const served = versionName(spec, version);
    return [`${served}/${own}`, `/apis/${served}${place}/${plural}`];
  });
}

function versionName(spec: JsonValue | undefined, version: JsonValue): string {
  return `${stringField(spec, "group") ?? ""}/${stringField(version, "name") ?? ""}`;
}

/** The errors of a run, by object. */
type RunErrors = ReadonlyMap<string, string>;

async function applySide(judged: EditCase, side: "base" | "head"): Promise<RunErrors> {
  const words = ["apply", join(judged.folder, side), "--wait=false", "--validate=ignore"];
  const limits = ["--max-prune=100%", "--allow-prune=all", ...releaseOf(judged)];
  const { code, stdout } = await converge(judged, [...words, ...limits]);
  const lines = stdout.split("\n").filter((line) => code !== 0 && line.includes('"error":'));
  return new Map(lines.map((line) => errorIn(JSON.parse(line))));
}

function errorIn(line: JsonValue): readonly [string, string] {
  const [group = "", kind = "", namespace = "", name = ""] = ["group", "kind", "namespace", "name"].map(
    (part) => stringField(line, part) ?? "",
  );
  return [formatRef({ group, kind, namespace, name }), stringField(line, "error") ?? ""];
}

async function compareSides(judged: EditCase): Promise<ReadonlyMap<string, SideView>> {
  const { folder, minor } = judged;
  const sides = [join(folder, "base"), join(folder, "head")];
  const words = ["compare", ...sides, "--fail-on=none", `--kubernetes-version=1.${String(minor)}`];
  const { stdout, stderr } = await converge(judged, [...words, ...releaseOf(judged)]);
  if (stdout === "") {
    throw new Error(stderr);
  }
  const document: JsonValue = JSON.parse(stdout);
  return new Map(
    listField(document, "objects").map((object) => [
      stringField(object, "ref") ?? "",
      {
        fate: fates[stringField(object, "effect") ?? ""] ?? "unchanged",
        fields: listField(object, "changes").map((change) => stringField(change, "field") ?? ""),
      },
    ]),
  );
}

const fates: Readonly<Record<string, Fate>> = {
  added: "added",
  changed: "changed",
  recreated: "recreated",
  refused: "refused",
  pruned: "removed",
};

async function readAll(
  judged: EditCase,
  objects: readonly JsonObject[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  for (const object of objects) {
    const path = casePath(object, judged);
    const answer = path === undefined ? undefined : await judged.cluster.api("GET", path);
    if (answer?.status === 200) {
      const live: JsonObject = JSON.parse(answer.text);
      const isGoing = objectField(live, "metadata")["deletionTimestamp"] !== undefined;
      found.set(caseKey(object, judged), live);
      if (isGoing) {
        found.delete(caseKey(object, judged));
      }
    }
  }
  return found;
}

interface Seen {
  readonly before: ReadonlyMap<string, JsonObject>;
  readonly after: ReadonlyMap<string, JsonObject>;
  readonly said: ReadonlyMap<string, SideView>;
  readonly writes: readonly string[];
}

function comparedEdit(
  subject: EditSubject,
  judged: EditCase,
  { before, after, said, writes }: Seen,
): ComparedEdit {
  const manifest = subject.before ?? subject.after ?? {};
  const key = caseKey(manifest, judged);
  const server = serverView({
    written: [subject.before, subject.after],
    stored: [before.get(key), after.get(key)],
    isRefused: subject.isRefused,
  });
  const name = stringField(objectField(manifest, "metadata"), "name") ?? "";
  const isConverted =
    subject.before !== undefined &&
    subject.after !== undefined &&
    subject.before["apiVersion"] !== subject.after["apiVersion"];
  return {
    key,
    what: subject.what,
    offline: said.get(key) ?? { fate: "unchanged", fields: [] },
    server,
    isWritten: writes.some((write) => write.endsWith(`/${name}`)),
    isConverted,
  };
}
