import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import test, { type ExecutionContext } from "ava";

const program = fileURLToPath(new URL("converge.mjs", import.meta.url));

const cache = mkdtempSync(join(tmpdir(), "converge-cache-"));

test.after.always(() => {
  rmSync(cache, { recursive: true });
});

/** Runs a line of bash in which `converge` is the program of this checkout. */
function bash(
  line: string,
  env: NodeJS.ProcessEnv = {},
): {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  const script = `set -o pipefail\nconverge() { '${process.execPath}' $AGE '${program}' "$@"; }\n${line}`;
  const { status, stdout, stderr } = spawnSync("bash", ["-c", script], {
    encoding: "utf8",
    env: { ...process.env, FORCE_COLOR: undefined, XDG_CACHE_HOME: cache, ...env },
  });
  return { code: status, stdout, stderr };
}

/** A module that makes Node report the given version. */
function pretendNode(version: string): string {
  const set = `Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}});Object.defineProperty(process,"version",{value:"v${version}"})`;
  return `--import data:text/javascript,${encodeURIComponent(set)}`;
}

test("an unsupported Node version is reported in one line", (t) => {
  const { code, stdout, stderr } = bash(`AGE="${pretendNode("20.19.0")}" converge plan .`);
  t.is(code, 2);
  t.is(stdout, "");
  t.is(stderr, `converge needs Node 24 or later; this is v20.19.0 (${process.execPath})\n`);
});

/** A module that makes Node find no home directory, as for a user without an entry in /etc/passwd. */
const withoutHome = `--import data:text/javascript,${encodeURIComponent(
  'import os from "node:os"; import { syncBuiltinESMExports } from "node:module"; os.homedir = () => { throw new Error("ENOENT: uv_os_homedir"); }; syncBuiltinESMExports();',
)}`;

test("help is printed for a user without a home directory", (t) => {
  const { code, stdout, stderr } = bash(`AGE="${withoutHome}" converge help plan | head -n 1`, {
    XDG_CACHE_HOME: undefined,
  });
  t.is(stderr, "");
  t.is(stdout, "Show the order in which objects would be applied.\n");
  t.is(code, 0);
});

test("command line arguments are passed to the program, and its exit code is returned", (t) => {
  t.deepEqual(bash("converge plna"), {
    code: 2,
    stdout: "",
    stderr: 'error: unknown command "plna"; did you mean plan?\nSee `converge --help` for usage.\n',
  });
});

/** A module with a timer that keeps the process alive, as a bug could leave behind. */
const leakedTimer = `--import data:text/javascript,${encodeURIComponent("setInterval(() => {}, 1000);")}`;

test("a leaked timer does not keep the process alive", (t) => {
  const { code, stdout, stderr } = bash(`AGE="${leakedTimer}" converge help plan | (cat; echo read)`);
  t.is(stderr, "");
  t.is(stdout, `${bash("converge help plan").stdout}read\n`);
  t.is(code, 0);
  t.is(bash(`AGE="${leakedTimer}" converge plna`).code, 2);
});

test("the version is the same on the fast path and from the full program", (t) => {
  const { stdout } = bash("converge version; converge --version; converge version --");
  const [first, ...rest] = stdout.trimEnd().split("\n");
  t.regex(first ?? "", /^converge \d+\.\d+\.\d+$/);
  t.deepEqual(rest, [first, first]);
});

test("a closed output pipe is not an error", (t) => {
  const { code, stderr } = bash("for i in 1 2 3; do converge help plan; done | head -n 1");
  t.is(stderr, "");
  t.is(code, 0);
});

const fillsUp = test.macro({
  title: (_, line: string) => `converge ${line} reports a full disk in one line`,
  exec: (t, line: string) => {
    t.deepEqual(bash(`converge ${line} > /dev/full`), {
      code: 1,
      stdout: "",
      stderr: "error: cannot write standard output: no space left on device\n",
    });
  },
});
test(fillsUp, "plan fixtures/wordpress");
test(fillsUp, "help plan");
test(fillsUp, "version");
test(fillsUp, "completion bash");

/** A folder with the layout of an installed package, without the sources. */
function installed(t: ExecutionContext, main: string | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), "converge-installed-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  mkdirSync(join(folder, "cmd"));
  mkdirSync(join(folder, "dist/cmd"), { recursive: true });
  writeFileSync(join(folder, "package.json"), `{"type":"module","version":"9.8.7"}`);
  copyFileSync(program, join(folder, "cmd/converge.mjs"));
  if (main !== undefined) {
    writeFileSync(join(folder, "dist/cmd/main.js"), main);
  }
  return join(folder, "cmd/converge.mjs");
}

function runInstalled(t: ExecutionContext, main: string | undefined, words: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [installed(t, main), ...words], {
    encoding: "utf8",
    env: { ...process.env, XDG_CACHE_HOME: cache },
  });
  return `${status}: ${stdout}${stderr}`;
}

test("the help of kubectl-converge shows the command as kubectl converge", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "converge-plugin-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  const plugin = join(folder, "kubectl-converge");
  symlinkSync(program, plugin);
  const helpOf = (...words: readonly string[]): string =>
    spawnSync(process.execPath, [plugin, ...words], { encoding: "utf8" }).stdout;
  t.regex(helpOf("plan", "--help"), /^Usage:\n  kubectl converge plan /m);
  t.regex(helpOf("--help"), /^Usage:\n  kubectl converge <command> /m);
  t.notRegex(helpOf("--help"), /kubectl kubectl|(?<!kubectl )converge (?:apply|plan) /);
});

test("an installed package runs the built program", (t) => {
  t.is(runInstalled(t, `console.log("built", process.argv.slice(2))`, ["plan"]), "0: built [ 'plan' ]\n");
});

test("an installed package prints its version without loading the built program", (t) => {
  t.is(runInstalled(t, undefined, ["version"]), "0: converge 9.8.7\n");
});

test("an incomplete package is reported in one line", (t) => {
  t.regex(
    runInstalled(t, undefined, ["plan"]),
    /^1: error: converge cannot start, install it again: Cannot find module .*\n$/,
  );
});
