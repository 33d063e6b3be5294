import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import test, { type ExecutionContext } from "ava";

import { runRecorded } from "../../fixtures/recording-shell.ts";

/** Runs the completion of bash for the words, the last of which is the one at the cursor. */
async function complete(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const { stdout: script } = await runRecorded(["completion", "bash"]);
  const press = `${script}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _converge; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const printed = execFileSync("bash", ["--noprofile", "--norc", "-c", press, "bash", ...words], {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  return printed.trimEnd().split("\n");
}

const completes = test.macro({
  title: (_, line: string) => `bash completes: ${line}`,
  exec: async (t, line: string, offered: string) => {
    t.deepEqual(await complete(line.split(" ")), offered.split(" "));
  },
});

test(
  completes,
  "converge ",
  "apply rollback delete move diff status health history get list plan compare comment validate show show-plan rbac crds explain sync modules crd completion version help --version --help",
);
test(completes, "converge pl", "plan");
test(completes, "converge plan --ex", "--external-deps --external-timeout");
test(completes, "converge plan -o ", "table json yaml name dot mermaid html");
test(completes, "converge plan --output = js", "json");
test(completes, "converge plan --color =", "auto always never");
test(completes, "converge plan --action r", "rollback");
test(completes, "converge completion z", "zsh");
test(completes, "converge help v", "validate version");
test(completes, "converge explain Cy", "Cycle");
test(completes, "converge apply --allow-prune ", "namespaces crds pvcs controllers all");
test(completes, "converge modules p", "plan publish");
test(completes, "converge modules graph --out", "--output");
// No candidates: bash falls back to file names.
test(completes, "converge plan web", "");
test(completes, "converge plan -f web", "");
test(completes, "converge modules plan ", "");
test(completes, "converge apply --values web", "");
test(completes, "converge apply --kubeconfig web", "");
test(completes, "converge validate --old web", "");
test(completes, "converge show web manifests", "");
test(completes, "converge modules graph -o ", "table json dot mermaid html");
test(completes, "converge modules plan --output ", "table json yaml");
test(completes, "converge modules ch", "check");
test(completes, "converge modules check --in", "--installed");
test(completes, "converge modules publish --in", "--insecure-http");

/** A kubeconfig with these contexts, in a folder with an executable `converge`. */
function withContexts(t: ExecutionContext, contexts: readonly string[]): { config: string; path: string } {
  const folder = mkdtempSync(join(tmpdir(), "converge-complete-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const config = join(folder, "config");
  writeFileSync(config, JSON.stringify({ contexts: contexts.map((name) => ({ name, context: {} })) }));
  symlinkSync(resolve("cmd/converge.mjs"), join(folder, "converge"));
  return { config, path: `${folder}:${process.env["PATH"] ?? ""}` };
}

const completesContexts = test.macro({
  title: (_, words: readonly string[]) => `bash completes contexts of the kubeconfig: ${words.join(" ")}`,
  exec: async (t, words: readonly string[], offered: readonly string[]) => {
    const contexts = ["dev", "arn:aws:eks:eu:1:cluster/a", "arn:aws:eks:eu:1:cluster/b", "$(touch hurt)"];
    const { config, path } = withContexts(t, contexts);
    const given = words.map((word) => (word === "CONFIG" ? config : word));
    t.deepEqual(await complete(["converge", ...given], { PATH: path }), offered);
  },
});

test(completesContexts, ["apply", "--kubeconfig", "CONFIG", "--context", "d"], ["dev"]);
test(completesContexts, ["apply", "--kubeconfig", "=", "CONFIG", "--context", "=", "d"], ["dev"]);
test(
  completesContexts,
  [
    "status",
    "--kubeconfig",
    "CONFIG",
    "--context",
    "arn",
    ":",
    "aws",
    ":",
    "eks",
    ":",
    "eu",
    ":",
    "1",
    ":",
    "c",
  ],
  ["cluster/a", "cluster/b"],
);
test(
  completesContexts,
  ["status", "--kubeconfig", "CONFIG", "--context", "$"],
  [String.raw`\$\(touch\ hurt\)`],
);

test("names that cannot be looked up have no completions and print no error", async (t) => {
  for (const source of ["contexts", "namespaces", "releases", "revisions", "owned", "objects", "nonsense"]) {
    const words = ["__complete", source, "--", "status", "--kubeconfig", "nowhere/config", "--release"];
    t.deepEqual(await runRecorded(words), { code: 0, stdout: "", stderr: "" });
  }
});

const wordpress = ["deployment.apps/wordpress", "service/wordpress", "service/wordpress-mysql"];

test("--why is completed with the objects of the given manifests, as named by kubectl", async (t) => {
  const asked = ["__complete", "objects", "--", "plan", "fixtures/wordpress", "--why"];
  for (const words of [asked, [...asked, "deployment/wordpress"], [...asked, "x", "--namespace", "shop"]]) {
    const { code, stdout, stderr } = await runRecorded(words);
    t.deepEqual({ code, stderr }, { code: 0, stderr: "" });
    t.deepEqual(
      stdout.split("\n").filter((name) => wordpress.includes(name)),
      wordpress,
    );
  }
  t.is((await runRecorded(["__complete", "objects", "--", "plan", "-", "--why"])).stdout, "");
});

const looksUp = test.macro({
  title: (_, line: string, source: string) => `bash completes names of ${source}: ${line}`,
  exec: async (t, line: string, source: string) => {
    const { stdout: script } = await runRecorded(["completion", "bash"]);
    const press = `${script}
_converge_names() { printf '%s\\n' "$1"; }
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _converge || true`;
    const printed = execFileSync("bash", ["--noprofile", "--norc", "-c", press, "bash", ...line.split(" ")], {
      encoding: "utf8",
    });
    t.is(printed, `${source}\n`);
  },
});

test(looksUp, "converge status sh", "releases");
test(looksUp, "converge rollback s", "revisions");
test(looksUp, "converge rollback shop 1", "revisions");
test(looksUp, "converge get manifests shop --revision 1", "revisions");
test(looksUp, "converge plan fixtures/wordpress --why w", "objects");
test(looksUp, "converge move --release shop dep", "owned");
test(looksUp, "converge move web --to-release t", "releases");

/** Whether bash completes file names after the words. */
async function completesFiles(words: readonly string[]): Promise<boolean> {
  const { stdout: script } = await runRecorded(["completion", "bash"]);
  const press = `${script}
compopt() { printf 'no files\\n'; }
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _converge || true`;
  return execFileSync("bash", ["--noprofile", "--norc", "-c", press, "bash", ...words], {}).length === 0;
}

const offersFiles = test.macro({
  title: (_, line: string, files: boolean) => `bash offers ${files ? "files" : "no files"}: ${line}`,
  exec: async (t, line: string, files: boolean) => {
    t.is(await completesFiles(line.split(" ")), files);
  },
});

for (const line of [
  "converge plan web",
  "converge plan -f web",
  "converge apply --values web",
  "converge apply --set-file key=web",
  "converge apply --kubeconfig web",
  "converge apply --certificate-authority web",
  "converge sync --config web",
  "converge sync --ssh-key-file web",
  "converge validate --old web",
  "converge show object web",
  "converge apply --prune web",
  "converge modules graph web",
  "converge modules publish --ca-file web",
]) {
  test(offersFiles, line, true);
}
for (const line of ["converge sync --path web", "converge apply --release web", "converge modules web"]) {
  test(offersFiles, line, false);
}

const scripts = test.macro({
  title: (_, host: string) => `the completion script for ${host} has every command, flag and choice`,
  exec: async (t, host: string, flag: (name: string) => string) => {
    const { code, stdout } = await runRecorded(["completion", host]);
    t.is(code, 0);
    for (const word of [
      "plan",
      "version",
      "completion",
      "help",
      "mermaid",
      "rollback",
      flag("external-deps"),
    ]) {
      t.true(stdout.includes(word), word);
    }
  },
});

test(scripts, "bash", (name) => `--${name}`);
test(scripts, "zsh", (name) => `'*--${name}=[`);
test(scripts, "fish", (name) => `-l ${name} -r`);
test(scripts, "powershell", (name) => `'plan --${name}' = @(`);
