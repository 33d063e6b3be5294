import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { isCrd } from "../../lib/manifest/crd.ts";
import type { ReadObject } from "../../lib/manifest/manifest.ts";
import { readManifests } from "../../lib/manifest/parse-manifests.ts";
import { field, type JsonObject, objectField, stringField } from "../../lib/object/json.ts";
import type { TestCluster } from "../control-plane/test-cluster.ts";
import { type ReviewContext, review, type Review } from "./review.ts";
import { openReviewContext } from "./judge-server.ts";
import { definitionsPath, objectsPath } from "./judged-case.ts";
import { closeStage, openStage, untilGone } from "./stage.ts";
import { inParallel } from "./workers.ts";

/**
 * Submits the CRDs and custom resources of real manifests to the server and to offline validation: each file
 * or folder of the folder is a set, whose CRDs are created temporarily. Custom resources are tried in the
 * namespace `default`. Kinds that exist already are still tried with the CRD of the set, so the cluster
 * should have none of them.
 */
export async function judgeManifests(cluster: TestCluster, folder: string): Promise<readonly Review[]> {
  const context = await openReviewContext(cluster);
  const reviews: Review[] = [];
  for (const name of readdirSync(folder).toSorted()) {
    const objects = filesIn(join(folder, name)).flatMap(
      (file) => readManifests({ name: file, text: readFileSync(file, "utf8") }).objects,
    );
    reviews.push(...(await judgeSet(cluster, context, { name, objects })));
  }
  return reviews;
}

function filesIn(path: string): readonly string[] {
  return statSync(path).isDirectory()
    ? readdirSync(path)
        .toSorted()
        .flatMap((name) => filesIn(join(path, name)))
    : [path].filter((file) => /\.(ya?ml|json)$/.test(file));
}

interface ManifestsSet {
  readonly name: string;
  readonly objects: readonly ReadObject[];
}

async function judgeSet(
  cluster: TestCluster,
  context: ReviewContext,
  { name, objects }: ManifestsSet,
): Promise<readonly Review[]> {
  const definitions = objects.filter((object) => isCrd(object)).map(({ value }) => value);
  const tried = await inParallel(definitions, 4, (definition) =>
    review({ name: `definition/${name}/${nameOf(definition)}`, path: definitionsPath, definition }, context),
  );
  const stages = await inParallel(definitions, 4, (definition) => openStage(cluster, definition));
  try {
    const custom = objects.flatMap((object) => customCase(name, object, definitions));
    return [...tried, ...(await inParallel(custom, 4, (judged) => review(judged, context)))];
  } finally {
    const open = stages.filter((stage) => stage !== undefined);
    await inParallel(open, 4, async (stage) => {
      await closeStage(cluster, stage);
      await untilGone(cluster, stage);
    });
  }
}

function nameOf(object: JsonObject): string {
  return stringField(object["metadata"], "name") ?? "";
}

/** A custom resource of one of the CRDs, in the namespace `default`. */
function customCase(
  name: string,
  { value, apiVersion, kind }: ReadObject,
  definitions: readonly JsonObject[],
): readonly Parameters<typeof review>[0][] {
  const definition = definitions.find((one) => {
    const spec = objectField(one, "spec");
    const group = stringField(spec, "group") ?? "";
    return apiVersion.startsWith(`${group}/`) && stringField(field(spec, "names"), "kind") === kind;
  });
  if (definition === undefined) {
    return [];
  }
  const { namespace: _, ...metadata } = objectField(value, "metadata");
  const object = { ...value, metadata };
  return [
    {
      name: `object/${name}/${kind}/${nameOf(value)}`,
      path: objectsPath(definition, apiVersion),
      definition,
      object,
    },
  ];
}
