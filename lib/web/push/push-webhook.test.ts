import { createHmac } from "node:crypto";

import test, { type ExecutionContext } from "ava";

import { manualClock } from "../../../fixtures/manual-clock.ts";
import { giteaPush, githubPush, gitlabPush, pushedCommit } from "../../../fixtures/push-payloads.ts";
import { startServer } from "../server/server.ts";
import { router } from "../server/router.ts";
import type { PushEvent } from "./push-event.ts";
import { type PushWebhookOptions, pushRoute } from "./push-webhook.ts";
import { isSigned } from "./push-signature.ts";

interface Endpoint {
  readonly post: (
    headers: Readonly<Record<string, string>>,
    body: string | Uint8Array,
  ) => Promise<{ readonly status: number; readonly text: string }>;
  readonly pushes: readonly PushEvent[];
  readonly notices: readonly string[];
}

async function opened(t: ExecutionContext, options: Partial<PushWebhookOptions> = {}): Promise<Endpoint> {
  const pushes: PushEvent[] = [];
  const notices: string[] = [];
  const clock = manualClock(0);
  const route = pushRoute({
    secret: async () => Promise.resolve("It's a Secret to Everybody\n"),
    pushed: (push) => pushes.push(push),
    notice: (message) => notices.push(message),
    clock,
    ...options,
  });
  const server = await startServer("127.0.0.1:0", router([route]), {
    clock,
    fault: (error) => {
      t.fail(String(error));
    },
  });
  t.teardown(server.close);
  const post: Endpoint["post"] = async (headers, body) => {
    // One connection per request: on a slow machine the server may already have closed a kept-alive one.
    const init = { method: "POST", headers: { ...headers, Connection: "close" }, body };
    const answer = await fetch(`http://127.0.0.1:${server.port}/webhook`, init);
    return { status: answer.status, text: await answer.text() };
  };
  return { post, pushes, notices };
}

function signed(body: string, secret = "It's a Secret to Everybody"): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

const reported = test.macro({
  async exec(
    t,
    headers: (body: string) => Readonly<Record<string, string>>,
    payload: object,
    push: PushEvent,
  ) {
    const { post, pushes } = await opened(t);
    const body = JSON.stringify(payload);
    t.deepEqual(await post(headers(body), body), { status: 200, text: "ok\n" });
    t.deepEqual(pushes, [push]);
  },
  title: (title = "") => title,
});

test(
  "a GitHub push event is received",
  reported,
  (body) => ({ "X-GitHub-Event": "push", "X-Hub-Signature-256": `sha256=${signed(body)}` }),
  githubPush,
  {
    urls: [
      "https://github.com/baxterthehacker/public-repo.git",
      "git@github.com:baxterthehacker/public-repo.git",
      "git://github.com/baxterthehacker/public-repo.git",
      "https://github.com/baxterthehacker/public-repo",
    ],
    ref: "refs/heads/main",
    commit: pushedCommit,
  },
);

const diaspora = [
  "http://example.com/mike/diaspora.git",
  "git@example.com:mike/diaspora.git",
  "http://example.com/mike/diaspora",
];

test(
  "a GitLab push event is received",
  reported,
  () => ({ "X-Gitlab-Event": "Push Hook", "X-Gitlab-Token": "It's a Secret to Everybody" }),
  gitlabPush,
  {
    urls: diaspora,
    ref: "refs/heads/main",
    commit: "da1560886d4f094c3e6c9ef40349f7d38b5d27d7",
  },
);

test(
  "a tag push is received from a GitLab system hook",
  reported,
  () => ({ "X-Gitlab-Event": "System Hook", "X-Gitlab-Token": "It's a Secret to Everybody" }),
  { ...gitlabPush, object_kind: "tag_push", event_name: "tag_push", ref: "refs/tags/v1", checkout_sha: null },
  {
    urls: diaspora,
    ref: "refs/tags/v1",
    commit: "da1560886d4f094c3e6c9ef40349f7d38b5d27d7",
  },
);

const giteaDelivery: PushEvent = {
  urls: [
    "http://localhost:3000/gitea/webhooks.git",
    "ssh://gitea@localhost:2222/gitea/webhooks.git",
    "http://localhost:3000/gitea/webhooks",
  ],
  ref: "refs/heads/develop",
  commit: "bffeb74224043ba2feb48d137756c8a9331c449a",
};

test(
  "a Gitea push event is received, even though it also has GitHub headers",
  reported,
  (body) => ({
    "X-Gitea-Event": "push",
    "X-GitHub-Event": "push",
    "X-Gitea-Signature": signed(body),
    "X-Hub-Signature-256": `sha256=${signed(body)}`,
  }),
  giteaPush,
  giteaDelivery,
);

test(
  "a Forgejo push event is received",
  reported,
  (body) => ({ "X-Forgejo-Event": "push", "X-Forgejo-Signature": signed(body) }),
  giteaPush,
  giteaDelivery,
);

test(
  "a push event from a script is received",
  reported,
  (body) => ({ "X-Converge-Signature": `sha256=${signed(body)}` }),
  { url: "git@example.com:a/b", urls: ["https://example.com/a/b", 7] },
  { urls: ["git@example.com:a/b", "https://example.com/a/b"], ref: undefined, commit: undefined },
);

test(
  "the push event of a deleted branch has no commit",
  reported,
  (body) => ({ "X-GitHub-Event": "push", "X-Hub-Signature-256": `sha256=${signed(body)}` }),
  {
    ref: "refs/heads/main",
    after: "0".repeat(40),
    deleted: true,
    repository: { clone_url: "https://h/a/b" },
  },
  { urls: ["https://h/a/b"], ref: "refs/heads/main", commit: undefined },
);

const forms: readonly (readonly [string, string])[] = [
  ["a form with a payload field", new URLSearchParams({ payload: JSON.stringify(githubPush) }).toString()],
  ["JSON with the content type of a form, as sent by curl", JSON.stringify(githubPush)],
];

for (const [name, body] of forms) {
  test(`the push event is read from ${name}`, async (t) => {
    const { post, pushes } = await opened(t);
    const type = { "Content-Type": "application/x-www-form-urlencoded", "X-GitHub-Event": "push" };
    const { status } = await post({ ...type, "X-Hub-Signature-256": `sha256=${signed(body)}` }, body);
    t.deepEqual([status, pushes.length], [200, 1]);
  });
}

const noPush = test.macro({
  async exec(t, event: string, body: string, expected: { readonly status: number; readonly text: string }) {
    const { post, pushes } = await opened(t);
    const headers = { "X-GitHub-Event": event, "X-Hub-Signature-256": `sha256=${signed(body)}` };
    t.deepEqual(await post(headers, body), expected);
    t.deepEqual(pushes, []);
  },
  title: (title = "") => title,
});

const nothing = { status: 200, text: "nothing to do\n" };
test("a ping event is answered", noPush, "ping", '{"zen":"Keep it logically awesome."}', nothing);
test("an event other than a push is ignored", noPush, "issues", JSON.stringify(githubPush), nothing);
test("a push event without a repository URL is ignored", noPush, "push", "{}", nothing);
test("a malformed push event is ignored", noPush, "push", '{"repository":[{"clone_url":1}]}', nothing);
const notJson = { status: 400, text: "the request body is not JSON\n" };
test("a signed body that is not JSON is rejected with status 400", noPush, "push", "nonsense", notJson);
test("a deeply nested body is rejected with status 400", noPush, "push", "[".repeat(500_000), notJson);

const refused = test.macro({
  async exec(t, headers: Readonly<Record<string, string>>) {
    const { post, pushes } = await opened(t);
    const answer = await post(headers, JSON.stringify(githubPush));
    t.deepEqual(answer, { status: 401, text: "invalid signature\n" });
    t.deepEqual(pushes, []);
  },
  title: (title = "") => `${title} is rejected without details`,
});

const body = JSON.stringify(githubPush);
test("a request without a known event header", refused, {});
test("a push event without a signature", refused, { "X-GitHub-Event": "push" });
test("an empty signature", refused, { "X-GitHub-Event": "push", "X-Hub-Signature-256": "sha256=" });
test("a wrong signature", refused, {
  "X-GitHub-Event": "push",
  "X-Hub-Signature-256": `sha256=${"0".repeat(64)}`,
});
test("a signature with another secret", refused, {
  "X-GitHub-Event": "push",
  "X-Hub-Signature-256": `sha256=${signed(body, "other")}`,
});
test("a signature header that contains the secret itself", refused, {
  "X-GitHub-Event": "push",
  "X-Hub-Signature-256": "It's a Secret to Everybody",
});
test("a wrong GitLab token", refused, { "X-Gitlab-Event": "Push Hook", "X-Gitlab-Token": "It's" });
test("a missing GitLab token", refused, { "X-Gitlab-Event": "Push Hook" });
test("a valid signature after an invalid one", refused, {
  "X-Gitea-Event": "push",
  "X-Gitea-Signature": "0".repeat(64),
  "X-Hub-Signature-256": `sha256=${signed(body)}`,
});

test("during rotation both the old and the new secret are accepted, but never an empty one", async (t) => {
  t.false(isSigned("gitlab", {}, { body: Buffer.from(""), secrets: [""] }));
  const { post } = await opened(t, { secret: async () => Promise.resolve("new\r\n\nold\n") });
  for (const [secret, status] of [
    ["old", 200],
    ["new", 200],
    ["", 401],
  ] as const) {
    const headers = { "X-GitHub-Event": "push", "X-Hub-Signature-256": signed(body, secret) };
    t.is((await post(headers, body)).status, status);
  }
});

test("push events are rejected while the secret cannot be read, which is reported once", async (t) => {
  const missing = new Error("no such file: key");
  const answers = [Promise.reject(missing), Promise.reject(missing), Promise.resolve("\n")];
  const { post, notices } = await opened(t, { secret: async () => answers.shift() ?? Promise.resolve("s") });
  const headers = { "X-Converge-Signature": signed("{}", "s") };
  t.is((await post(headers, "{}")).status, 503);
  t.is((await post(headers, "{}")).status, 503);
  t.is((await post({ "X-Converge-Signature": signed("{}", "") }, "{}")).status, 503);
  t.is((await post(headers, "{}")).status, 200);
  t.deepEqual(notices, [
    "push events are rejected: no such file: key; polling continues",
    "push events are rejected: the secret file is empty; polling continues",
  ]);
});

test("a body of more than 1 MiB is rejected with status 413", async (t) => {
  const { post } = await opened(t);
  t.is((await post({ "X-GitHub-Event": "push" }, new Uint8Array(2 ** 20 + 1))).status, 413);
});

test("too many requests are answered with 429 until some time has passed", async (t) => {
  const clock = manualClock(0);
  const { post } = await opened(t, { clock });
  for (let index = 0; index < 100; index += 1) {
    t.is((await post({}, "")).status, 401);
  }
  t.is((await post({}, "")).status, 429);
  clock.pass(100);
  t.is((await post({}, "")).status, 401);
});
