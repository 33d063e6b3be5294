import test from "ava";

import { quietWords } from "./runs.ts";

test("only a run that converged had nothing to do", (t) => {
  const verdicts = ["converged", "refused", "timedOut", "unreachable", "interrupted", "failed"];
  t.deepEqual(
    verdicts.map((verdict) => quietWords(verdict)),
    ["nothing to do", "refused", "timed out", "unreachable", "interrupted", "failed"],
  );
});
