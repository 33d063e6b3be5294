import { randomUUID } from "node:crypto";

import { readManifests } from "../../../lib/manifest/parse-manifests.ts";
import { resolveManifests } from "../../../lib/manifest/resolve-manifests.ts";
import type { JsonObject, JsonValue } from "../../../lib/object/json.ts";
import { field, listField, objectField, stringField } from "../../../lib/object/json.ts";
import { serverRules } from "../../../lib/validate/builtin-rules/check-builtin-rules.ts";
import type { BuiltinSchemas } from "../../../lib/validate/builtin/builtin-schemas.ts";
import { type FieldFault, formatFieldPath } from "../../../lib/validate/model/field-fault.ts";
import { compilePolicy } from "../../../lib/validate/policy/compile-policy.ts";
import { isPolicy } from "../../../lib/validate/policy/policy-kinds.ts";
import { writtenMetaFaults } from "../../../lib/validate/value/meta-faults.ts";
import type { Answer, Api } from "../../control-plane/api.ts";
import type { TestCluster } from "../../control-plane/test-cluster.ts";
import { rollDice } from "../dice.ts";
import { inParallel } from "../workers.ts";
import { breach } from "./builtin-breaches.ts";
import { replaced, withLiveStatus, withServerFields } from "./replaced-object.ts";
import { collectionOf, type CorpusObject, readCorpus, readResources } from "./builtin-corpus.ts";

/** The causes that both sides give for an object, each as its reason and path; none if it is accepted. */
export interface BuiltinReview {
  readonly kind: string;
  readonly part: "create" | "update" | "valid";
  readonly what: string;
  readonly object: JsonObject;
  readonly server: readonly string[];
  readonly offline: readonly string[];
}

/** The number of cases, and the folders with manifests. */
export interface BuiltinExtent {
  readonly seed: number;
  readonly cases: number;
  readonly updates: number;
  readonly folders: readonly string[];
  /** The kinds to judge; all if there are none. */
  readonly kinds?: ReadonlySet<string>;
}

/** Concurrent requests. */
const atOnce = 8;

/** The only cause of an object that cannot be decoded. */
const unreadable = "unreadable";

interface Judging {
  readonly api: Api;
  readonly builtin: BuiltinSchemas;
  readonly resources: ReadonlyMap<string, string>;
}

/**
 * Submits real objects of built-in kinds, mutated, to the server and to offline validation, as new objects
 * and as changes of stored ones. Only the objects of the second part are stored, in a namespace of its own.
 */
export async function judgeBuiltin(
  { api }: TestCluster,
  builtin: BuiltinSchemas,
  { seed, cases, updates, folders, kinds = new Set() }: BuiltinExtent,
): Promise<readonly BuiltinReview[]> {
  const namespace = `judge-${randomUUID().slice(0, 8)}`;
  await askAgain(api, "POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  const resources = await readResources(async (method, path) => askAgain(api, method, path), namespace);
  const judging = { api: surviving(api), builtin, resources };
  await waitForAccount(api, namespace);
  try {
    const corpus = readCorpus(folders, builtin).filter(({ kind }) => kinds.size === 0 || kinds.has(kind));
    const valid = await inParallel(corpus, atOnce, async ({ kind, object }) =>
      judgeCreate({ kind, object, what: "", part: "valid" }, judging),
    );
    const drawn = drawCases(corpus, { seed, cases, builtin });
    const created = await inParallel(drawn, atOnce, async (one) => judgeCreate(one, judging));
    const changed = await judgeUpdates(valid.flat(), { seed, updates, judging });
    return [...valid, ...created, changed].flat();
  } finally {
    await askAgain(api, "DELETE", `/api/v1/namespaces/${namespace}`);
  }
}

/**
 * Sends requests to a server that closes the connection when an object makes it panic: that is not an answer.
 */
function surviving(api: Api): Api {
  return async (method, path, body) => {
    try {
      return await api(method, path, body);
    } catch (error) {
      if (error instanceof Error && error.message === "socket hang up") {
        return { status: 500, text: "", object: undefined, warnings: [] };
      }
      throw error;
    }
  };
}

/** A connection on which the server gave up in the middle of a body answers the next request with 400. */
async function askAgain(api: Api, ...request: Parameters<Api>): ReturnType<Api> {
  let answer = await api(...request);
  while (answer.status === 400) {
    answer = await api(...request);
  }
  return answer;
}

async function waitForAccount(api: Api, namespace: string): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/default`;
  while ((await api("GET", path)).status !== 200) {
    // Each request takes the server a moment; the timeout of the test ends the loop.
  }
}

interface DrawnCase {
  readonly kind: string;
  readonly object: JsonObject;
  readonly what: string;
  readonly part: "create" | "valid";
}

/** Draws the kind first, so that rare kinds are judged as often as common ones. */
function drawCases(
  corpus: readonly CorpusObject[],
  {
    seed,
    cases,
    builtin,
  }: { readonly seed: number; readonly cases: number; readonly builtin: BuiltinSchemas },
): readonly DrawnCase[] {
  const byKind = [...Map.groupBy(corpus, ({ kind }) => kind).values()];
  return Array.from({ length: cases }, (_, index) => {
    const dice = rollDice("builtin", seed, index);
    const { kind, object } = dice.pick(dice.chance(0.7) ? dice.pick(byKind) : corpus);
    return { kind, part: "create", ...breach(object, dice, builtin) };
  });
}

async function judgeCreate(drawn: DrawnCase, judging: Judging): Promise<readonly BuiltinReview[]> {
  const path = collectionOf(drawn.object, judging.resources);
  if (path === undefined) {
    return [];
  }
  const server = causesIn(
    await judging.api("POST", `${path}?dryRun=All&fieldValidation=Ignore`, drawn.object),
  );
  return server === undefined
    ? []
    : [{ ...drawn, server, offline: offlineCauses(drawn.object, judging.builtin) }];
}

/** The causes in a response; undefined if it is not about the object itself. */
function causesIn({ status, object }: Answer): readonly string[] | undefined {
  const body: JsonValue = JSON.parse(JSON.stringify(object ?? null));
  if (status === 200 || status === 201) {
    return [];
  }
  if (status === 400) {
    return [unreadable];
  }
  return status === 422 ? distinct(listField(field(body, "details"), "causes").map(causeOf)) : undefined;
}

function causeOf(cause: JsonValue): string {
  const path = stringField(cause, "field") ?? "";
  return `${stringField(cause, "reason") ?? ""} ${path === "<nil>" ? "" : path}`;
}

function distinct(causes: readonly string[]): readonly string[] {
  return [...new Set(causes)].toSorted();
}

/**
 * The causes by offline validation, as `converge validate` finds them, without entries of lists that only an
 * apply refuses.
 */
export function offlineCauses(
  object: JsonObject,
  builtin: BuiltinSchemas,
  old?: JsonObject,
): readonly string[] {
  const { faults } = builtin.check(object);
  const isRead = faults.every(
    ({ reason }) => reason !== "FieldValueTypeInvalid" && reason !== "FieldValueInvalid",
  );
  if (!isRead) {
    return [unreadable];
  }
  const byServer = faults.filter(({ path }) => typeof path.at(-1) !== "number");
  const options = { minor: builtin.minor, ...(old === undefined ? {} : { old }) };
  const found: readonly FieldFault[] = [
    ...serverRules.check(object, byServer, options),
    ...writtenMetaFaults(field(object, "metadata") ?? null, builtin.minor),
    ...policyFaults(object, builtin.minor),
  ];
  return distinct(found.map(({ reason, path }) => `${reason} ${formatFieldPath(path)}`));
}

/** The faults of the expressions of an admission policy. */
function policyFaults(object: JsonObject, minor: number): readonly FieldFault[] {
  if (stringField(object, "kind")?.endsWith("AdmissionPolicy") !== true) {
    return [];
  }
  const text = JSON.stringify(object, (_name, part: unknown) =>
    typeof part === "bigint" ? Number(part) : part,
  );
  const { objects } = readManifests({ name: "policy.json", text });
  return resolveManifests(objects, "default")
    .manifests.filter(isPolicy)
    .flatMap((policy) => compilePolicy(policy, minor).faults);
}

interface UpdateWork {
  readonly seed: number;
  readonly updates: number;
  readonly judging: Judging;
}

const applyOptions = "fieldManager=judge&force=true&fieldValidation=Ignore";

/** Stores up to five valid objects a kind by server-side apply, and tries changes of each. */
async function judgeUpdates(
  valid: readonly BuiltinReview[],
  { seed, updates, judging }: UpdateWork,
): Promise<readonly BuiltinReview[]> {
  const accepted = valid.filter(({ server, kind }) => server.length === 0 && !governingKinds.has(kind));
  const stored = [...Map.groupBy(accepted, ({ kind }) => kind).values()].flatMap((ofKind) =>
    ofKind.slice(0, 5),
  );
  const reviews = await inParallel(stored, atOnce, async ({ kind, object }) => {
    const collection = collectionOf(object, judging.resources) ?? "";
    const name = `judged-${randomUUID().slice(0, 8)}`;
    const own = { ...object, metadata: { ...objectField(object, "metadata"), name } };
    const path = `${collection}/${name}`;
    const { status } = await judging.api("APPLY", `${path}?${applyOptions}`, own);
    const found: BuiltinReview[] = [];
    const turns = status === 201 ? updates : 0;
    for (let turn = 0; turn < turns; turn += 1) {
      const dice = rollDice("update", seed, kind, JSON.stringify(object).length, turn);
      found.push(...(await judgeUpdate({ kind, own, path, ...breach(own, dice, judging.builtin) }, judging)));
    }
    if (status === 201) {
      await judging.api("DELETE", path, { gracePeriodSeconds: 0 });
    }
    return found;
  });
  return reviews.flat();
}

/** Kinds that would change how the server answers. */
export const governingKinds: ReadonlySet<string> = new Set([
  "Namespace",
  "Node",
  "ResourceQuota",
  "LimitRange",
  "ServiceCIDR",
  "MutatingWebhookConfiguration",
  "ValidatingWebhookConfiguration",
  "MutatingAdmissionPolicyBinding",
  "ValidatingAdmissionPolicyBinding",
]);

interface ChangedObject {
  readonly kind: string;
  readonly own: JsonObject;
  readonly path: string;
  readonly object: JsonObject;
  readonly what: string;
}

async function judgeUpdate(
  { kind, own, path, object, what }: ChangedObject,
  { api, builtin }: Judging,
): Promise<readonly BuiltinReview[]> {
  const metadata = { ...objectField(object, "metadata"), name: stringField(own["metadata"], "name") ?? "" };
  const changed = { ...object, metadata };
  const answer = replaced.has(kind)
    ? await api(
        "PUT",
        `${path}?dryRun=All&fieldValidation=Ignore`,
        await withServerFields(api, path, changed),
      )
    : await api("APPLY", `${path}?${applyOptions}&dryRun=All`, changed);
  // A pod without a node is deleted after a while: then this would be a create.
  const server = answer.status === 201 ? undefined : causesIn(answer);
  if (server === undefined || server.includes(unreadable)) {
    return [];
  }
  const old = kind === "PersistentVolumeClaim" ? await withLiveStatus(api, path, own) : own;
  return [
    { kind, part: "update", what, object: changed, server, offline: offlineCauses(changed, builtin, old) },
  ];
}
