import test from "ava";

import { runRecorded } from "../../fixtures/recording-shell.ts";

const sides = ["compare", "fixtures/compare/before", "fixtures/compare/after", "--fail-on", "none"];
const db = "apps/namespaces/default/StatefulSet/db";
const web = "apps/namespaces/default/Deployment/web";
const history = JSON.stringify({ kind: "History", durations: { [db]: "50s", [web]: "30s" } });

test("compare --history shows the expected time before and after, and the new critical path", async (t) => {
  const { code, stdout, stderr } = await runRecorded([...sides, "--history", "-"], { stdin: history });
  t.is(code, 0, stderr);
  t.true(
    stdout.includes(`
Expected time:
  50s → 1m20s; 1 object has no history
  critical path: StatefulSet/db (50s) → Deployment/web (30s)
`),
    stdout,
  );
  const json = await runRecorded([...sides, "--history", "-", "-o", "json"], { stdin: history });
  t.deepEqual(JSON.parse(json.stdout).expected, {
    before: "50s",
    after: "1m20s",
    criticalPath: [
      { ref: db, time: "50s" },
      { ref: web, time: "30s" },
    ],
    withoutHistory: 1,
  });
});

test("compare --history without times of the objects prints a note and no expected time", async (t) => {
  const usual = await runRecorded(sides);
  const { stdout, stderr } = await runRecorded([...sides, "--history", "-"], {
    stdin: '{"kind":"History"}',
  });
  t.is(stdout, usual.stdout);
  t.is(stderr, `${usual.stderr}note: - has no times of objects of either side\n`);
});

test("compare --action delete rejects --history", async (t) => {
  const words = [...sides, "--action", "delete", "--history", "-"];
  const { code, stdout, stderr } = await runRecorded(words, { stdin: history });
  t.is(code, 2);
  t.is(stdout, "");
  t.regex(stderr, /--history is about objects that become ready: remove --action delete/);
});

test("compare --config rejects --history", async (t) => {
  const { code, stderr } = await runRecorded(["compare", "main", "--config", "sync.yaml", "--history", "h"]);
  t.is(code, 2);
  t.regex(stderr, /--history is of one release/);
});
