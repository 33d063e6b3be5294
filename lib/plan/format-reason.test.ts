import test from "ava";

import type { Path } from "../object/json.ts";
import { formatPath } from "./format-reason.ts";

const formats = test.macro({
  exec(t, path: Path, expected: string) {
    t.is(formatPath(path), expected);
  },
  title: (_, __: Path, expected: string) => `a path is formatted as ${expected}`,
});

test(formats, ["metadata", "annotations", "werf.io/weight"], "werf.io/weight");
test(formats, ["spec", "containers", 0, "env", 2], "spec.containers[0].env[2]");
test(formats, ["metadata", "labels", "a.b/c"], 'metadata.labels["a.b/c"]');
