import test from "ava";

import { recordedRefusals } from "../fixtures/recorded-refusals.ts";
import { field, type JsonValue, listField, stringField } from "../lib/object/json.ts";
import { testCluster } from "./control-plane/test-cluster.ts";
import { collectionOf, readResources } from "./judge/builtin/builtin-corpus.ts";
import { inParallel } from "./judge/workers.ts";

test("the API server refuses each recorded change for the recorded reasons", async (t) => {
  t.timeout(300_000);
  const cluster = await testCluster();
  const { api } = cluster;
  const namespace = await cluster.createNamespace(t);
  const resources = await readResources(api, namespace);
  await inParallel(recordedRefusals(), 8, async ({ name, object, causes }) => {
    const path = collectionOf(object, resources);
    // A version before the newest one may not serve the kind.
    if (path !== undefined) {
      const { text } = await api("POST", `${path}?dryRun=All&fieldValidation=Ignore`, object);
      t.deepEqual(causesIn(JSON.parse(text)), distinct(causes.map(withoutMessage)), name);
    }
  });
});

function causesIn(status: JsonValue): readonly string[] {
  return distinct(
    listField(field(status, "details"), "causes").map((cause) => {
      const reason = (stringField(cause, "reason") ?? "").replace("FieldValue", "");
      return `${reason} ${stringField(cause, "field") ?? ""}`;
    }),
  );
}

function withoutMessage(cause: string): string {
  return cause.split(": ")[0] ?? cause;
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted();
}
