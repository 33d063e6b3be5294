import test from "ava";

import { parseHistory } from "./parse-history.ts";
import { historyJson, historyTable, type ShownHistory } from "./history-table.ts";

const at = 1_795_248_000_000;
const history: ShownHistory = {
  release: "shop",
  namespace: "web",
  deployed: 3,
  isUnderWay: false,
  revisions: [
    { number: 1, at, action: "install", outcome: "succeeded", source: "5f2c1d0", objects: 3 },
    { number: 2, at, action: "upgrade", outcome: "timedOut", objects: 4 },
    { number: 3, at, action: "rollback", from: 1, outcome: "succeeded", source: "5f2c1d0", objects: 3 },
    { number: 4, at, action: "upgrade", outcome: "unfinished", objects: 12 },
  ],
};
const plain = { color: false, width: undefined };

test("the revisions of a release are shown as a table, the newest last", (t) => {
  t.is(
    historyTable(history, plain),
    `REVISION  TIME                  ACTION         OUTCOME                                         OBJECTS  SOURCE
1         2026-11-21T08:00:00Z  install        succeeded                                       3        5f2c1d0
2         2026-11-21T08:00:00Z  upgrade        timed out                                       4
3         2026-11-21T08:00:00Z  rollback to 1  succeeded, deployed                             3        5f2c1d0
4         2026-11-21T08:00:00Z  upgrade        unfinished: its run was killed or is under way  12
`,
  );
});

test("on a narrow terminal the details of a revision are shown below it", (t) => {
  const [, , third] = history.revisions;
  const revisions = third === undefined ? [] : [third];
  t.is(
    historyTable({ ...history, revisions }, { color: false, width: 40 }),
    `3 rollback to 1
  2026-11-21T08:00:00Z
  succeeded, deployed
  objects: 3
  source: 5f2c1d0
`,
  );
});

test("the newest revision is shown as under way while its run is active", (t) => {
  const text = historyTable({ ...history, isUnderWay: true }, plain);
  t.regex(text, /^4 .*unfinished: its run is under way +12$/m);
});

test("the source column is omitted if no revision has a source", (t) => {
  const revisions = history.revisions.filter(({ source }) => source === undefined);
  t.notRegex(historyTable({ ...history, revisions }, plain), /SOURCE/);
});

test("a release without revisions prints that it has none", (t) => {
  t.is(
    historyTable({ ...history, revisions: [] }, plain),
    "release shop in namespace web has no revisions yet: the next apply stores one\n",
  );
});

test("control characters in a stored revision are escaped", (t) => {
  const text = historyTable(
    {
      ...history,
      revisions: [
        { number: 1, at: 8e15, action: "\u001B[2J", outcome: "\u001B[3J", source: "\u202E", objects: 1 },
      ],
    },
    plain,
  );
  t.false(text.includes("\u001B") || text.includes("\u202E"));
});

test("the JSON of a history has the durations of objects, and is read back", (t) => {
  const durations = new Map([
    ["apps/namespaces/web/Deployment/db", 90_000],
    ["apps/namespaces/web/Deployment/web", 43_200],
  ]);
  const [revision] = history.revisions;
  const written = historyJson({
    ...history,
    revisions: revision === undefined ? [] : [{ ...revision, durations }],
  });
  t.deepEqual(JSON.parse(written).durations, {
    "apps/namespaces/web/Deployment/db": "1m30s",
    "apps/namespaces/web/Deployment/web": "43.2s",
  });
  t.deepEqual(parseHistory(written), durations);
});

const unreadable = test.macro({
  title: (_, text: string) => `${JSON.stringify(text)} is not read as a history`,
  exec(t, text: string) {
    t.is(parseHistory(text), undefined);
  },
});
test(unreadable, "");
test(unreadable, "[]");
test(unreadable, '{"kind":"Plan"}');
test(unreadable, '{"kind":"History","durations":{"a":"5"}}');
test(unreadable, '{"kind":"History","durations":{"a":"-5s"}}');

test("a history without durations is read as one without times", (t) => {
  t.deepEqual(parseHistory(historyJson(history)), new Map());
});

test("the JSON of a history is one document", (t) => {
  const { revisions, ...rest } = JSON.parse(historyJson({ ...history, isUnderWay: true }));
  t.deepEqual(rest, {
    apiVersion: "converge.dev/v1",
    kind: "History",
    release: "shop",
    namespace: "web",
    deployed: 3,
  });
  t.deepEqual(revisions.slice(2), [
    {
      revision: 3,
      at: "2026-11-21T08:00:00Z",
      action: "rollback",
      to: 1,
      outcome: "succeeded",
      objects: 3,
      source: "5f2c1d0",
    },
    {
      revision: 4,
      at: "2026-11-21T08:00:00Z",
      action: "upgrade",
      outcome: "unfinished",
      underWay: true,
      objects: 12,
    },
  ]);
});
