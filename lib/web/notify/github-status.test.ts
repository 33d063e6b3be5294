import test from "ava";

import { bodies, github, openNotificationServer, sent } from "../../../fixtures/notification-server.ts";
import { endedRun, revisionOf, runOf, syncAfter, wholeLife } from "../../../fixtures/recorded-sync.ts";
import { githubRepository } from "./github-status.ts";

const first = runOf(1, "revision", revisionOf("a", "One"));
const failed = syncAfter(1, { type: "runEnded", run: endedRun(first, { verdict: "failed", message: "no" }) });

test("GitHub hears of each commit: that it is on its way, and how it ended", async (t) => {
  const stage = await openNotificationServer(t, github);
  await sent(stage, wholeLife);
  const path = "/api/v3/repos/shop/blog/statuses/";
  t.deepEqual(
    stage.arrived.map((one, index) => [
      one.path.replace(path, "").slice(0, 3),
      bodies(stage)[index]?.["state"],
    ]),
    [
      ["aaa", "pending"],
      ["aaa", "success"],
      ["bbb", "pending"],
      ["bbb", "failure"],
      ["ccc", "pending"],
      ["ccc", "success"],
    ],
  );
  t.is(stage.arrived[0]?.headers.authorization, "Bearer token-text");
});

test("a commit for which a newer one is taken does not stay pending", async (t) => {
  const stage = await openNotificationServer(t, github);
  const second = runOf(2, "revision", revisionOf("b", "Two"));
  await sent(stage, [
    syncAfter(0, { type: "runBegun", run: first }),
    syncAfter(1, { type: "runEnded", run: endedRun(first, { verdict: "interrupted" }) }),
    syncAfter(2, { type: "runBegun", run: second }),
  ]);
  t.deepEqual(bodies(stage), [
    { state: "pending", context: "converge/main/blog", description: "applies aaaaaaa" },
    { state: "error", context: "converge/main/blog", description: "superseded by bbbbbbb" },
    { state: "pending", context: "converge/main/blog", description: "applies bbbbbbb" },
  ]);
});

test("a description has at most 140 characters", async (t) => {
  const stage = await openNotificationServer(t, github);
  const result = { verdict: "failed", message: "𝒳".repeat(200) } as const;
  await sent(stage, [syncAfter(1, { type: "runEnded", run: endedRun(first, result) })]);
  const description = String(bodies(stage)[0]?.["description"]);
  t.is(Array.from(description).length, 140);
  t.true(description.endsWith("𝒳…"));
});

test("a token that cannot be one is never quoted", async (t) => {
  const stage = await openNotificationServer(t, github, {
    read: async () => Promise.resolve("s3cret\nother"),
  });
  await sent(stage, [failed]);
  t.deepEqual(stage.notices, ["a notification was not delivered: the token file holds no token"]);
});

test("a unit of another forge is told once to name its repository", async (t) => {
  const stage = await openNotificationServer(t, github, { urlOf: () => "file:///srv/git/blog" });
  await sent(stage, wholeLife);
  t.deepEqual(stage.notices, [
    "its address is not a GitHub repository; set `repository` of the notification",
  ]);
});

for (const [url, repository] of [
  ["git@github.com:Owner/name.git", "owner/name"],
  ["https://ghe.example.com/owner/na.me", "owner/na.me"],
  ["https://github.com/owner/../x", undefined],
  ["https://github.com/owner/..", undefined],
  ["https://github.com/owner/a%2fb", undefined],
  ["https://github.com/owner/a%3fb", undefined],
  ["https://github.com/owner", undefined],
  ["", undefined],
] as const) {
  test(`"${url}" is ${repository ?? "no repository of GitHub"}`, (t) => {
    t.is(githubRepository(url), repository);
  });
}
