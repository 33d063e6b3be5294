import test from "ava";

import { runSoak } from "./run-soak.ts";

/** A fixed part of what `make soak` runs. */
const seed = 7;
const seconds = 25;

test("after random commits, faults and third-party edits the cluster is in the state of the last commit", async (t) => {
  t.timeout(300_000);
  const notification: string[] = [];
  const { findings } = await runSoak({
    seed,
    seconds,
    isSteady: false,
    say: (line) => notification.push(line),
  });
  if (findings.length > 0) {
    t.log(notification.join("\n"));
    t.log(`again: make soak MINUTES=${(seconds / 60).toFixed(2)} SEED=${seed}`);
  }
  t.deepEqual(findings, []);
});
