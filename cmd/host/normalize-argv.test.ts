import test from "ava";

import { normalizeArgv } from "./normalize-argv.ts";
import { runRecorded } from "../../fixtures/recording-shell.ts";

const reads = test.macro({
  title: (_, line: string) => `arguments are normalized: ${line}`,
  exec: (t, line: string, words: string) => {
    t.deepEqual(normalizeArgv(line.split(" ")), words.split(" "));
  },
});

test(reads, "plan -o=json -f=a=b m", "plan -o json -f a=b m");
test(reads, "plan --output=json - -", "plan --output=json - -");
test(reads, "plan -o= m", "plan -o  m");
test(reads, "plan -- -o=json", "plan -- -o=json");

const leading = test.macro({
  title: (_, words: readonly string[]) => `flags are accepted before the command: ${words.join(" ")}`,
  exec: async (t, words: readonly string[], reordered: readonly string[]) => {
    const { code, stdout, stderr } = await runRecorded(words);
    t.deepEqual({ code, stdout, stderr }, await runRecorded(reordered));
  },
});

test(
  leading,
  ["-n", "shop", "-o=json", "plan", "fixtures/werf-crds"],
  ["plan", "-n", "shop", "-o=json", "fixtures/werf-crds"],
);
test(leading, ["-nshop", "--invalid=skip", "plan", "--help"], ["plan", "--help"]);
test(leading, ["-o", "html", "modules", "graph", "--help"], ["modules", "graph", "--help"]);
test(leading, ["-n", "shop", "install"], ["install"]);
test(leading, ["--nonsense", "plan"], ["--nonsense"]);
