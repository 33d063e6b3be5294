import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
} from "../../../lib/object/json.ts";
import { toApplyBody } from "../../../lib/inventory/apply-body.ts";
import { formatRef, groupOf } from "../../../lib/object/object-ref.ts";
import { runConverge } from "../../apply/run-converge.ts";
import { requestsOf, writesOf } from "../../apply/server-order.ts";
import type { TestCluster } from "../../control-plane/test-cluster.ts";
import { type Dice, rollDice } from "../dice.ts";
import { inParallel } from "../workers.ts";
import { type Bundle, unique } from "./compare-corpus.ts";
import { type ComparedEdit, type Fate, serverView, type SideView } from "./compared-edit.ts";
import { type DrawnEdit, drawEdit, type Resources } from "./draw-edits.ts";
import { withPart } from "./edit-paths.ts";
import { writeSet } from "./write-set.ts";

/** The parts that all cases share. */
export interface EditContext {
  readonly cluster: TestCluster;
  readonly bundles: readonly Bundle[];
  /** The paths of collections, with {@link placeholder} as namespace. */
  readonly resources: Resources;
}

/** The namespace in the paths of {@link EditContext}. */
export const placeholder = "NAMESPACE";

interface Case extends EditContext {
  readonly dice: Dice;
  readonly namespace: string;
  readonly folder: string;
  /** Whether objects are removed, rather than changed in ways that the server refuses. */
  readonly mayRemove: boolean;
}

/** An object of a case: its manifests on both sides, and its edit. */
interface Subject {
  readonly what: string;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
  readonly isRefused: boolean;
}

/** The edits of a set, and the errors of applying it. */
export interface JudgedSet {
  readonly edits: readonly ComparedEdit[];
  readonly failed: readonly string[];
}

/**
 * Returns the bundles that the server accepts, by dry runs: a CRD is tried without its custom resources,
 * since it does not exist yet.
 */
export async function acceptedBundles(context: EditContext): Promise<readonly Bundle[]> {
  await using stack = new AsyncDisposableStack();
  const teardown = (end: () => unknown): void => stack.defer(async () => void (await end()));
  const place = { ...context, namespace: await context.cluster.createNamespace({ teardown }) };
  const answers = await inParallel(context.bundles, 8, async (bundle) => {
    const [object] = unique(bundle, "tried");
    return object === undefined ? 404 : dryRun(place, object);
  });
  return context.bundles.filter((_, index) => (answers[index] ?? 404) < 300);
}

/** The number of bundles in a set. */
const setSize = 9;

/**
 * Applies a set of drawn objects, edits most of them, and compares what `converge compare` says with what
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
  teardown(() => converge(judged, ["delete", "--allow-prune=all", ...releaseOf(judged)]));
  const set = await judgeSet(judged);
  return set;
}

function releaseOf({ namespace }: Case): readonly string[] {
  return ["--release=judged", "-n", namespace, "-o", "json"];
}

function converge({ cluster }: Case, words: readonly string[]): ReturnType<typeof runConverge> {
  return runConverge(words, { kubeconfig: cluster.kubeconfig });
}

async function judgeSet(shared: Case): Promise<JudgedSet> {
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
  const subjects = await editAll(judged, objects, before);
  const heads = subjects.map(({ after }) => after).filter((after) => after !== undefined);
  writeSet(join(folder, "head"), heads, dice);
  const said = await compareSides(judged);
  const mark = await cluster.auditMark();
  const errors = await applySide(judged, "head");
  const writes = writesOf(requestsOf(await cluster.auditSince(mark)));
  const after = await readAll(judged, [...objects, ...heads]);
  const judges = (subject: Subject): boolean =>
    isJudged(subject, errors.get(keyOf(subject.before ?? subject.after ?? {}, judged)));
  return {
    edits: subjects
      .filter(judges)
      .map((subject) => comparedEdit(subject, judged, { before, after, said, writes })),
    failed: judged.mayRemove ? [...errors.values()] : [],
  };
}

/**
 * Reports whether the run says something about an edit. A dry run does not know the other edits: what only a
 * changed CRD refuses says nothing about compare, and neither does a server that is too slow.
 */
function isJudged({ isRefused }: Subject, error: string | undefined): boolean {
  return error === undefined || (isRefused && /invalid|immutable|forbidden|cannot/i.test(error));
}

/** The paths of the collections that a CRD adds. */
function resourcesOf({ kind, spec }: JsonObject): readonly (readonly [string, string])[] {
  if (kind !== "CustomResourceDefinition") {
    return [];
  }
  const { plural = "", kind: own = "" } = objectField(spec, "names");
  const place = stringField(spec, "scope") === "Cluster" ? "" : `/namespaces/${placeholder}`;
  return listField(spec, "versions").map((version) => {
    const served = `${stringField(spec, "group") ?? ""}/${stringField(version, "name") ?? ""}`;
    return [`${served}/${String(own)}`, `/apis/${served}${place}/${String(plural)}`];
  });
}

/** The errors of a run, by object. */
type RunErrors = ReadonlyMap<string, string>;

async function applySide(judged: Case, side: "base" | "head"): Promise<RunErrors> {
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

async function compareSides(judged: Case): Promise<ReadonlyMap<string, SideView>> {
  const { folder } = judged;
  const words = ["compare", join(folder, "base"), join(folder, "head"), "--fail-on=none"];
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

/** The reference of an object of a case. */
function keyOf(object: JsonObject, { namespace, resources }: Pick<Case, "namespace" | "resources">): string {
  const [version, kind] = [stringField(object, "apiVersion") ?? "", stringField(object, "kind") ?? ""];
  const name = stringField(objectField(object, "metadata"), "name") ?? "";
  const place = resources.get(`${version}/${kind}`)?.includes(placeholder) === false ? "" : namespace;
  return formatRef({ group: groupOf(version), kind, namespace: place, name });
}

/** The path of an object; custom resources of a case are in its namespace. */
function pathOf(
  object: JsonObject,
  { namespace, resources }: Pick<Case, "namespace" | "resources">,
): string | undefined {
  const version = stringField(object, "apiVersion") ?? "";
  const path = resources.get(`${version}/${stringField(object, "kind") ?? ""}`);
  const name = stringField(objectField(object, "metadata"), "name") ?? "";
  return path && `${path.replace(placeholder, namespace)}/${encodeURIComponent(name)}`;
}

async function readAll(
  judged: Case,
  objects: readonly JsonObject[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  for (const object of objects) {
    const path = pathOf(object, judged);
    const answer = path === undefined ? undefined : await judged.cluster.api("GET", path);
    if (answer?.status === 200) {
      const live: JsonObject = JSON.parse(answer.text);
      const isGoing = objectField(live, "metadata")["deletionTimestamp"] !== undefined;
      found.set(keyOf(object, judged), live);
      if (isGoing) {
        found.delete(keyOf(object, judged));
      }
    }
  }
  return found;
}

async function editAll(
  judged: Case,
  objects: readonly JsonObject[],
  before: ReadonlyMap<string, JsonObject>,
): Promise<readonly Subject[]> {
  const subjects: Subject[] = [];
  for (const object of objects) {
    const live = before.get(keyOf(object, judged));
    subjects.push(...(await editOne(judged, object, live)));
  }
  return subjects;
}

/** Tries edits until the server accepts one; an object without one is only written in another way. */
async function editOne(
  judged: Case,
  object: JsonObject,
  live: JsonObject | undefined,
): Promise<readonly Subject[]> {
  const { dice, mayRemove, resources } = judged;
  const kept = { what: "only its style", before: object, after: object, isRefused: false };
  for (let attempt = 0; attempt < 12 && live !== undefined; attempt += 1) {
    const drawn = drawEdit({ object, live, dice }, resources, mayRemove);
    const answer = drawn === undefined ? "invalid" : await tryEdit(judged, object, drawn);
    if (drawn !== undefined && answer !== "invalid") {
      return subjectsOf(object, drawn, answer === "refused");
    }
  }
  return [kept];
}

function subjectsOf(
  before: JsonObject,
  { what, after, extra }: DrawnEdit,
  isRefused: boolean,
): readonly Subject[] {
  const added = extra === undefined ? [] : [{ what, before: undefined, after: extra, isRefused: false }];
  return [{ what, before, after, isRefused }, ...added];
}

type Trial = "accepted" | "refused" | "invalid";

/** Tries an edit by server-side dry runs. */
async function tryEdit(judged: Case, object: JsonObject, { after, extra }: DrawnEdit): Promise<Trial> {
  if (extra !== undefined && (await dryRun(judged, extra)) >= 300) {
    return "invalid";
  }
  if (after === undefined || after === object) {
    return "accepted";
  }
  const status = await dryRun(judged, after);
  // Rules of custom resources about changes are findings of compare, and may change with the CRD.
  const isCustom = stringField(after, "apiVersion")?.includes(".judge.example.com/") === true;
  if (status < 300 || judged.mayRemove || isCustom || status !== 422) {
    return status < 300 ? "accepted" : "invalid";
  }
  const name = `${stringField(objectField(after, "metadata"), "name") ?? ""}-try`;
  return (await dryRun(judged, withPart(after, ["metadata", "name"], name))) < 300 ? "refused" : "invalid";
}

async function dryRun(judged: EditContext & Pick<Case, "namespace">, object: JsonObject): Promise<number> {
  const path = pathOf(object, judged);
  const options = "fieldManager=converge&force=true&fieldValidation=Strict&dryRun=All";
  const { api } = judged.cluster;
  return path === undefined ? 404 : (await api("APPLY", `${path}?${options}`, toApplyBody(object))).status;
}

interface Seen {
  readonly before: ReadonlyMap<string, JsonObject>;
  readonly after: ReadonlyMap<string, JsonObject>;
  readonly said: ReadonlyMap<string, SideView>;
  readonly writes: readonly string[];
}

function comparedEdit(subject: Subject, judged: Case, { before, after, said, writes }: Seen): ComparedEdit {
  const manifest = subject.before ?? subject.after ?? {};
  const key = keyOf(manifest, judged);
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
