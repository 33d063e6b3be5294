/** `converge comment` against the routes of GitHub and GitLab, over real HTTP. */
import test, { type ExecutionContext } from "ava";

import { comment, type CommentCall, forges } from "./forge-job.ts";
import {
  type ForgeServer,
  type OddAnswer,
  otherApp,
  ownerToken,
  person,
  readerToken,
  robot,
  startForge,
  workflowApp,
  workflowToken,
} from "./forge-server.ts";

for (const name of forges) {
  const place = name === "github" ? "team/shop#12" : "34!12";

  test(`${name}: one comment is created, updated, left unchanged, and updated when there are no changes`, async (t) => {
    const server = await startForge(t);
    const first = await comment(t, { name, server });
    t.deepEqual(first, { code: 0, stdout: `created the comment on ${place}\n`, stderr: "" });
    t.is((await comment(t, { name, server }, { text: "two" })).stdout, `updated the comment on ${place}\n`);
    t.is(
      (await comment(t, { name, server }, { text: "two" })).stdout,
      `the comment is up to date on ${place}\n`,
    );
    await comment(t, { name, server }, { text: "### converge: no changes\n" });
    t.deepEqual(
      server.notes.map(({ body }) => body),
      ["<!-- converge:compare -->\n### converge: no changes\n"],
    );
  });

  test(`${name}: without changes no comment is created, and --if-empty decides about an earlier one`, async (t) => {
    const server = await startForge(t);
    const none = "### converge: no changes, 3 units\n\n`main` → `topic`\n";
    for (const policy of ["skip", "update", "delete"]) {
      const done = await comment(t, { name, server }, { text: none, words: ["--if-empty", policy] });
      t.is(done.stdout, `nothing to comment on ${place}\n`);
    }
    await comment(t, { name, server });
    await comment(t, { name, server }, { text: none, words: ["--if-empty", "skip"] });
    t.regex(server.notes[0]?.body ?? "", /1 changed/);
    await comment(t, { name, server }, { text: none, words: ["--if-empty", "delete"] });
    t.deepEqual(server.notes, []);
  });

  test(`${name}: only the user's own comment is updated, even on a later page, and another --id adds one`, async (t) => {
    const server = await startForge(t);
    server.add("<!-- converge:compare -->\nposed", person);
    for (let index = 0; index < 120; index += 1) {
      server.add(`talk ${index} <!-- converge:compare -->`, index % 2 === 0 ? person : robot);
    }
    server.add("<!-- converge:compare -->\nold", robot);
    t.is((await comment(t, { name, server }, { text: "new" })).stdout, `updated the comment on ${place}\n`);
    t.is(server.notes.at(-1)?.body, "<!-- converge:compare -->\nnew\n");
    t.is(server.notes[0]?.body, "<!-- converge:compare -->\nposed");
    await comment(t, { name, server }, { words: ["--id", "staging"] });
    t.is(server.notes.length, 123);
  });

  test(`${name}: a comment is as long as the forge allows`, async (t) => {
    const server = await startForge(t);
    const text = `# long\n\n<details><summary>x</summary>\n\n\`\`\`diff\n${"+ a line of a diff\n".repeat(60_000)}\`\`\`\n\n</details>\n`;
    t.is((await comment(t, { name, server }, { text })).code, 0);
    const { body = "" } = server.notes[0] ?? {};
    t.true(body.length > 60_000 && body.length <= (name === "github" ? 65_536 : 1_000_000));
    t.regex(body, /\n```\n\n<\/details>\n\n\d+ characters are left out: a comment has at most \d+\.\n?$/);
  });

  const refuses = async (
    t: ExecutionContext,
    call: CommentCall,
    code: number,
    says: RegExp,
    answers: readonly OddAnswer[] = [],
  ): Promise<ForgeServer> => {
    const server = await startForge(t);
    server.odd.push(...answers.map((answer) => ({ path: /comments|notes/, answer })));
    const done = await comment(t, { name, server }, call);
    t.is(done.code, code);
    t.regex(done.stderr, says);
    t.is(done.stdout, "");
    t.deepEqual(server.notes, []);
    return server;
  };

  test(`${name}: a wrong token (401) and a token without write permission (403) are reported`, async (t) => {
    await refuses(
      t,
      { token: "wrong-0123456789" },
      4,
      /401 .*\(Bad credentials\): the token is not accepted/,
    );
    await refuses(t, { token: readerToken }, 4, /403 to POST .*: the token may not do that/);
  });

  test(`${name}: a pull request that does not exist is reported (404)`, async (t) => {
    await refuses(t, { words: ["--number", "13"] }, 1, /404 to GET .*: check the repository and the number/);
  });

  test(`${name}: responses that are malformed, not JSON, or too long are refused`, async (t) => {
    await refuses(t, {}, 1, /another form than expected/, [{ status: 200, body: "{}" }]);
    await refuses(t, {}, 1, /the response is not JSON/, [{ status: 200, body: "<html>" }]);
    const body = `[${" ".repeat(33 * 2 ** 20)}]`;
    await refuses(t, {}, 1, /longer than \d+ bytes/, [{ status: 200, body }]);
  });

  test(`${name}: a redirect to another server is not followed`, async (t) => {
    const other = await startForge(t);
    const headers = { location: `${other.url}/repos/team/shop/issues/12/comments` };
    await refuses(t, {}, 1, /redirects to another server, which the token is not for/, [
      { status: 307, headers },
    ]);
    t.deepEqual(other.calls, []);
  });

  test(`${name}: transient errors are retried (429, 502, 403 of a rate limit)`, async (t) => {
    const server = await startForge(t);
    const answers: readonly OddAnswer[] = [
      { status: 429, headers: { "retry-after": "2" } },
      { status: 502 },
      { status: 403, headers: { "retry-after": "1" } },
    ];
    server.odd.push(...answers.map((answer) => ({ path: /GET .*(?:comments|notes)/, answer })));
    t.is((await comment(t, { name, server })).stdout, `created the comment on ${place}\n`);
    t.is(server.notes.length, 1);
  });

  test(`${name}: a comment whose creation was answered with 504 is not created twice`, async (t) => {
    const server = await startForge(t);
    server.odd.push({ path: /POST/, answer: { status: 504, acts: true } });
    t.is((await comment(t, { name, server })).stdout, `the comment is up to date on ${place}\n`);
    t.is(server.notes.length, 1);
  });

  test(`${name}: a rate limit of more than a minute, or a permanently failing server, ends with exit code 4`, async (t) => {
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "3600" };
    await refuses(t, {}, 4, /limits the rate of requests for longer than a minute/, [
      { status: 429, headers },
    ]);
    const server = await refuses(
      t,
      {},
      4,
      /answered 503 to GET \(maintenance\)/,
      Array.from({ length: 9 }, () => ({ status: 503, body: '{"message":"maintenance"}' })),
    );
    t.is(server.calls.filter(({ status }) => status === 503).length, 5);
  });

  test(`${name}: control characters and the token are removed from messages of the forge`, async (t) => {
    const body = JSON.stringify({ message: `\u001b[2J${ownerToken} refused` });
    await refuses(t, {}, 1, /^error: [ -~…]*\*\*\* refused\)\n$/, [{ status: 422, body }]);
  });
}

test("a deletion that was answered with 502 is retried, and a missing comment counts as deleted", async (t) => {
  const server = await startForge(t);
  await comment(t, { name: "github", server });
  server.odd.push({ path: /DELETE/, answer: { status: 502, acts: true } });
  const done = await comment(
    t,
    { name: "github", server },
    {
      text: "### converge: no changes\n",
      words: ["--if-empty", "delete"],
    },
  );
  t.is(done.stdout, "deleted the comment on team/shop#12\n");
  t.deepEqual(server.notes, []);
});

for (const base of ["", "/api/v3"]) {
  test(`a workflow changes its own comment, not that of another app, at ${base || "/"}`, async (t) => {
    const server = await startForge(t);
    server.add("<!-- converge:compare -->\nposed", person);
    server.add("<!-- converge:compare -->\nother", otherApp);
    const options = { token: workflowToken };
    const place = { name: "github", server: { ...server, url: server.url + base } } as const;
    await comment(t, place, options);
    t.is(
      (await comment(t, place, { ...options, text: "two" })).stdout,
      "updated the comment on team/shop#12\n",
    );
    t.deepEqual(
      server.notes.map(({ body }) => body.split("\n")[1]),
      ["posed", "other", "two"],
    );
  });
}

test("if the server does not identify the app, only a comment of workflows is updated", async (t) => {
  const server = await startForge(t);
  server.add("<!-- converge:compare -->\nother", otherApp);
  server.add("<!-- converge:compare -->\nown", workflowApp);
  server.odd.push({ path: /graphql/, answer: { status: 403, body: "{}" } });
  const done = await comment(t, { name: "github", server }, { token: workflowToken });
  t.is(done.stdout, "updated the comment on team/shop#12\n");
  t.regex(server.notes[0]?.body ?? "", /other/);
});

test("a rate limit when the user is looked up ends with exit code 4, without a second comment", async (t) => {
  const server = await startForge(t);
  server.add("<!-- converge:compare -->\nold", robot);
  const limited = { path: /GET \/user/, answer: { status: 403, headers: { "retry-after": "0" } } };
  server.odd.push(...Array.from({ length: 5 }, () => limited));
  const done = await comment(t, { name: "github", server });
  t.is(done.code, 4);
  t.is(server.notes.length, 1);
});

for (const name of forges) {
  test(`${name}: a comment of a deleted user is not updated`, async (t) => {
    const server = await startForge(t);
    server.add("<!-- converge:compare -->\nold", null);
    t.is((await comment(t, { name, server })).code, 0);
    t.is(server.notes.length, 2);
  });
}

test("the redirect of a renamed repository is followed on the same server", async (t) => {
  const server = await startForge(t);
  const headers = { location: "/repos/team/shop/issues/12/comments?per_page=100&page=1" };
  server.odd.push({ path: /GET .*comments/, answer: { status: 301, headers } });
  t.is((await comment(t, { name: "github", server })).code, 0);
});
