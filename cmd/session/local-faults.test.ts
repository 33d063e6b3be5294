import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import test from "ava";

const program = fileURLToPath(new URL("../converge.mjs", import.meta.url));

/** Runs a command against a server that is not running, and returns its exit code and output. */
function run(words: readonly string[], input: string): readonly [number | null, string] {
  const unreachable = ["--release", "x", "-n", "default", "--server", "https://127.0.0.1:1"];
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words, ...unreachable], {
    encoding: "utf8",
    input,
  });
  return [status, `${stdout}${stderr}`];
}

const reported = test.macro({
  title: (_, verb: string) => `${verb} reports faults of the manifests even if the cluster is unreachable`,
  exec: (t, verb: string) => {
    const [code, printed] = run([verb, "absent.yaml", "-"], "a: [\n");
    t.is(code, 2);
    t.regex(printed, /127\.0\.0\.1:1 refused the connection/);
    t.regex(printed, /absent\.yaml does not exist/);
    t.regex(printed, /<stdin>:2:1: error: a list in brackets is not closed/);
  },
});

test(reported, "apply");
test(reported, "diff");

test("diff of valid manifests reports only that the cluster is unreachable", (t) => {
  t.deepEqual(run(["diff", "-"], "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: env }\n"), [
    4,
    "error: https://127.0.0.1:1 refused the connection: nothing listens there\n",
  ]);
});
