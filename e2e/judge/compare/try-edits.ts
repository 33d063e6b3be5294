import { toApplyBody } from "../../../lib/inventory/apply-body.ts";
import { type JsonObject, objectField, stringField } from "../../../lib/object/json.ts";
import { formatRef, groupOf } from "../../../lib/object/object-ref.ts";
import type { TestCluster } from "../../control-plane/test-cluster.ts";
import type { Dice } from "../dice.ts";
import { inParallel } from "../workers.ts";
import { type Bundle, unique } from "./compare-corpus.ts";
import { type DrawnEdit, drawEdit, type Resources } from "./draw-edits.ts";
import { withPart } from "./edit-paths.ts";

/** The parts that all cases share. */
export interface EditContext {
  readonly cluster: TestCluster;
  readonly bundles: readonly Bundle[];
  /** The paths of collections, with {@link placeholder} as namespace. */
  readonly resources: Resources;
  /** The minor version of the server: 36 for 1.36. */
  readonly minor: number;
}

/** The namespace in the paths of {@link EditContext}. */
export const placeholder = "NAMESPACE";

/** A set of objects in a namespace and a folder of its own, whose edits are drawn. */
export interface EditCase extends EditContext {
  readonly dice: Dice;
  readonly namespace: string;
  readonly folder: string;
  /** Whether objects are removed, rather than changed in ways that the server refuses. */
  readonly mayRemove: boolean;
}

/** An object of a case: its manifests on both sides, and its edit. */
export interface EditSubject {
  readonly what: string;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
  readonly isRefused: boolean;
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

/** The reference of an object of a case. */
export function caseKey(
  object: JsonObject,
  { namespace, resources }: Pick<EditCase, "namespace" | "resources">,
): string {
  const [version, kind] = [stringField(object, "apiVersion") ?? "", stringField(object, "kind") ?? ""];
  const place = resources.get(`${version}/${kind}`)?.includes(placeholder) === false ? "" : namespace;
  return formatRef({ group: groupOf(version), kind, namespace: place, name: nameOf(object) });
}

/** The path of an object; custom resources of a case are in its namespace. */
export function casePath(
  object: JsonObject,
  { namespace, resources }: Pick<EditCase, "namespace" | "resources">,
): string | undefined {
  const version = stringField(object, "apiVersion") ?? "";
  const path = resources.get(`${version}/${stringField(object, "kind") ?? ""}`);
  return path && `${path.replace(placeholder, namespace)}/${encodeURIComponent(nameOf(object))}`;
}

/** Draws an edit of each object, and returns the edits, with the objects that they add. */
export async function drawAccepted(
  judged: EditCase,
  objects: readonly JsonObject[],
  before: ReadonlyMap<string, JsonObject>,
): Promise<readonly EditSubject[]> {
  const subjects: EditSubject[] = [];
  for (const object of objects) {
    const live = before.get(caseKey(object, judged));
    subjects.push(...(await editOne(judged, object, live)));
  }
  return subjects;
}

/** Tries edits until the server accepts one; an object without one is only written in another way. */
async function editOne(
  judged: EditCase,
  object: JsonObject,
  live: JsonObject | undefined,
): Promise<readonly EditSubject[]> {
  const { dice, mayRemove, resources } = judged;
  const kept = { what: "only its style", before: object, after: object, isRefused: false };
  if (live === undefined) {
    return [kept];
  }
  for (let attempt = 0; attempt < 12; attempt += 1) {
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
): readonly EditSubject[] {
  const added = extra === undefined ? [] : [{ what, before: undefined, after: extra, isRefused: false }];
  return [{ what, before, after, isRefused }, ...added];
}

type Trial = "accepted" | "refused" | "invalid";

/** Tries an edit by server-side dry runs. */
async function tryEdit(judged: EditCase, object: JsonObject, { after, extra }: DrawnEdit): Promise<Trial> {
  if (extra !== undefined && (await dryRun(judged, extra)) >= 300) {
    return "invalid";
  }
  return after === undefined || after === object ? "accepted" : tryChange(judged, after);
}

async function tryChange(judged: EditCase, after: JsonObject): Promise<Trial> {
  const status = await dryRun(judged, after);
  if (status < 300) {
    return "accepted";
  }
  const mayRefuse = status === 422 && !judged.mayRemove && !isCustom(after);
  return mayRefuse && (await isValidAnew(judged, after)) ? "refused" : "invalid";
}

/** Custom resources have rules about changes that are findings of compare, and may change with the CRD. */
function isCustom(object: JsonObject): boolean {
  return stringField(object, "apiVersion")?.includes(".judge.example.com/") === true;
}

/** Reports whether the server accepts the manifest under another name: then it refuses the change only. */
async function isValidAnew(judged: EditCase, object: JsonObject): Promise<boolean> {
  const name = `${nameOf(object)}-try`;
  return (await dryRun(judged, withPart(object, ["metadata", "name"], name))) < 300;
}

async function dryRun(
  judged: EditContext & Pick<EditCase, "namespace">,
  object: JsonObject,
): Promise<number> {
  const path = casePath(object, judged);
  const options = "fieldManager=converge&force=true&fieldValidation=Strict&dryRun=All";
  const { api } = judged.cluster;
  return path === undefined ? 404 : (await api("APPLY", `${path}?${options}`, toApplyBody(object))).status;
}

function nameOf(object: JsonObject): string {
  return stringField(objectField(object, "metadata"), "name") ?? "";
}
