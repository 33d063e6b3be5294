import test from "ava";

import { quietWords } from "./runs.ts";

test("a run without changes is shown as having nothing to do only if it converged", (t) => {
  const verdicts = ["converged", "refused", "timedOut", "unreachable", "interrupted", "failed"];
  t.deepEqual(
    verdicts.map((verdict) => quietWords(verdict)),
    ["nothing to do", "refused", "timed out", "unreachable", "interrupted", "failed"],
  );
});
