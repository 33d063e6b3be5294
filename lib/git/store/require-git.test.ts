import test from "ava";

import { gitVersion } from "./require-git.ts";

const reads = test.macro({
  title: (_, said: string) => `the version of git is read from ${JSON.stringify(said)}`,
  exec: (t, said: string, version: readonly [number, number] | undefined) => {
    t.deepEqual(gitVersion(said), version);
  },
});

test(reads, "git version 2.39.5", [2, 39]);
test(reads, "git version 2.50.1 (Apple Git-155)", [2, 50]);
test(reads, "git version 2.31.0.windows.1", [2, 31]);
test(reads, "hub version 2.14", undefined);
test(reads, "", undefined);
