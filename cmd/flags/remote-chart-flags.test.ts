import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import { chartArchive, serveCharts } from "../../fixtures/chart-server.ts";
import { runRecorded } from "../../fixtures/recording-shell.ts";
import { standInHelm } from "../../fixtures/stand-in-helm.ts";

const refuses = test.macro(async (t, words: readonly string[], expected: RegExp) => {
  for (const verb of ["plan", "validate", "apply", "diff", "rbac"]) {
    const { code, stderr } = await runRecorded([verb, ...words]);
    t.is(code, 2, stderr);
    t.regex(stderr, expected);
  }
  const { code, stderr } = await runRecorded(["show", "web", ...words]);
  t.is(code, 2);
  t.regex(stderr, expected);
});
const repo = ["--repo", "https://charts.example.com"];
const oneName = /^error: --repo takes the name of one chart as the only path/;

test("--repo without a chart is rejected", refuses, repo, oneName);
test("--repo with two charts is rejected", refuses, ["web", "db", ...repo], oneName);
test("--repo with a file is rejected", refuses, ["-f", "web.yaml", ...repo], oneName);
test(
  "--repo with a folder is rejected",
  refuses,
  ["charts/web", ...repo],
  /^error: charts\/web is a path, but --repo/,
);
test(
  "--repo with an OCI address of a chart is rejected",
  refuses,
  ["oci://a.example/b", ...repo],
  /is the whole address of a chart/,
);
test(
  "--repo with a value that is not a URL is rejected",
  refuses,
  ["web", "--repo", "stable"],
  /write https:\/\/HOST\/PATH or oci:/,
);
test(
  "--repo with a password in the URL is rejected",
  refuses,
  ["web", "--repo", "https://a:b@c.example"],
  /contains credentials/,
);
test(
  "--version for a folder is rejected",
  refuses,
  ["charts/web", "--version", "1.0.0"],
  /^error: --version is only for charts/,
);
test(
  "--version for standard input is rejected",
  refuses,
  ["-", "--version", "1.0.0"],
  /^error: --version is only for charts/,
);
test(
  "--version with an invalid version is rejected",
  refuses,
  ["web", ...repo, "--version", "latest!"],
  /--version/,
);
test(
  "--version for an address that already has a version is rejected",
  refuses,
  ["oci://a.example:5000/b:1.0.0", "--version", "2.0.0"],
  /^error: oci:\/\/a\.example:5000\/b:1\.0\.0 already names a version/,
);
test(
  "--version for two charts is rejected",
  refuses,
  ["oci://a.example/b", "oci://a.example/c", "--version", "2.0.0"],
  /^error: --version is for one chart, but 2 are named/,
);

test("CONVERGE_REPO and CONVERGE_VERSION have no effect on plan", async (t) => {
  const env = { CONVERGE_REPO: "https://charts.example.com", CONVERGE_VERSION: "1.0.0" };
  const { stderr } = await runRecorded(["plan", "no-such-folder"], { env });
  t.regex(stderr, /no-such-folder does not exist/);
});

test("only commands that render list --repo and --version in their help", async (t) => {
  for (const verb of ["plan", "validate", "apply", "diff", "rbac", "show"]) {
    const { stdout } = await runRecorded(["help", verb]);
    t.regex(stdout, /--repo <url> +URL of the chart repository/, verb);
    t.regex(stdout, /--version <version>/, verb);
  }
  for (const verb of ["delete", "rollback", "status", "sync"]) {
    const { stdout } = await runRecorded(["help", verb]);
    t.notRegex(stdout, /URL of the chart repository|--version/, verb);
  }
});

test("a chart of --repo is fetched in the version that matches the --version constraint", async (t) => {
  const { url } = await serveCharts(t, { archive: await chartArchive("db", "1.0.0") });
  const { path, place } = standInHelm(t, `printf '%s\\n' "$@" > "$PLACE/words"`);
  const env = { CONVERGE_RENDERER: "path", PATH: path, XDG_CACHE_HOME: place };
  const words = ["db", "--repo", url, "--version", "^1.0"];
  const { stdout } = await runRecorded(["validate", ...words], { env });
  t.regex(
    stdout,
    /note: http:\/\/127.0.0.1:\d+\/charts\/db is the chart db 1\.0\.0 with the digest sha256:[0-9a-f]{64}/,
  );
  t.regex(readFileSync(join(place, "words"), "utf8"), /\/charts\/[0-9a-f]{64}\.tgz/);
  const none = await runRecorded(["plan", "db", "--repo", url, "--version", ">1.0.0"], { env });
  t.is(none.code, 2);
  t.regex(
    none.stderr,
    /error: http\S+\/charts\/db cannot be fetched: db >1\.0\.0 of http.*: none of its 1 versions fits/,
  );
});

test("--chart-secret-dir sends its credentials to the chart repository, and errors do not show passwords", async (t) => {
  const { path, place } = standInHelm(t, "true");
  writeFileSync(join(place, "username"), "ada");
  writeFileSync(join(place, "password"), "hush");
  const sent: unknown[] = [];
  const { url } = await serveCharts(t, {
    archive: await chartArchive("db", "1.0.0"),
    answer: ({ headers }) => {
      sent.push(headers.authorization);
      return false;
    },
  });
  const env = { CONVERGE_RENDERER: "path", PATH: path, XDG_CACHE_HOME: place };
  const words = ["validate", "db", "--repo", url, "--chart-secret-dir"];
  const { stdout, stderr } = await runRecorded([...words, `${url}=${place}`], { env });
  t.regex(stdout + stderr, /is the chart db 1\.0\.0/);
  const header = `Basic ${Buffer.from("ada:hush").toString("base64")}`;
  t.deepEqual(sent, [header, header]);
  for (const flags of [
    ["--chart-secret-dir", "https://ada:hush@a.example=/x"],
    ["--repo=https://ada:hush@a.example"],
  ]) {
    const wrong = await runRecorded(["plan", "db", ...flags]);
    t.is(wrong.code, 2);
    t.regex(wrong.stderr, /"https:\/\/a\.example(?:=\/x)?" for --(?:chart-secret-dir|repo): .*credentials/);
    t.notRegex(wrong.stderr, /hush/);
  }
});
