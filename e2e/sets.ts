/**
 * `node e2e/sets.ts [FOLDER…]`: published sets of manifests (`sets/published.json`), and each file and folder
 * in FOLDER, one after the other. A set is applied; applied again, which must write nothing; changed in one
 * object, which must write only that; and deleted, which must leave nothing that was not announced. Prints a
 * line for each set, one for each object that did not converge, with its cause, and a sum. In a cluster with
 * simulated pods the webhooks and aggregated APIs have no backends: until their set is deleted they fail all
 * writes. Run it on a control plane that nothing else uses.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

import { openAccess } from "../lib/client/access/open-access.ts";
import { ApiError, isNotFound } from "../lib/client/model/api-error.ts";
import type { Cluster, Place } from "../lib/client/model/cluster.ts";
import { openCluster } from "../lib/client/open-cluster.ts";
import { applySetId, parentName, membersSelector } from "../lib/inventory/apply-set.ts";
import { type JsonObject, objectField, stringField } from "../lib/object/json.ts";
import { formatRef, type ObjectRef, parseRef } from "../lib/object/object-ref.ts";
import { objectWritesOf, requestsOf, writesOf } from "./apply/server-order.ts";
import { runConverge } from "./apply/run-converge.ts";
import type { AuditEvent, AuditMark } from "./control-plane/audit-log.ts";
import { runScript } from "./control-plane/cannot-start.ts";
import { testCluster, type TestCluster } from "./control-plane/test-cluster.ts";
import { wallClock } from "./open-test-cluster.ts";
import { changeSet } from "./sets/change-set.ts";
import { type ManifestSet, publishedSets, setsIn } from "./sets/find-sets.ts";

/**
 * Long enough for everything that converges here at all: a custom resource without a status takes half a
 * minute.
 */
const firstTimeout = "40s";
const secondTimeout = "5s";

interface Context {
  readonly testCluster: TestCluster;
  readonly cluster: Cluster;
}

/** The fields used here of a line of converge's JSON events. */
interface Line {
  readonly type: string;
  readonly status?: string;
  readonly change?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly error?: string;
  readonly verdict?: string;
  readonly message?: string;
}

await runScript(async () => {
  const cluster = await testCluster();
  const access = await openAccess({
    env: {},
    homeDirectory: homedir(),
    clock: wallClock,
    kubeconfig: cluster.kubeconfig,
  });
  const context: Context = {
    testCluster: cluster,
    cluster: openCluster({ access, clock: wallClock, random: Math.random, userAgent: "sets" }),
  };
  const sets = [...publishedSets(), ...process.argv.slice(2).flatMap((folder) => setsIn(folder))];
  let withFaults = 0;
  for (const set of sets) {
    withFaults += (await tryOut(set, context)) === 0 ? 0 : 1;
  }
  process.stdout.write(`${sets.length} sets, ${withFaults} with faults\n`);
  process.exitCode = withFaults === 0 ? 0 : 1;
  await context.cluster.close();
});

/** Applies, changes and deletes a set, prints the findings, and returns their number. */
async function tryOut(set: ManifestSet, context: Context): Promise<number> {
  const first = await apply(set, context, firstTimeout);
  const trouble = first.filter(({ error, status }) => error !== undefined && status !== "Skipped");
  const written = await applyAgain(set, first, context);
  const change = await applyChanged(set, first, context);
  const gone = await run(["delete", ...set.home], context);
  const kept = gone.filter((line) => line.type === "delete" && line.change === "detached");
  const rests = await leftoversOf(set, { lines: first, kept: kept.map((line) => keyOf(line)) }, context);
  const objects = keysOf(first).length;
  const ready = first.filter(({ type, status }) => type === "wait" && status === "Successful").length;
  const faults = [
    ...written.map((write) => `written a second time: ${write}`),
    ...change.faults,
    ...rests.map((rest) => `left behind: ${rest}`),
    ...gone.flatMap(({ error }) => (error === undefined ? [] : [`not deleted: ${error}`])),
  ];
  const notes = [
    ...trouble.map((line) => `${keyOf(line)} ${line.status?.toLowerCase() ?? ""}: ${line.error ?? ""}`),
    ...(kept.length === 0 ? [] : [`${kept.length} kept, since their manifests ask for it`]),
  ];
  const output = [`${written.length} writes again`, change.output, `${rests.length} left over`];
  const verdict = faults.length === 0 ? output.join(", ") : `${faults.length} faults`;
  print(`${set.name}: ${ready} of ${objects} objects ready; ${verdict}`, [...notes, ...faults]);
  await removeAll([...kept.map((line) => keyOf(line)), `/Namespace/${set.namespace}`], context);
  return faults.length;
}

/** Returns the writes of a run after an annotation was added to one object. */
async function applyChanged(
  set: ManifestSet,
  first: readonly Line[],
  context: Context,
): Promise<{ readonly faults: readonly string[]; readonly output: string }> {
  const folder = mkdtempSync(join(tmpdir(), "converge-set-"));
  try {
    const { path, object } = changeSet(set.path, folder);
    if (object === undefined) {
      return { faults: [], output: "nothing to change" };
    }
    const mark = await context.testCluster.auditMark();
    await apply({ ...set, path }, context, secondTimeout);
    const writes = objectWritesOf(requestsOf(await eventsOf(set, first, { context, mark })));
    const [name = ""] = object.split("/").slice(1);
    const isAlone = writes.length === 1 && writes[0]?.endsWith(`/${name}`) === true;
    return isAlone
      ? { faults: [], output: `${object} changed alone` }
      : { faults: [`${object} was changed, and written was: ${writes.join(", ")}`], output: "" };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function apply(set: ManifestSet, context: Context, timeout: string): Promise<readonly Line[]> {
  const words = [
    "apply",
    "--validate=warn",
    set.path,
    ...set.home,
    "--create-namespace",
    "--reconcile-timeout",
    timeout,
  ];
  return run(words, context);
}

async function run(
  words: readonly string[],
  { testCluster: { kubeconfig } }: Context,
): Promise<readonly Line[]> {
  const { stdout, stderr } = await runConverge([...words, "-o", "json"], { kubeconfig });
  const lines = stdout.split("\n").filter((line) => line !== "");
  if (lines.length === 0) {
    throw new Error(stderr);
  }
  return lines.map((line): Line => JSON.parse(line));
}

/**
 * Returns the writes of a second run. If the first has not converged, the record of the release is rightly
 * written again, and the lock is taken for it.
 */
async function applyAgain(
  set: ManifestSet,
  first: readonly Line[],
  context: Context,
): Promise<readonly string[]> {
  const { testCluster: here } = context;
  const mark = await here.auditMark();
  const hasConverged = verdictOf(await apply(set, context, secondTimeout)) === "converged";
  const events = await eventsOf(set, first, { context, mark });
  return (hasConverged ? writesOf : objectWritesOf)(requestsOf(events));
}

/** The requests since a mark for the objects of a set, or for the record of its release. */
async function eventsOf(
  set: ManifestSet,
  first: readonly Line[],
  { context, mark }: { readonly context: Context; readonly mark: AuditMark },
): Promise<readonly AuditEvent[]> {
  const places = new Set(keysOf(first).map((key) => placeOf(parseRef(key))));
  const home = new Set(["secrets", "leases"].map((plural) => `${plural} ${set.namespace}`));
  return (await context.testCluster.auditSince(mark)).filter(({ objectRef }) => {
    const { namespace = "", name = "", resource = "" } = objectRef ?? {};
    return places.has(`${namespace}/${name}`) || home.has(`${resource} ${namespace}`);
  });
}

function placeOf(ref: ObjectRef | undefined): string {
  return ref === undefined ? "" : `${ref.namespace}/${ref.name}`;
}

/** The remaining objects of the set, and all others with the label of the release. */
async function leftoversOf(
  set: ManifestSet,
  { lines, kept }: { readonly lines: readonly Line[]; readonly kept: readonly string[] },
  { cluster }: Context,
): Promise<readonly string[]> {
  const catalog = await cluster.discover({ signal: AbortSignal.timeout(30_000) }, true);
  const names = keysOf(lines).filter((key) => !kept.includes(key));
  const found = await Promise.all(names.map(async (key) => ((await find(key, cluster)) ? [key] : [])));
  const id = applySetId({ name: parentName(set.release), namespace: set.namespace });
  const labelled = await Promise.all(
    catalog.resources
      .filter(({ verbs }) => verbs.includes("list"))
      .map(async (resource) => {
        const selection = { resource, labelSelector: membersSelector(id) };
        const objects = await cluster
          .list(selection, { signal: AbortSignal.timeout(30_000) })
          .catch(noneOfGoneKind);
        return objects.filter((object) => !isLeaving(object)).map((object) => nameOf(resource.kind, object));
      }),
  );
  return [...found.flat(), ...labelled.flat()];
}

/** Discovery may still list a kind whose CRD the set has just deleted. */
function noneOfGoneKind(error: unknown): readonly JsonObject[] {
  if (isNotFound(error)) {
    return [];
  }
  throw error;
}

/** Whether an object is a dependent of a deleted one, which the garbage collector deletes a moment later. */
function isLeaving(object: JsonObject): boolean {
  const metadata = objectField(object, "metadata");
  return (
    stringField(metadata, "deletionTimestamp") !== undefined || metadata["ownerReferences"] !== undefined
  );
}

function nameOf(kind: string, object: JsonObject): string {
  const metadata = objectField(object, "metadata");
  return `${kind} ${stringField(metadata, "namespace") ?? ""}/${stringField(metadata, "name") ?? ""}`;
}

async function find(key: string, cluster: Cluster): Promise<boolean> {
  const place = await locate(key, cluster);
  if (place === undefined) {
    return false;
  }
  try {
    await cluster.get(place, { signal: AbortSignal.timeout(30_000) });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      return false;
    }
    throw error;
  }
}

/** The path of an object; undefined if its kind is not served, so that it cannot exist. */
async function locate(key: string, cluster: Cluster): Promise<Place | undefined> {
  const ref = parseRef(key);
  const catalog = await cluster.discover({ signal: AbortSignal.timeout(30_000) });
  const resource = ref === undefined ? undefined : catalog.find(ref);
  return ref === undefined || resource === undefined
    ? undefined
    : { resource, namespace: ref.namespace, name: ref.name };
}

async function removeAll(keys: readonly string[], { cluster }: Context): Promise<void> {
  for (const key of keys) {
    const place = await locate(key, cluster);
    if (place !== undefined && (await find(key, cluster))) {
      await cluster.delete(place, {
        signal: AbortSignal.timeout(30_000),
        options: { propagation: "Background" },
      });
    }
  }
}

function verdictOf(lines: readonly Line[]): string {
  return lines.findLast(({ type }) => type === "run")?.verdict ?? "";
}

/** The objects in the lines, each once. */
function keysOf(lines: readonly Line[]): readonly string[] {
  return [...new Set(lines.filter(({ kind }) => kind !== undefined).map((line) => keyOf(line)))];
}

function keyOf({ group = "", kind = "", namespace = "", name = "" }: Line): string {
  return formatRef({ group, kind, namespace, name });
}

function print(line: string, details: readonly string[]): void {
  process.stdout.write([line, ...details.map((detail) => `  ${detail}`), ""].join("\n"));
}
