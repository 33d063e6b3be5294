import test from "ava";

import { bodies, github, openNotificationServer, sent } from "../../../fixtures/notification-server.ts";
import { endedRun, revisionOf, runOf, syncAfter, wholeLife } from "../../../fixtures/recorded-sync.ts";
import { githubRepository } from "./github-status.ts";

const first = runOf(1, "revision", revisionOf("a", "One"));
const failed = syncAfter(1, { type: "runEnded", run: endedRun(first, { verdict: "failed", message: "no" }) });

test("each commit gets a pending status on GitHub, and then a final one", async (t) => {
  const endpoint = await openNotificationServer(t, github);
  await sent(endpoint, wholeLife);
  const path = "/api/v3/repos/shop/blog/statuses/";
  t.deepEqual(
    endpoint.arrived.map((one, index) => [
      one.path.replace(path, "").slice(0, 3),
      bodies(endpoint)[index]?.["state"],
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
  t.is(endpoint.arrived[0]?.headers.authorization, "Bearer token-text");
});

test("the status of a commit that is superseded by a newer one does not stay pending", async (t) => {
  const endpoint = await openNotificationServer(t, github);
  const second = runOf(2, "revision", revisionOf("b", "Two"));
  await sent(endpoint, [
    syncAfter(0, { type: "runBegun", run: first }),
    syncAfter(1, { type: "runEnded", run: endedRun(first, { verdict: "interrupted" }) }),
    syncAfter(2, { type: "runBegun", run: second }),
  ]);
  t.deepEqual(bodies(endpoint), [
    { state: "pending", context: "converge/main/blog", description: "applies aaaaaaa" },
    { state: "error", context: "converge/main/blog", description: "superseded by bbbbbbb" },
    { state: "pending", context: "converge/main/blog", description: "applies bbbbbbb" },
  ]);
});

test("the description of a status has at most 140 characters", async (t) => {
  const endpoint = await openNotificationServer(t, github);
  const result = { verdict: "failed", message: "𝒳".repeat(200) } as const;
  await sent(endpoint, [syncAfter(1, { type: "runEnded", run: endedRun(first, result) })]);
  const description = String(bodies(endpoint)[0]?.["description"]);
  t.is(Array.from(description).length, 140);
  t.true(description.endsWith("𝒳…"));
});

test("an invalid token is not quoted in the notice", async (t) => {
  const endpoint = await openNotificationServer(t, github, {
    read: async () => Promise.resolve("s3cret\nother"),
  });
  await sent(endpoint, [failed]);
  t.deepEqual(endpoint.notices, ["a notification was not delivered: the token file holds no token"]);
});

test("a unit without a GitHub repository gets one notice to set `repository`", async (t) => {
  const endpoint = await openNotificationServer(t, github, { urlOf: () => "file:///srv/git/blog" });
  await sent(endpoint, wholeLife);
  t.deepEqual(endpoint.notices, [
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
  test(`"${url}" is ${repository ?? "not a GitHub repository"}`, (t) => {
    t.is(githubRepository(url), repository);
  });
}
