import test from "ava";

import { type GitCommand, gitEnvironment } from "./git-command.ts";

const clock = { now: () => 0, sleep: () => Promise.resolve(), after: () => () => {} };

function environment(
  env: Readonly<Record<string, string | undefined>>,
  more: Partial<GitCommand> = {},
): Record<string, string> {
  const call: GitCommand = {
    surroundings: { home: "/home/of/git", env, clock },
    time: 1000,
    signal: new AbortController().signal,
    ...more,
  };
  return gitEnvironment(call, "/ceiling");
}

/** The settings that git reads from its environment; the last one of a name wins. */
function settingsOf(variables: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const count = Number(variables["GIT_CONFIG_COUNT"]);
  return new Map(
    Array.from({ length: count }, (_, at) => [
      variables[`GIT_CONFIG_KEY_${at}`] ?? "",
      variables[`GIT_CONFIG_VALUE_${at}`] ?? "",
    ]),
  );
}

test("git inherits only PATH, TMPDIR and proxies from the environment", (t) => {
  const found = environment({
    PATH: "/bin",
    TMPDIR: "/tmp",
    https_proxy: "http://proxy:3128",
    NO_PROXY: "localhost",
    HTTP_PROXY: undefined,
    GIT_DIR: "/elsewhere",
    GIT_SSH_COMMAND: "evil",
    GIT_CONFIG_PARAMETERS: "'core.pager=evil'",
    LD_PRELOAD: "evil.so",
    SSH_AUTH_SOCK: "/agent",
    AWS_SECRET_ACCESS_KEY: "hunter2",
  });
  t.like(found, { PATH: "/bin", TMPDIR: "/tmp", https_proxy: "http://proxy:3128", NO_PROXY: "localhost" });
  for (const name of [
    "HTTP_PROXY",
    "GIT_DIR",
    "GIT_SSH_COMMAND",
    "GIT_CONFIG_PARAMETERS",
    "LD_PRELOAD",
    "SSH_AUTH_SOCK",
    "AWS_SECRET_ACCESS_KEY",
  ]) {
    t.false(Object.hasOwn(found, name), name);
  }
});

test("git ignores the configuration of the system and the user, and never prompts", (t) => {
  t.like(environment({ HOME: "/root", XDG_CONFIG_HOME: "/root/.config", LC_ALL: "de_DE" }), {
    HOME: "/home/of/git",
    XDG_CONFIG_HOME: "/home/of/git",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_CEILING_DIRECTORIES: "/ceiling",
    LC_ALL: "C",
  });
});

test("a git command without a protocol contacts no server and fetches no missing objects", (t) => {
  t.like(environment({}), { GIT_ALLOW_PROTOCOL: "none", GIT_NO_LAZY_FETCH: "1" });
});

test("a git command with a protocol may use only that one", (t) => {
  const found = environment({}, { protocol: "https" });
  t.is(found["GIT_ALLOW_PROTOCOL"], "https");
  t.false(Object.hasOwn(found, "GIT_NO_LAZY_FETCH"));
});

test("hooks, file system monitors and automatic maintenance are off for every git command", (t) => {
  const settings = settingsOf(environment({}, { config: [["http.proxy", "http://proxy"]] }));
  t.is(settings.get("core.hooksPath"), "/dev/null");
  t.is(settings.get("core.fsmonitor"), "false");
  t.is(settings.get("gc.auto"), "0");
  t.is(settings.get("core.protectNTFS"), "true");
  t.is(settings.get("http.proxy"), "http://proxy");
});

test("environment variables of a git command do not override the protective ones", (t) => {
  const env = { GIT_CONFIG_GLOBAL: "/evil", GIT_ALLOW_PROTOCOL: "ext", GNUPGHOME: "/keys", HOME: "/other" };
  t.like(environment({}, { env }), {
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ALLOW_PROTOCOL: "none",
    GNUPGHOME: "/keys",
    HOME: "/other",
  });
});
