import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { runRecorded } from "../../fixtures/recording-shell.ts";

const wordpress = "fixtures/wordpress";
const mysql = "apps/namespaces/default/StatefulSet/wordpress-mysql";
const web = "apps/namespaces/default/Deployment/wordpress";

/** Writes a history with these durations into a file that is removed after the test. */
function historyFile(t: ExecutionContext, durations: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "converge-history-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, "history.json");
  writeFileSync(file, historyOf(durations));
  return file;
}

function historyOf(durations: Readonly<Record<string, string>>): string {
  return JSON.stringify({ apiVersion: "converge.dev/v1", kind: "History", durations, revisions: [] });
}

test("plan --history shows the expected time and the critical path below the plan", async (t) => {
  const history = historyFile(t, { [mysql]: "50s", [web]: "30.5s" });
  const { code, stdout, stderr } = await runRecorded(["plan", wordpress, "--history", history]);
  t.is(code, 0, stderr);
  t.true(
    stdout.endsWith(`groups, each may take 5m0s
expected time: 1m20s, if every object changes
critical path: StatefulSet/wordpress-mysql (50s) → Deployment/wordpress (30.5s)
`),
    stdout,
  );
  const json = await runRecorded(["plan", wordpress, "-o", "json", "--history", history]);
  t.deepEqual(JSON.parse(json.stdout).expected, {
    time: "1m20.5s",
    criticalPath: [
      { ref: mysql, time: "50s" },
      { ref: web, time: "30.5s" },
    ],
    withoutHistory: 0,
  });
});

test("the HTML page of a plan shows the expected time of the plan and of each object", async (t) => {
  const history = historyFile(t, { [mysql]: "50s", [web]: "30s" });
  const { stdout } = await runRecorded(["plan", wordpress, "-o", "html", "--history", history]);
  t.regex(stdout, /"summary":"7 objects in 2 groups, expected time 1m20s"/);
  t.regex(stdout, /\["expected time","50s, on the critical path"\]/);
});

test("--history - reads the history from standard input", async (t) => {
  const stdin = historyOf({ [web]: "30s" });
  const { code, stdout } = await runRecorded(["plan", wordpress, "-q", "--history", "-"], { stdin });
  t.is(code, 0);
  t.regex(stdout, /^expected time: 30s, if every object changes; 1 object has no history$/m);
});

test("--what-if shows the expected time with and without the assumption", async (t) => {
  const history = historyFile(t, { [mysql]: "50s", [web]: "30s" });
  const words = ["plan", wordpress, "--what-if", "slow=deploy/wordpress:5m"];
  const { stdout } = await runRecorded([...words, "-q", "--history", history]);
  t.regex(stdout, /^expected time: 5m50s, if Deployment\/wordpress takes 5m0s, else 1m20s$/m);
  const json = await runRecorded([...words, "-o", "json", "--history", history]);
  t.like(JSON.parse(json.stdout).expected, {
    time: "5m50s",
    whatIf: [{ ref: web, time: "5m0s" }],
    timeWithoutWhatIf: "1m20s",
  });
  const alone = await runRecorded([...words, "-q"]);
  t.regex(alone.stdout, /^expected time: 5m0s, if .* takes 5m0s; 1 object has no history$/m);
});

test("a history without times of objects of the set prints a note and no expected time", async (t) => {
  const usual = await runRecorded(["plan", wordpress]);
  const history = historyFile(t, { "apps/namespaces/elsewhere/Deployment/wordpress": "5s" });
  const { code, stdout, stderr } = await runRecorded(["plan", wordpress, "--history", history]);
  t.is(code, 0);
  t.is(stdout, usual.stdout);
  t.is(stderr, `note: ${history} has no times of objects of this plan\n`);
});

/** Asserts that the flags are rejected. */
const refused = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, flags: readonly string[], words: RegExp) {
    const { code, stdout, stderr } = await runRecorded(["plan", wordpress, ...flags], { stdin: "{}" });
    t.is(code, 2);
    t.is(stdout, "");
    t.regex(stderr, words);
    t.notRegex(stderr, /\n\s+at /);
  },
});

test(
  refused,
  "unknown objects of --what-if are reported together, with similar ones",
  ["--what-if", "slow=Deployment/wordpres:5m", "--what-if", "slow=Job/none:1s"],
  /"Deployment\/wordpres"; did you mean .*\/Deployment\/wordpress\?; the plan has no object "Job\/none"/,
);
test(
  refused,
  "a duration of --what-if without a unit is rejected",
  ["--what-if", "slow=Deployment/wordpress:5"],
  /--what-if.*"5" is not a duration: write one such as 90s, 5m or 1h30m/s,
);
test(
  refused,
  "a file that is not a history is rejected",
  ["--history", "-"],
  /converge history NAME -o json/,
);
test(
  refused,
  "a missing history file is rejected",
  ["--history", "no/such/file.json"],
  /--history: .*no\/such\/file\.json/,
);
test(
  refused,
  "--what-if is rejected for a deletion",
  ["--action", "delete", "--what-if", "slow=Deployment/wordpress:5m"],
  /remove --action delete/,
);

test(
  refused,
  "--history is rejected with --why",
  ["--why", "Deployment/wordpress", "--history", "no/such/file.json"],
  /--why shows no expected time: remove --history and --what-if/,
);
for (const output of ["yaml", "name", "dot", "mermaid"]) {
  test(
    refused,
    `--history is rejected with -o ${output}`,
    ["-o", output, "--history", "no/such/file.json"],
    new RegExp(`-o ${output} shows no expected time: remove --history and --what-if`),
  );
}

test("standard input cannot be both manifests and history", async (t) => {
  const { code, stderr } = await runRecorded(["plan", "-", "--history", "-"], { stdin: "{}" });
  t.is(code, 2);
  t.regex(stderr, /cannot be both manifests and --history/);
});
