import test from "ava";

import { runRecorded } from "../fixtures/recording-shell.ts";

const refuses = test.macro({
  title: (_, line: string) => `converge ${line} is a mistake in the words`,
  exec: async (t, line: string, says: string) => {
    const { code, stdout, stderr } = await runRecorded(line.split(" "));
    const [first, ...rest] = stderr.trimEnd().split("\n");
    t.is(first, `error: ${says}`);
    t.true(rest.length <= 1);
    t.is(stdout, "");
    t.is(code, 2);
  },
});

test(refuses, "plna", "unknown command 'plna'; did you mean plan?");
test(refuses, "help plna", "unknown command 'plna'; did you mean plan?");
test(refuses, "frobnicate", "unknown command 'frobnicate'");
for (const [verb, meant] of [
  ["install", "apply"],
  ["upgrade", "apply"],
  ["uninstall", "delete"],
  ["destroy", "delete"],
  ["template", "plan"],
  ["render", "plan"],
  ["ls", "list"],
] as const) {
  test(refuses, `${verb} shop`, `unknown command '${verb}'; did you mean ${meant}?`);
}
test(refuses, "history shop web", "too many arguments for 'history'; did you mean --release web?");
test(refuses, "rollback shop 3", "too many arguments for 'rollback'; did you mean --release shop?");
test(refuses, "rollback 3 shop", "too many arguments for 'rollback'; did you mean --release shop?");
test(refuses, "rollback abc", "'abc' is no revision: write its number, as history tells it");
test(
  refuses,
  "get manifests --revision -1 --release shop",
  "'-1' is no revision: write its number, as history tells it",
);
test(refuses, "plan --ouput json", "unknown option '--ouput'; did you mean --output?");
test(refuses, "version extra", "too many arguments for 'version'. Expected 0 arguments but got 1: extra.");
test(refuses, "plan -n", "option '-n, --namespace <name>' argument missing");
test(
  refuses,
  "plan m -o jsn",
  "option '-o, --output <format>' argument 'jsn' is invalid. Choose table, json, yaml, name, dot, mermaid or html; did you mean \"json\"?",
);
test(
  refuses,
  "plan m --action=instal",
  "option '--action <action>' argument 'instal' is invalid. Choose install, upgrade, rollback or delete; did you mean \"install\"?",
);
test(
  refuses,
  "plan m --reconcile-timeout 5",
  "option '--reconcile-timeout <duration>' argument '5' is invalid. Write it as 90s, 5m or 1h30m",
);
test(
  refuses,
  "plan m --reconcile-timeout=0s",
  "option '--reconcile-timeout <duration>' argument '0s' is invalid. It must be longer than 0",
);
test(
  refuses,
  "plan m -n Shop",
  "option '-n, --namespace <name>' argument 'Shop' is invalid. Write up to 63 lower-case letters, digits and -, with a letter or digit at either end",
);
test(refuses, "completion bsh", 'there is no completion for "bsh": choose bash, zsh, fish or powershell');
test(refuses, "completion ksh", 'there is no completion for "ksh": choose bash, zsh, fish or powershell');
test(refuses, "apply m", "which release? Name it with --release or CONVERGE_RELEASE");
test(
  refuses,
  "apply --release shop",
  "no manifests given: name files or folders, or - for standard input, as in `converge apply manifests/ --release shop`",
);
test(refuses, "delete", "which release? Name it with --release or CONVERGE_RELEASE");
test(
  refuses,
  "apply m --release shop --max-prune some",
  "option '--max-prune <part>' argument 'some' is invalid. Write it as 25% or 10",
);
test(
  refuses,
  "apply m --release shop --allow-prune pods",
  "option '--allow-prune <kinds>' argument 'pods' is invalid. Choose namespaces, crds, pvcs or all",
);
test(
  refuses,
  "apply m --release shop --weight-timeout 5m",
  "option '--weight-timeout <weight=duration>' argument '5m' is invalid. Write it as 10=5m",
);
test(
  refuses,
  "apply m --release shop --prune=maybe",
  "option '--prune [bool]' argument 'maybe' is invalid. Choose true or false",
);
test(
  refuses,
  "plan m --action uninstall",
  "option '--action <action>' argument 'uninstall' is invalid. Choose install, upgrade, rollback or delete; did you mean \"delete\"?",
);
test(
  refuses,
  "plan m --action Destroy",
  "option '--action <action>' argument 'Destroy' is invalid. Choose install, upgrade, rollback or delete; did you mean \"delete\"?",
);
test(
  refuses,
  "plan m --action update",
  "option '--action <action>' argument 'update' is invalid. Choose install, upgrade, rollback or delete; did you mean \"upgrade\"?",
);
test(
  refuses,
  "plan m --action apply",
  "option '--action <action>' argument 'apply' is invalid. Choose install, upgrade, rollback or delete; did you mean \"install\" or \"upgrade\"?",
);
test(refuses, "plan m --why web -o json", "--why prints text only: leave out -o json");
test(refuses, "plan m --why web -o=dot", "--why prints text only: leave out -o dot");
test(
  refuses,
  "plan",
  "no manifests given: name files or folders, or - for standard input, as in `converge plan manifests/`",
);
test(
  refuses,
  "plan --why web absent/",
  'no manifests given ("absent/" is no file, so --why took it for an object): name files or folders, or - for standard input, as in `converge plan manifests/`',
);

const helps = test.macro({
  title: (_, words: readonly string[]) => `converge ${words.join(" ")} shows help that fits 80 columns`,
  exec: async (t, words: readonly string[], holds: readonly string[]) => {
    const { code, stdout, stderr } = await runRecorded(words);
    t.is(code, 0);
    t.is(stderr, "");
    for (const text of holds) {
      t.true(stdout.includes(text), text);
    }
    t.deepEqual(
      stdout.split("\n").filter((line) => line.length > 80),
      [],
    );
  },
});

const table = ["Exit codes:", "2    invalid input or usage", "Examples:"];
test(
  helps,
  [],
  [
    ...table,
    "Brings a cluster to what a set of manifests says",
    "plan [options]",
    "help [verb]",
    "CONVERGE_NAMESPACE",
  ],
);
test(helps, ["--help"], table);
test(helps, ["help"], table);
test(
  helps,
  ["help", "plan"],
  [...table, "--why <object...>", "-k, --kustomize <folder>", "rollback or delete (default: install)"],
);
test(helps, ["plan", "-h"], table);
test(helps, ["completion", "--help"], ["Examples:", "source <(converge completion bash)"]);

test("the version is told by a verb and by a flag", async (t) => {
  const reported = await runRecorded(["version"]);
  t.regex(reported.stdout, /^converge \d+\.\d+\.\d+\n$/);
  t.deepEqual(await runRecorded(["--version"]), reported);
});

const surprise = (): never => {
  throw new TypeError("cannot read\nproperties");
};

test("help finds the verbs of a verb", async (t) => {
  const { code, stdout } = await runRecorded(["help", "modules", "graph"]);
  t.is(code, 0);
  t.regex(stdout, /Usage: converge modules graph /);
});

const refusesHelp = test.macro(async (t, words: readonly string[], message: RegExp) => {
  const { code, stdout, stderr } = await runRecorded(["help", ...words]);
  t.deepEqual([code, stdout], [2, ""]);
  t.regex(stderr, message);
});
test(
  "help for no verb of modules",
  refusesHelp,
  ["modules", "nonsense"],
  /has no verb "nonsense": choose check, /,
);
test("help for a word behind a verb", refusesHelp, ["plan", "x"], /such as `converge help plan`/);
test("help for a word too much", refusesHelp, ["modules", "graph", "x"], /help takes the name of a verb/);

test("a bug of converge is told in one line, without a stack", async (t) => {
  const { code, stderr } = await runRecorded(["plan", "--why", "web", "db"], { exists: surprise });
  t.is(code, 1);
  t.is(
    stderr,
    "error: converge has a bug, please report it with what you ran: TypeError: cannot read (CONVERGE_DEBUG=1 shows where)\n",
  );
});

const redName = (): never => {
  throw new RangeError("bad \u001B[31mname");
};

test("a bug whose text holds what a terminal obeys is told in writing", async (t) => {
  const { stderr } = await runRecorded(["plan", "--why", "web", "db"], {
    exists: redName,
    env: { CONVERGE_DEBUG: "1" },
  });
  t.regex(stderr, /RangeError: bad \\x1b\[31mname \(/);
  t.regex(stderr, /\n {4}at redName /);
  t.false(stderr.includes("\u001B"));
});

test("CONVERGE_DEBUG shows where a bug is", async (t) => {
  const env = { CONVERGE_DEBUG: "1" };
  const { stderr } = await runRecorded(["plan", "--why", "web", "db"], { exists: surprise, env });
  t.regex(stderr, /\n {4}at surprise /);
});
