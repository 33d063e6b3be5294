import test from "ava";

import { normalizeArgv } from "./normalize-argv.ts";

const reads = test.macro({
  title: (_, line: string) => `the words ${line}`,
  exec: (t, line: string, words: string) => {
    t.deepEqual(normalizeArgv(line.split(" ")), words.split(" "));
  },
});

test(reads, "plan -o=json -f=a=b m", "plan -o json -f a=b m");
test(reads, "plan --output=json - -", "plan --output=json - -");
test(reads, "plan -o= m", "plan -o  m");
test(reads, "plan -- -o=json", "plan -- -o=json");
