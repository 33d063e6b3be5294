import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import test from "ava";

const program = fileURLToPath(new URL("../converge.mjs", import.meta.url));

/** Runs a verb on a server that nobody has started, and gives its exit code and all that it prints. */
function run(words: readonly string[], input: string): readonly [number | null, string] {
  const unreachable = ["--release", "x", "-n", "default", "--server", "https://127.0.0.1:1"];
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words, ...unreachable], {
    encoding: "utf8",
    input,
  });
  return [status, `${stdout}${stderr}`];
}

const reported = test.macro({
  title: (_, verb: string) =>
    `${verb} reports what is wrong with the manifests where the cluster is out of reach`,
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

test("a cluster out of reach is all that is wrong with sound manifests", (t) => {
  t.deepEqual(run(["diff", "-"], "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: env }\n"), [
    4,
    "error: https://127.0.0.1:1 refused the connection: nothing listens there\n",
  ]);
});
