import test from "ava";

import type { Path } from "../object/json.ts";
import { formatPath } from "./format-reason.ts";

const written = test.macro({
  exec(t, path: Path, expected: string) {
    t.is(formatPath(path), expected);
  },
  title: (_, __: Path, expected: string) => `a field is written ${expected}`,
});

test(written, ["metadata", "annotations", "werf.io/weight"], "werf.io/weight");
test(written, ["spec", "containers", 0, "env", 2], "spec.containers[0].env[2]");
test(written, ["metadata", "labels", "a.b/c"], 'metadata.labels["a.b/c"]');
