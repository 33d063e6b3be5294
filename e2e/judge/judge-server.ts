import { randomUUID } from "node:crypto";

import { type JsonObject, objectField, stringField } from "../../lib/object/json.ts";
import { loadBuiltinSchemas } from "../../lib/validate/builtin/load-builtin-schemas.ts";
import type { TestCluster } from "../control-plane/test-cluster.ts";
import type { DefinitionNames } from "./definition-grammar.ts";
import {
  changedDefinition,
  changedObject,
  drawnDefinition,
  drawnObject,
  stageDefinition,
} from "./drawn-case.ts";
import { type ReviewContext, review, type Review } from "./review.ts";
import { definitionsPath, type JudgedCase, objectsPath } from "./judged-case.ts";
import {
  closeStage,
  objectPath,
  openStage,
  readLive,
  type Stage,
  storeObject,
  tightenStage,
} from "./stage.ts";
import { inParallel } from "./workers.ts";

/** The number of cases. */
export interface Extent {
  readonly seed: number;
  /** CRDs that are only tried by a dry run. */
  readonly definitions: number;
  /** CRDs that are generated to be created; the server refuses some. */
  readonly stages: number;
  /** Custom resources for each created CRD. */
  readonly objects: number;
  /** Updates of stored objects for each created CRD. */
  readonly updates: number;
  /** Changes of each created CRD. */
  readonly changes: number;
}

/** Concurrent requests. */
const atOnce = 6;

/**
 * Submits generated CRDs, custom resources and updates of both to the server and to offline validation.
 * Deletes what it creates.
 */
export async function judgeServer(cluster: TestCluster, extent: Extent): Promise<readonly Review[]> {
  const context = await openReviewContext(cluster);
  const suffix = `${randomUUID().slice(0, 8)}.judge.example.com`;
  const definitions = await inParallel(numbers(extent.definitions), atOnce, (number) =>
    review(definitionCase(extent.seed, number, namesFor(suffix, number)), context),
  );
  const staged = await inParallel(numbers(extent.stages), atOnce, (number) =>
    judgeStage({ cluster, context, extent, suffix, number }),
  );
  return [...definitions, ...staged.flat()];
}

/**
 * Opens both sides for a cluster: offline validation uses its minor version. Throws an Error if that has no
 * schemas.
 */
export async function openReviewContext({ api }: TestCluster): Promise<ReviewContext> {
  const { text } = await api("GET", "/version");
  const minor = Number.parseInt(stringField(JSON.parse(text), "minor") ?? "", 10);
  const builtin = await loadBuiltinSchemas(minor);
  if (builtin === undefined) {
    throw new Error(`Kubernetes 1.${minor} is not known offline`);
  }
  return { api, builtin };
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function namesFor(suffix: string, number: number): DefinitionNames {
  return { group: `g${number}.${suffix}`, plural: "gadgets" };
}

function definitionCase(seed: number, number: number, names: DefinitionNames): JudgedCase {
  return {
    name: `definition/${seed}/${number}`,
    path: definitionsPath,
    definition: drawnDefinition(seed, number, names),
  };
}

interface StageWork {
  readonly cluster: TestCluster;
  readonly context: ReviewContext;
  readonly extent: Extent;
  readonly suffix: string;
  readonly number: number;
}

async function judgeStage(work: StageWork): Promise<readonly Review[]> {
  const { cluster, context, extent, suffix, number } = work;
  const { seed } = extent;
  const definition = stageDefinition(seed, number, namesFor(`stage.${suffix}`, number));
  const own = await review({ name: `stage/${seed}/${number}`, path: definitionsPath, definition }, context);
  const stage = await openStage(cluster, definition);
  if (stage === undefined) {
    return [own];
  }
  try {
    return [own, ...(await judgeObjects(stage, work))];
  } finally {
    await closeStage(cluster, stage);
  }
}

async function judgeObjects(
  stage: Stage,
  { cluster, context, extent, number }: StageWork,
): Promise<readonly Review[]> {
  const { seed, objects } = extent;
  const created: Review[] = [];
  for (const index of numbers(objects)) {
    created.push(await review(objectCase(stage, seed, `${number}/${index}`), context));
  }
  const stored = await storeSome(created, stage, cluster);
  const tightened =
    stored.length > 0 && number % 2 === 0
      ? await tightenStage(cluster, stage, { seed, number, stored })
      : stage;
  const updated = await judgeUpdates(tightened, stored, { cluster, context, extent, number });
  return [...created, ...updated, ...(await judgeChanges(stage, { cluster, context, extent, number }))];
}

function objectCase({ definition }: Stage, seed: number, number: string): JudgedCase {
  const object = drawnObject(seed, number, definition);
  return {
    name: `object/${seed}/${number}`,
    path: objectsPath(definition, stringField(object, "apiVersion") ?? ""),
    definition,
    object,
  };
}

/** Stores up to four of the valid objects, under unique names and without any other metadata. */
async function storeSome(
  created: readonly Review[],
  stage: Stage,
  cluster: TestCluster,
): Promise<readonly JsonObject[]> {
  const taken = created.flatMap(({ server, judged }) =>
    server.faults.length === 0 && judged.object !== undefined ? [judged.object] : [],
  );
  const stored: JsonObject[] = [];
  for (const [index, object] of taken.slice(-4).entries()) {
    const found = await storeObject(cluster, stage, { ...object, metadata: { name: `stored-${index}` } });
    stored.push(...(found === undefined ? [] : [found]));
  }
  return stored;
}

type Work = Omit<StageWork, "suffix">;

async function judgeUpdates(
  stage: Stage,
  stored: readonly JsonObject[],
  { cluster, context, extent, number }: Work,
): Promise<readonly Review[]> {
  const { definition } = stage;
  const { seed, updates } = extent;
  const found: Review[] = [];
  for (const [index, object] of stored.entries()) {
    const path = objectPath(stage, object);
    const old = await readLive(cluster, path);
    for (const turn of numbers(Math.ceil(updates / stored.length))) {
      const drawn = `${number}/${index}/${turn}`;
      const changed = changedObject(seed, drawn, { definition, old });
      found.push(
        await review({ name: `update/${seed}/${drawn}`, path, definition, object: changed, old }, context),
      );
    }
  }
  return found;
}

/**
 * Compares updates of the CRD itself: its name stays, and so do the fields of its metadata that the server
 * maintains.
 */
async function judgeChanges(
  stage: Stage,
  { cluster, context, extent, number }: Work,
): Promise<readonly Review[]> {
  const { seed, changes } = extent;
  const old = await readLive(cluster, stage.path);
  const found: Review[] = [];
  for (const turn of numbers(changes)) {
    const drawn = `${number}/${turn}`;
    const { metadata, ...changed } = changedDefinition(seed, drawn, { ...old });
    const kept = {
      ...objectField({ metadata: metadata ?? {} }, "metadata"),
      ...objectField(old, "metadata"),
    };
    found.push(
      await review(
        {
          name: `change/${seed}/${drawn}`,
          path: stage.path,
          definition: { ...changed, metadata: kept },
          old,
        },
        context,
      ),
    );
  }
  return found;
}
