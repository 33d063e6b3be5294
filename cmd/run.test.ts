import test from "ava";

import { runRecorded } from "../fixtures/recording-shell.ts";

const refuses = test.macro({
  title: (_, line: string) => `converge ${line} is rejected as invalid usage`,
  exec: async (t, line: string, message: string) => {
    const { code, stdout, stderr } = await runRecorded(line.split(" "));
    const [first, ...rest] = stderr.trimEnd().split("\n");
    t.is(first, `error: ${message}`);
    t.true(rest.length <= 1);
    t.is(stdout, "");
    t.is(code, 2);
  },
});

test(refuses, "plna", 'unknown command "plna"; did you mean plan?');
test(refuses, "help plna", 'unknown command "plna"; did you mean plan?');
test(refuses, "frobnicate", 'unknown command "frobnicate"');
for (const [verb, meant] of [
  ["install", "apply"],
  ["upgrade", "apply"],
  ["uninstall", "delete"],
  ["destroy", "delete"],
  ["template", "plan"],
  ["render", "plan"],
  ["ls", "list"],
] as const) {
  test(refuses, `${verb} shop`, `unknown command "${verb}"; did you mean ${meant}?`);
}
test(refuses, "history shop web", "too many arguments: web");
test(refuses, "move deploy/web shop", "too many arguments: shop; did you mean --release shop?");
test(refuses, "rollback 3 shop", "the release comes before the revision: write `converge rollback shop 3`");
test(
  refuses,
  "rollback shop abc",
  '"abc" is not a revision: write its number, as shown by `converge history`',
);
test(
  refuses,
  "rollback Shop",
  '"Shop" is not a release name: write up to 63 lowercase letters, digits or -, starting and ending with a letter or digit',
);
test(refuses, "rollback 3", "no release is named: give its name, or set CONVERGE_RELEASE");
test(refuses, "-n shop", "no command is given, only flags: run `converge --help` for a list of commands");
test(refuses, "-n shop plna", 'unknown command "plna"; did you mean plan?');
test(refuses, "-n shop --bogus plan", 'unknown flag "--bogus"');
test(refuses, "modules publish x", "--to is required");
test(refuses, "show", "argument <object> is required");
test(
  refuses,
  "get manifest shop",
  'invalid value "manifest" for <what>: choose manifests or hooks; did you mean "manifests"?',
);
test(
  refuses,
  "get manifests --revision -1 --release shop",
  '"-1" is not a revision: write its number, as shown by `converge history`',
);
test(refuses, "plan --ouput json", 'unknown flag "--ouput"; did you mean --output?');
test(refuses, "version extra", "too many arguments: extra");
test(refuses, "plan -n", "--namespace requires a value");
test(
  refuses,
  "plan m -o jsn",
  'invalid value "jsn" for --output: choose table, json, yaml, name, dot, mermaid or html; did you mean "json"?',
);
test(
  refuses,
  "plan m --action=instal",
  'invalid value "instal" for --action: choose install, upgrade, rollback or delete; did you mean "install"?',
);
test(
  refuses,
  "plan m --reconcile-timeout 5",
  'invalid value "5" for --reconcile-timeout: write a duration such as 90s, 5m or 1h30m',
);
test(
  refuses,
  "plan m --reconcile-timeout=0s",
  'invalid value "0s" for --reconcile-timeout: must be greater than 0',
);
test(
  refuses,
  "plan m -n Shop",
  'invalid value "Shop" for --namespace: write up to 63 lowercase letters, digits or -, starting and ending with a letter or digit',
);
test(
  refuses,
  "completion bsh",
  'invalid value "bsh" for <shell>: choose bash, zsh, fish or powershell; did you mean "bash"?',
);
test(refuses, "apply m", "--release is required (or set CONVERGE_RELEASE)");
test(
  refuses,
  "apply --release shop",
  "no manifests given: name files or directories, or - for standard input, as in `converge apply manifests/ --release shop`",
);
test(refuses, "delete", "no release is named: give its name, or set CONVERGE_RELEASE");
test(
  refuses,
  "apply m --release shop --max-prune some",
  'invalid value "some" for --max-prune: write a percentage such as 25%, or a number such as 10',
);
test(
  refuses,
  "apply m --release shop --allow-prune pods",
  'invalid value "pods" for --allow-prune: choose namespaces, crds, pvcs, controllers or all',
);
test(
  refuses,
  "apply m --release shop --weight-timeout 5m",
  'invalid value "5m" for --weight-timeout: write WEIGHT=DURATION, such as 10=5m',
);
test(
  refuses,
  "apply m --release shop --prune=maybe",
  'invalid value "maybe" for --prune: choose true or false',
);
test(
  refuses,
  "plan m --action uninstall",
  'invalid value "uninstall" for --action: choose install, upgrade, rollback or delete; did you mean "delete"?',
);
test(
  refuses,
  "plan m --action Destroy",
  'invalid value "Destroy" for --action: choose install, upgrade, rollback or delete; did you mean "delete"?',
);
test(
  refuses,
  "plan m --action update",
  'invalid value "update" for --action: choose install, upgrade, rollback or delete; did you mean "upgrade"?',
);
test(
  refuses,
  "plan m --action apply",
  'invalid value "apply" for --action: choose install, upgrade, rollback or delete; did you mean "install" or "upgrade"?',
);
test(refuses, "plan m --why web -o json", "--why prints text only: remove -o json");
test(refuses, "plan m --why web -o=dot", "--why prints text only: remove -o dot");
test(
  refuses,
  "plan",
  "no manifests given: name files or directories, or - for standard input, as in `converge plan manifests/`",
);
test(
  refuses,
  "plan --why web absent/",
  'no manifests given ("absent/" is not a file, so --why takes it as an object): name files or directories, or - for standard input, as in `converge plan manifests/`',
);

const helps = test.macro({
  title: (_, words: readonly string[]) => `converge ${words.join(" ")} prints help that fits 80 columns`,
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
    "Apply Kubernetes manifests in dependency order",
    "plan        Show the order in which objects would be applied",
    "help        Show the help of a command",
    "CONVERGE_NAMESPACE",
  ],
);
test(helps, ["--help"], table);
test(helps, ["help"], table);
test(
  helps,
  ["help", "plan"],
  [...table, "--why <object...>", "-k, --kustomize <folder>", "--action <action>"],
);
test(helps, ["plan", "-h"], table);
test(helps, ["completion", "--help"], ["Examples:", "source <(converge completion bash)"]);

test("converge version and converge --version print the same version", async (t) => {
  const reported = await runRecorded(["version"]);
  t.regex(reported.stdout, /^converge \d+\.\d+\.\d+\n$/);
  t.deepEqual(await runRecorded(["--version"]), reported);
});

const surprise = (): never => {
  throw new TypeError("cannot read\nproperties");
};

test("help prints the help of a subcommand", async (t) => {
  const { code, stdout } = await runRecorded(["help", "modules", "graph"]);
  t.is(code, 0);
  t.regex(stdout, /Usage:\n {2}converge modules graph /);
});

const refusesHelp = test.macro(async (t, words: readonly string[], message: RegExp) => {
  const { code, stdout, stderr } = await runRecorded(["help", ...words]);
  t.deepEqual([code, stdout], [2, ""]);
  t.regex(stderr, message);
});
test(
  "help for an unknown subcommand of modules is rejected",
  refusesHelp,
  ["modules", "nonsense"],
  /unknown command "modules nonsense": choose check, /,
);
test(
  "help for a command with an extra argument is rejected",
  refusesHelp,
  ["plan", "x"],
  /such as `converge help plan`/,
);
test(
  "help for a subcommand with an extra argument is rejected",
  refusesHelp,
  ["modules", "graph", "x"],
  /help takes the name of a command only/,
);

test("an internal error is reported in one line without a stack trace", async (t) => {
  const { code, stderr } = await runRecorded(["plan", "--why", "web", "db"], { exists: surprise });
  t.is(code, 1);
  t.is(
    stderr,
    "error: this is a bug in converge, please report it with the command you ran: TypeError: cannot read (CONVERGE_DEBUG=1 prints the stack)\n",
  );
});

const redName = (): never => {
  throw new RangeError("bad \u001B[31mname");
};

test("control characters in an internal error are escaped", async (t) => {
  const { stderr } = await runRecorded(["plan", "--why", "web", "db"], {
    exists: redName,
    env: { CONVERGE_DEBUG: "1" },
  });
  t.regex(stderr, /RangeError: bad \\x1b\[31mname \(/);
  t.regex(stderr, /\n {4}at redName /);
  t.false(stderr.includes("\u001B"));
});

test("CONVERGE_DEBUG prints the stack trace of an internal error", async (t) => {
  const env = { CONVERGE_DEBUG: "1" };
  const { stderr } = await runRecorded(["plan", "--why", "web", "db"], { exists: surprise, env });
  t.regex(stderr, /\n {4}at surprise /);
});
