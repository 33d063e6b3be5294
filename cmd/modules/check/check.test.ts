import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { type Recorded, runRecorded, type Surroundings } from "../../../fixtures/recording-shell.ts";

const definition = `name: prometheus
requirements:
  deckhouse: ">= 1.73"
  kubernetes: ">= 1.28"
  modules:
    test: ">v0.22.1 !optional"
    user-authn: ">= 0.0.0"
`;

/** Runs modules check on standard input. */
function check(text: string, flags: readonly string[] = [], around: Surroundings = {}): Promise<Recorded> {
  return runRecorded(["modules", "check", "-", ...flags], { stdin: text, ...around });
}

test("without versions the requirements are listed as not judged", async (t) => {
  const { code, stdout, stderr } = await check(definition);
  t.is(
    stdout,
    `prometheus: 4 requirements, none judged
  –  deckhouse          >= 1.73              give --deckhouse to judge it
  –  kubernetes         >= 1.28              give --kubernetes to judge it
  –  module test        >v0.22.1 (optional)  give --installed to judge it
  –  module user-authn  >= 0.0.0             give --installed to judge it
`,
  );
  t.is(stderr, "");
  t.is(code, 0);
});

test("each requirement is shown as met or not met, with the message that a release would report", async (t) => {
  const flags = ["--deckhouse", "1.73.3", "--kubernetes", "1.27", "--installed", "test=v0.23.0,user-authn"];
  const { code, stdout } = await check(definition, flags);
  t.is(
    stdout,
    `prometheus: 3 of 4 requirements met, 1 not met
  ✓  deckhouse          >= 1.73              1.73.3
  ✗  kubernetes         >= 1.28              1.27.0 is less than 1.28
  ✓  module test        >v0.22.1 (optional)  v0.23.0
  ✓  module user-authn  >= 0.0.0             1.73.3
a release would report: requirements are not satisfied: current kubernetes version is not suitable: 1.27.0 is less than 1.28
`,
  );
  t.is(code, 1);
});

test("modules check exits with 0 if all judged requirements are met", async (t) => {
  const { code, stdout } = await check(definition, ["--deckhouse", "v1.73.3"]);
  t.is(stdout.split("\n")[0], "prometheus: 1 of 4 requirements met, 3 not judged");
  t.is(code, 0);
});

test("an empty --installed means that no other module is installed", async (t) => {
  const { code, stdout } = await check(definition, ["--installed", ""]);
  t.regex(stdout, /✓ {2}module test +>v0\.22\.1 \(optional\) {2}not installed\n/);
  t.regex(
    stdout,
    /✗ {2}module user-authn +>= 0\.0\.0 +could not get the 'user-authn' module version: not found\n/,
  );
  t.is(code, 1);
});

test("a module without requirements is satisfied", async (t) => {
  const { code, stdout } = await check("name: a", ["--installed", "b=1"]);
  t.is(stdout, "a: no requirements\n");
  t.is(code, 0);
});

test("TEST_EXTENDER variables set versions unless a flag is given", async (t) => {
  const env = { TEST_EXTENDER_DECKHOUSE_VERSION: "v1.72.0", TEST_EXTENDER_KUBERNETES_VERSION: "1.29.6" };
  const simulated = await check(definition, [], { env });
  t.regex(simulated.stdout, /✗ {2}deckhouse +>= 1\.73 +1\.72\.0 is less than 1\.73\n/);
  t.regex(simulated.stdout, /✓ {2}kubernetes +>= 1\.28 +1\.29\.6\n/);
  t.is(simulated.code, 1);
  const flagged = await check(definition, ["--deckhouse", "1.73.0"], { env });
  t.regex(flagged.stdout, /✓ {2}deckhouse +>= 1\.73 +1\.73\.0\n/);
  t.is(flagged.code, 0);
});

test("unmet requirements are coloured with --color always", async (t) => {
  const { stdout } = await check(definition, ["--deckhouse", "1.72", "--color", "always"]);
  t.true(stdout.includes("\u001B[1m\u001B[31m✗"), stdout);
  const plain = await check(definition, ["--deckhouse", "1.72"]);
  t.false(plain.stdout.includes("\u001B"));
});

test("faults of module.yaml are shown with their lines, and no requirement is judged", async (t) => {
  const text = 'name: a\nrequirements:\n  kubernetes: "== 1.28"\n';
  const { code, stdout } = await check(text, ["--kubernetes", "1.28"]);
  t.is(
    stdout,
    `<stdin>:3:15: error: requirements.kubernetes: improper constraint "== 1.28": write = for equal [SettingInvalid]
    3 |   kubernetes: "== 1.28"
      |               ^~~~~~~~~

1 error
`,
  );
  t.is(code, 2);
});

test("warnings are printed before the requirements, and do not change the exit code", async (t) => {
  const text = 'name: a\nrequirements:\n  modules:\n    a: "1"\n';
  const { code, stdout } = await check(text);
  t.regex(stdout, /^<stdin>:4:5: warning: requirements\.modules\.a is a requirement of the module on itself/);
  t.true(stdout.endsWith("1 warning\n\na: no requirements\n"), stdout);
  t.is(code, 0);
});

test("faults of module.yaml have GitHub annotations", async (t) => {
  const path = join(folderWith(t, "nmae: a\n"), "module.yaml");
  const { stdout } = await runRecorded(["modules", "check", path], { env: { GITHUB_ACTIONS: "true" } });
  t.regex(stdout, /^::error file=.*module\.yaml,line=1,/m);
});

/** A folder with this module.yaml, or without one. */
function folderWith(t: ExecutionContext, text?: string): string {
  const folder = mkdtempSync(join(tmpdir(), "converge-module-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  if (text !== undefined) {
    writeFileSync(join(folder, "module.yaml"), text);
    writeFileSync(join(folder, "other.yaml"), "- nothing of a module\n");
  }
  return folder;
}

test("only module.yaml is read of a folder", async (t) => {
  const folder = folderWith(t, "name: a\n");
  for (const path of [folder, `${folder}/`, join(folder, "module.yaml")]) {
    t.deepEqual(await runRecorded(["modules", "check", path]), {
      code: 0,
      stdout: "a: no requirements\n",
      stderr: "",
    });
  }
});

test("a missing module.yaml is reported by its path", async (t) => {
  const folder = folderWith(t);
  for (const [path, missing] of [
    [folder, join(folder, "module.yaml")],
    [join(folder, "none"), join(folder, "none")],
  ] as const) {
    const { code, stdout } = await runRecorded(["modules", "check", path]);
    t.true(stdout.startsWith(`error: ${missing} does not exist: check the path`), stdout);
    t.is(code, 2);
  }
});

test("the JSON of a check has the verdict and reason of each requirement, and diagnostics", async (t) => {
  const { code, stdout } = await check(
    'name: a\nrequirements: {kubernetes: ">= 1.28", modules: {b: "1 !optional"}}',
    ["--kubernetes", "1.27", "-o", "json"],
  );
  t.deepEqual(JSON.parse(stdout), {
    apiVersion: "converge.dev/v1",
    kind: "ModuleCheck",
    module: "a",
    satisfied: false,
    message:
      "requirements are not satisfied: current kubernetes version is not suitable: 1.27.0 is less than 1.28",
    requirements: [
      {
        on: "kubernetes",
        constraint: ">= 1.28",
        optional: false,
        verdict: "unmet",
        reason: "1.27.0 is less than 1.28",
      },
      {
        on: "module",
        module: "b",
        constraint: "1",
        optional: true,
        verdict: "unjudged",
        reason: "give --installed to judge it",
      },
    ],
    diagnostics: [
      {
        code: "SettingInvalid",
        severity: "warning",
        message:
          'requirements.modules.b is optional, which platforms before 1.73 do not support: require a later one, as in deckhouse: ">= 1.73"',
        origin: { file: "<stdin>", line: 2, column: 52 },
      },
    ],
  });
  t.is(code, 1);
});

test("the JSON of a module.yaml with faults has diagnostics and no requirements", async (t) => {
  const { code, stdout } = await check("nmae: a", ["-o", "json"]);
  t.deepEqual(JSON.parse(stdout), {
    apiVersion: "converge.dev/v1",
    kind: "ModuleCheck",
    satisfied: false,
    requirements: [],
    diagnostics: [
      {
        code: "SettingUnknown",
        severity: "error",
        message: 'unknown setting "nmae"; did you mean "name"?',
        origin: { file: "<stdin>", line: 1, column: 1 },
      },
    ],
  });
  t.is(code, 2);
});

const refuses = test.macro({
  title: (_, flags: readonly string[]) => `modules check ${flags.join(" ")} is rejected with the reason`,
  exec: async (t, flags: readonly string[], reported: string, env: Surroundings["env"] = {}) => {
    const { code, stdout, stderr } = await check(definition, flags, { env });
    t.true(stderr.includes(reported), stderr);
    t.is(stdout, "");
    t.is(code, 2);
  },
});

test(refuses, ["--deckhouse", "newest"], "write a version such as 1.29.6, v1.29 or 1.29.6-rc.1");
test(refuses, ["--kubernetes", "dev"], "write a version such as 1.29.6, v1.29 or 1.29.6-rc.1");
test(refuses, ["--installed", "a=x"], '--installed: "x" is not a version of a: write it as a=v1.2.3');
test(refuses, ["--installed", "A=1"], '--installed: "A=1" is not a module: write it as prometheus=v1.2.3');
test(refuses, ["--installed", "a=1,a=2"], "--installed names a twice: name it once");
test(
  refuses,
  ["--installed", "a"],
  "--installed: a has no version, so it has that of the platform: add --deckhouse, or write a=v1.2.3",
);
test(
  refuses,
  ["-o", "json"],
  'TEST_EXTENDER_KUBERNETES_VERSION is "old", which is not a version: write it as 1.29.6 or v1.29',
  { TEST_EXTENDER_KUBERNETES_VERSION: "old" },
);

test("an installed module without a version has the version 2.0.0 with --deckhouse dev", async (t) => {
  const { code, stdout } = await check(definition, ["--deckhouse", "dev", "--installed", "user-authn"]);
  t.regex(stdout, /✓ {2}module user-authn +>= 0\.0\.0 +2\.0\.0\n/);
  t.is(code, 0);
});

test("the help of modules check lists exit codes and JSON fields", async (t) => {
  const { code, stdout } = await runRecorded(["modules", "check", "--help"]);
  t.regex(stdout, /Exit codes:\n {2}0 {4}satisfied/);
  t.regex(stdout, /kind ModuleCheck:\n/);
  t.is(code, 0);
});
