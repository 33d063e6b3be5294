import test from "ava";

import { field, type JsonValue, listField, stringField, stringsField } from "../lib/object/json.ts";
import { testCluster } from "./control-plane/test-cluster.ts";
import { judgeServer, openCourt } from "./judge/judge-server.ts";
import { describeHearing, summarize } from "./judge/summary.ts";

test("converge says offline what the API server says of drawn definitions and custom resources", async (t) => {
  t.timeout(240_000);
  const hearings = await judgeServer(await testCluster(), {
    seed: 1,
    definitions: 330,
    stages: 50,
    objects: 56,
    updates: 24,
    changes: 6,
  });
  const { agreement, disagreements, text, parts } = summarize(hearings);
  t.log(text);
  t.deepEqual(disagreements.map(describeHearing), []);
  t.true(agreement >= 0.995, text);
  t.true((parts.get("definition") ?? 0) >= 300, text);
  t.true((parts.get("object") ?? 0) + (parts.get("update") ?? 0) >= 1500, text);
});

test("no built-in object is refused offline for what it leaves out that the API server takes as it is", async (t) => {
  t.timeout(120_000);
  const cluster = await testCluster();
  const { api, builtin } = await openCourt(cluster);
  const read = async (path: string): Promise<JsonValue> => JSON.parse((await api("GET", path)).text);
  const groups = listField(await read("/apis"), "groups").flatMap((group) => listField(group, "versions"));
  const refused: string[] = [];
  for (const version of ["v1", ...groups.map((one) => stringField(one, "groupVersion") ?? "")]) {
    const base = version === "v1" ? "/api/v1" : `/apis/${version}`;
    for (const resource of listField(await read(base), "resources")) {
      const kind = stringField(resource, "kind") ?? "";
      const plural = stringField(resource, "name") ?? "";
      const isCreated = stringsField(resource, "verbs").includes("create") && !plural.includes("/");
      const object = { apiVersion: version, kind, metadata: { name: "empty" } };
      if (isCreated && builtin.serves(version, kind) && builtin.check(object).faults.length > 0) {
        const folder = field(resource, "namespaced") === true ? "namespaces/default/" : "";
        const { status } = await api("POST", `${base}/${folder}${plural}?dryRun=All`, object);
        t.true(status >= 400, `${version} ${kind} is taken without anything`);
        refused.push(kind);
      }
    }
  }
  t.true(
    ["Pod", "Deployment", "Job", "CronJob", "ReplicaSet", "PodTemplate"].every((one) =>
      refused.includes(one),
    ),
  );
});
