/**
 * The examples of docs/apply/pull-requests.md and the action in deploy/github-action: their commands run as
 * they are written, in a repository with a pull request, against a forge.
 */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

import test, { type ExecutionContext } from "ava";
import { parse } from "yaml";

import { emptyFolder, type MadeRepository, makeRepository } from "../../fixtures/made-repository.ts";
import {
  field,
  type JsonValue,
  listField,
  objectField,
  stringField,
  valueAt,
} from "../../lib/object/json.ts";
import { type ForgeServer, ownerToken, startForge } from "./forge-server.ts";

const checkout = join(import.meta.dirname, "../..");
const page = readFileSync(join(checkout, "docs/apply/pull-requests.md"), "utf8");

function blocksOf(language: string): readonly string[] {
  return page.match(new RegExp(String.raw`(?<=^\`\`\`${language}\n)[\s\S]*?(?=^\`\`\`$)`, "gm")) ?? [];
}

const [workflow = null, uses = null, pipeline = null] = blocksOf("yaml").map((text): JsonValue =>
  parse(text),
);
const [jenkinsfile = ""] = blocksOf("groovy");
const action: JsonValue = parse(readFileSync(join(checkout, "deploy/github-action/action.yml"), "utf8"));

const config = (name: string, text: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: shop\ndata:\n  text: "${text}"\n`;
const unit = (name: string): string => `  - { name: ${name}, source: { path: deploy/${name} } }\n`;

/** A repository with three units on main, which a pull request is merged into. */
interface PullRequest {
  readonly repository: MadeRepository;
  readonly base: string;
  readonly forge: ForgeServer;
  readonly folder: string;
}

async function openPullRequest(t: ExecutionContext): Promise<PullRequest> {
  const repository = makeRepository(t);
  const units = ["platform", "shop", "tools"];
  const head = `apiVersion: converge.dev/v1\nkind: Sync\ndefaults: { source: { url: "${repository.url}" }, namespace: shop }\nunits:\n`;
  repository.write("sync.yaml", head + units.map(unit).join(""));
  for (const name of units) {
    repository.write(`deploy/${name}/a.yaml`, config(name, "1"));
  }
  const base = repository.commit();
  repository.git("update-ref", "refs/remotes/origin/main", base);
  repository.git("checkout", "--quiet", "-b", "topic");
  repository.write("deploy/shop/a.yaml", config("shop", "2"));
  repository.commit();
  return { repository, base, forge: await startForge(t), folder: emptyFolder(t) };
}

/** The end of a script. */
interface Ran {
  readonly code: number;
  readonly output: string;
}

/** Runs a script in the repository, with `converge` on the PATH and only these variables besides. */
async function run(
  { repository, folder }: PullRequest,
  script: string,
  variables: Readonly<Record<string, string>>,
): Promise<Ran> {
  const programs = join(folder, "bin");
  mkdirSync(programs, { recursive: true });
  const program = `#!/bin/sh\nexec '${process.execPath}' '${join(checkout, "cmd/converge.mjs")}' "$@"\n`;
  writeFileSync(join(programs, "converge"), program, { mode: 0o755 });
  const path = `${programs}${delimiter}${process.env["PATH"] ?? ""}`;
  const env = { HOME: folder, CONVERGE_INSECURE_HTTP: "true", ...variables, PATH: path };
  return new Promise((resolve) => {
    execFile("bash", ["-e", "-c", script], { cwd: repository.folder, env }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code);
      resolve({ code, output: stdout + stderr });
    });
  });
}

function textOf(value: JsonValue | undefined, name: string): string {
  return stringField(value, name) ?? "";
}

/** Returns the variables of a step, with what GitHub puts in place of its expressions. */
function variablesOf(
  step: JsonValue | undefined,
  expressions: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(objectField(step, "env")).map(([name, value]) => [
      name,
      textOf({ value }, "value").replaceAll(
        /\$\{\{ *([^}]*?) *\}\}/g,
        (_, key: string) => expressions.get(key) ?? "",
      ),
    ]),
  );
}

function githubJob({ folder, forge }: PullRequest): Readonly<Record<string, string>> {
  return {
    GITHUB_REPOSITORY: "team/shop",
    GITHUB_REF: "refs/pull/12/merge",
    GITHUB_API_URL: forge.url,
    RUNNER_TEMP: folder,
    GITHUB_STEP_SUMMARY: join(folder, "summary"),
  };
}

test("the GitHub workflow comments the changes, and adds an annotation", async (t) => {
  const opened = await openPullRequest(t);
  const expressions = new Map([
    ["github.event.pull_request.base.sha", opened.base],
    ["github.token", ownerToken],
  ]);
  const steps = listField(valueAt(workflow, ["jobs", "compare"]), "steps");
  const outputs: string[] = [];
  for (const step of steps.filter((one) => field(one, "run") !== undefined)) {
    const { code, output } = await run(opened, textOf(step, "run"), {
      ...githubJob(opened),
      ...variablesOf(step, expressions),
    });
    t.is(code, 0, output);
    outputs.push(output);
  }
  t.is(outputs[0], "created the comment on team/shop#12\n");
  t.regex(outputs[1] ?? "", /^::notice title=converge compare::1 changed\n/);
  t.regex(opened.forge.notes[0]?.body ?? "", /^<!-- converge:compare -->\n### converge: 1 changed\n/);
});

async function runPipeline(opened: PullRequest): Promise<Ran> {
  const script = listField(objectField(pipeline, "compare"), "script").map(String).join("\n");
  return run(opened, script, {
    CI_API_V4_URL: `${opened.forge.url}/api/v4`,
    CI_PROJECT_ID: "34",
    CI_MERGE_REQUEST_IID: "12",
    CI_MERGE_REQUEST_DIFF_BASE_SHA: opened.base,
    GITLAB_TOKEN: ownerToken,
  });
}

test("the GitLab pipeline comments the changes", async (t) => {
  const opened = await openPullRequest(t);
  const { code, output } = await runPipeline(opened);
  t.is(code, 0, output);
  t.regex(output, /^created the comment on 34!12\n[^]*change ConfigMap\/shop/);
});

test("the Jenkins steps comment the changes", async (t) => {
  const opened = await openPullRequest(t);
  const script = [...jenkinsfile.matchAll(/^ *sh '([^']*)'$/gm)].map(([, line = ""]) => line).join("\n");
  writeFileSync(join(opened.folder, "token"), `${ownerToken}\n`);
  const { code, output } = await run(opened, script, {
    CHANGE_TARGET: "main",
    CHANGE_ID: "12",
    TOKEN_FILE: join(opened.folder, "token"),
    CONVERGE_API_URL: opened.forge.url,
  });
  t.is(code, 0, output);
  t.regex(output, /^created the comment on team\/shop#12\n[^]*change ConfigMap\/shop/);
});

test("a pull request that cannot be planned fails the job, and the comment reports it", async (t) => {
  const opened = await openPullRequest(t);
  opened.repository.write("deploy/shop/a.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {}\n");
  opened.repository.commit();
  const { code, output } = await runPipeline(opened);
  t.is(code, 2, output);
  t.regex(opened.forge.notes[0]?.body ?? "", /### converge: cannot be planned\n[^]*NameMissing/);
});

/** Runs the action with inputs, of which the others have their defaults. */
async function runAction(opened: PullRequest, inputs: Readonly<Record<string, string>>): Promise<Ran> {
  const given = new Map([
    ["github.event.pull_request.base.sha", opened.base],
    ["github.token", ownerToken],
  ]);
  const usual = Object.entries(objectField(action, "inputs")).map(([name, input]): [string, string] => {
    const key = /^\$\{\{ *(.*?) *\}\}$/.exec(textOf(input, "default"))?.[1];
    return [
      `inputs.${name}`,
      inputs[name] ?? (key === undefined ? textOf(input, "default") : given.get(key)) ?? "",
    ];
  });
  const [step] = listField(objectField(action, "runs"), "steps");
  return run(opened, textOf(step, "run"), { ...githubJob(opened), ...variablesOf(step, new Map(usual)) });
}

test("the action comments on a pull request with three units: created, updated, resolved", async (t) => {
  const opened = await openPullRequest(t);
  const { repository, forge } = opened;
  const inputs = {
    config: textOf(objectField(listField({ uses }, "uses")[0], "with"), "config"),
    "fail-on": "moved",
  };
  t.is(inputs.config, "sync.yaml");
  const first = await runAction(opened, inputs);
  t.deepEqual(first, { code: 0, output: "created the comment on team/shop#12\n" });
  t.regex(forge.notes[0]?.body ?? "", /3 units: 1 changed, 2 unchanged; 1 changed/);
  t.regex(readFileSync(join(opened.folder, "summary"), "utf8"), /#### `shop`: 1 changed/);

  repository.write("deploy/tools/a.yaml", [config("tools", "1"), config("platform", "1")].join("---\n"));
  repository.write("deploy/platform/a.yaml", config("other", "1"));
  repository.commit();
  const second = await runAction(opened, inputs);
  t.deepEqual(second, { code: 1, output: "updated the comment on team/shop#12\n" });
  t.regex(forge.notes[0]?.body ?? "", /moved, deleted and created again\*\* `ConfigMap\/platform`/);

  repository.git("checkout", "--quiet", opened.base, "--", "deploy");
  repository.commit();
  const last = await runAction(opened, inputs);
  t.deepEqual(last, { code: 0, output: "updated the comment on team/shop#12\n" });
  t.is(forge.notes.length, 1);
  t.regex(forge.notes[0]?.body ?? "", /^<!-- converge:compare -->\n### converge: no changes, 3 units\n/);
});

test("inputs of the action are not executed as shell code", async (t) => {
  const opened = await openPullRequest(t);
  const trap = `$(touch ${join(opened.folder, "trapped")})`;
  const { code } = await runAction(opened, { paths: `deploy\n"; ${trap}\n`, id: trap });
  t.is(code, 2);
  t.throws(() => readFileSync(join(opened.folder, "trapped")));
  const steps = listField(objectField(action, "runs"), "steps").map((step) => textOf(step, "run"));
  t.notRegex(steps.join("\n"), /\$\{\{/);
});

test("the action prints a warning if it may not write the comment", async (t) => {
  const opened = await openPullRequest(t);
  const { code, output } = await runAction(opened, { paths: "deploy", token: "of-a-fork" });
  t.is(code, 0);
  t.regex(output, /::warning::the comment was not written/);
});
