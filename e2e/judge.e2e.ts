import test from "ava";

import { testCluster } from "./control-plane/test-cluster.ts";
import { judgeServer } from "./judge/judge-server.ts";
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
