import test from "ava";

import { field, type JsonValue, listField, stringField, stringsField } from "../lib/object/json.ts";
import type { Api } from "./control-plane/api.ts";
import { testCluster } from "./control-plane/test-cluster.ts";
import { judgeServer, openReviewContext } from "./judge/judge-server.ts";
import { describeReview, summarize } from "./judge/summary.ts";

test("offline validation agrees with the API server on generated CRDs and custom resources", async (t) => {
  t.timeout(240_000);
  const reviews = await judgeServer(await testCluster(), {
    seed: 1,
    definitions: 330,
    stages: 50,
    objects: 56,
    updates: 24,
    changes: 6,
  });
  const { agreement, disagreements, text, parts } = summarize(reviews);
  t.log(text);
  t.deepEqual(disagreements.map(describeReview), []);
  t.true(agreement >= 0.995, text);
  t.true((parts.get("definition") ?? 0) >= 300, text);
  t.true((parts.get("object") ?? 0) + (parts.get("update") ?? 0) >= 1500, text);
});

/** The kinds that can be created, with the path of their objects. */
async function creatableKinds(api: Api): Promise<readonly (readonly [string, string, string])[]> {
  const read = async (path: string): Promise<JsonValue> => JSON.parse((await api("GET", path)).text);
  const groups = listField(await read("/apis"), "groups").flatMap((group) => listField(group, "versions"));
  const versions = ["v1", ...groups.map((one) => stringField(one, "groupVersion") ?? "")];
  const kinds = versions.map(async (version) => {
    const base = version === "v1" ? "/api/v1" : `/apis/${version}`;
    const resources = listField(await read(base), "resources").filter(
      (one) => stringsField(one, "verbs").includes("create") && !stringField(one, "name")?.includes("/"),
    );
    return resources.map((one) => {
      const folder = field(one, "namespaced") === true ? "/namespaces/default" : "";
      const path = `${base}${folder}/${stringField(one, "name") ?? ""}`;
      return [version, stringField(one, "kind") ?? "", path] as const;
    });
  });
  return (await Promise.all(kinds)).flat();
}

test("offline validation refuses no built-in object for a missing field that the API server does not require", async (t) => {
  t.timeout(300_000);
  const { api, builtin } = await openReviewContext(await testCluster());
  const refused = new Set<string>();
  for (const [apiVersion, kind, path] of await creatableKinds(api)) {
    const object = { apiVersion, kind, metadata: { name: "empty" } };
    if (builtin.serves(apiVersion, kind) && builtin.check(object).faults.length > 0) {
      const { status } = await api("POST", `${path}?dryRun=All`, object);
      t.true(status >= 400, `${apiVersion} ${kind} is taken without anything`);
      refused.add(kind);
    }
  }
  for (const kind of ["Pod", "Deployment", "Job", "CronJob", "ReplicaSet", "PodTemplate"]) {
    t.true(refused.has(kind), `${kind} is refused offline`);
  }
});
