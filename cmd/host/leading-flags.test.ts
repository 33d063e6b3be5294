import test from "ava";

import { runRecorded } from "../../fixtures/recording-shell.ts";

const leading = test.macro({
  title: (_, words: readonly string[]) => `flags may stand before the verb: ${words.join(" ")}`,
  exec: async (t, words: readonly string[], behind: readonly string[]) => {
    const { code, stdout, stderr } = await runRecorded(words);
    t.deepEqual({ code, stdout, stderr }, await runRecorded(behind));
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
