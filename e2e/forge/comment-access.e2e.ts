/** The sources of text, token and pull request of `converge comment`, and the transport of the token. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import { emptyFolder } from "../../fixtures/made-repository.ts";
import { runRecorded } from "../../fixtures/recording-shell.ts";
import { comment, environments } from "./forge-job.ts";
import { ownerToken, startForge } from "./forge-server.ts";

test("requests go through the proxy of the environment, unless NO_PROXY exempts the server", async (t) => {
  const server = await startForge(t);
  const env = { ...environments.github("http://forge.example:8080", ownerToken), HTTP_PROXY: server.url };
  const words = ["comment", "--github", "--insecure-http"];
  t.is((await runRecorded(words, { env, stdin: "x" })).stdout, "created the comment on team/shop#12\n");
  const direct = { ...environments.github(server.url, ownerToken), HTTP_PROXY: "http://127.0.0.1:9" };
  const exempt = { ...direct, NO_PROXY: "127.0.0.1" };
  t.is((await runRecorded(words, { env: exempt, stdin: "x" })).code, 0);
  t.is((await runRecorded(words, { env: direct, stdin: "x" })).code, 4);
});

test("text, token, repository and number can be given by files and flags", async (t) => {
  const server = await startForge(t);
  const folder = emptyFolder(t);
  writeFileSync(join(folder, "token"), `${ownerToken}\n`);
  writeFileSync(join(folder, "text.md"), "from a file");
  const words = `comment --gitlab ${folder}/text.md --token-file ${folder}/token --api-url ${server.url}/api/v4 --insecure-http --repository team/shop --number 12`;
  const done = await runRecorded(words.split(" "), { env: {} });
  t.is(done.stdout, "created the comment on team/shop!12\n");
  t.is(server.notes[0]?.body, "<!-- converge:compare -->\nfrom a file\n");
});

const misuse = test.macro<[words: string, env: Record<string, string>, says: RegExp]>({
  title: (_, words, env, says) =>
    `comment ${words} with ${Object.keys(env).join(" ") || "no CI variables"} is refused: ${says.source}`,
  exec: async (t, words, env, says) => {
    const { code, stderr } = await runRecorded(["comment", ...words.split(" ")], { env, stdin: "text" });
    t.is(code, 2);
    t.regex(stderr, says);
  },
});
const job = environments.github("http://127.0.0.1:1", ownerToken);
test(misuse, "-", job, /write --github for a pull request, or --gitlab/);
test(misuse, "--github --gitlab", job, /write --github for a pull request, or --gitlab/);
test(misuse, "--github", {}, /no repository is known.*--repository/);
test(misuse, "--github", { GITHUB_REPOSITORY: "a/b", GITHUB_REF: "refs/heads/main" }, /--number/);
test(misuse, "--github --repository a/../b", job, /the repository is not valid: write owner\/name/);
test(misuse, "--github --number 0", job, /write a number/);
test(misuse, "--github --id a--b", job, /single dashes/);
test(misuse, "--github", { ...job, GITHUB_TOKEN: "" }, /there is no token in \$GITHUB_TOKEN/);
test(misuse, "--github", { ...job, GITHUB_TOKEN: "a\nb" }, /does not hold a token/);

const foreign = test.macro<[settings: string]>({
  title: (_, settings) => `converge.yaml, which a pull request may change, must not set ${settings}`,
  exec: async (t, settings) => {
    const before = process.cwd();
    process.chdir(emptyFolder(t));
    writeFileSync("converge.yaml", settings);
    const { code, stderr } = await runRecorded(["comment", "--github"], { env: job, stdin: "text" });
    process.chdir(before);
    t.is(code, 2);
    t.regex(stderr, /must not be set by a file/);
  },
});
for (const settings of ["id: staging", "if-empty: delete", "github: true", "gitlab: true"]) {
  test.serial(foreign, settings);
}

test("an empty text is refused, since the previous command has failed", async (t) => {
  const server = await startForge(t);
  const { code, stderr } = await comment(t, { name: "github", server }, { text: "\n" });
  t.is(code, 2);
  t.regex(stderr, /^error: standard input is empty/);
  t.deepEqual(server.calls, []);
});

test("a token is not sent without TLS unless that is allowed", async (t) => {
  const server = await startForge(t);
  const env = environments.github(server.url, ownerToken);
  const { code, stderr } = await runRecorded(["comment", "--github"], { env, stdin: "x" });
  t.is(code, 1);
  t.regex(stderr, /the address of the API has no TLS/);
  t.deepEqual(server.calls, []);
});
