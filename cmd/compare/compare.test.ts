import { readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test from "ava";

import { emptyFolder } from "../../fixtures/made-repository.ts";
import { runRecorded } from "../../fixtures/recording-shell.ts";
import { workInRepository } from "../../fixtures/working-repository.ts";

// Revisions are resolved in the repository of the working directory.
const repository = workInRepository(test);

const config = (name: string, text: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  text: "${text}"\n`;
const secret = (word: string): string =>
  `apiVersion: v1\nkind: Secret\nmetadata:\n  name: pass\nstringData:\n  word: ${word}\n`;
const kustomization = "resources: [env.yaml]\nnamePrefix: one-\n";

repository.write(
  "deploy/app.yaml",
  [config("env", "1"), config("gone", "x"), secret("hunter2")].join("---\n"),
);
repository.write("base/env.yaml", config("env", "1"));
repository.write("base/kustomization.yaml", kustomization);
repository.write("overlay/kustomization.yaml", "resources: [../base]\n");
repository.write("chart/Chart.yaml", "apiVersion: v2\nname: chart\nversion: 1.0.0\n");
repository.write(
  "chart/templates/env.yaml",
  `${config("env", "{{ .Values.text }}")}  random: "{{ randAlphaNum 9 }}"\n`,
);
repository.write("prod.yaml", "text: one\n");
repository.git("branch", "-m", "main");
const first = repository.commit();
repository.git("checkout", "--quiet", "-b", "topic");
repository.write("deploy/app.yaml", `# moved\n${[secret("hunter3"), config("env", "2")].join("---\n")}`);
repository.write("base/kustomization.yaml", kustomization.replace("one-", "two-"));
repository.write("prod.yaml", "text: two\n");
repository.commit();
repository.git("checkout", "--quiet", "main");
repository.write("deploy/more.yaml", config("more", "main"));
repository.commit();
repository.git("checkout", "--quiet", "topic");

interface Call {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function compare(line: string, env: Readonly<Record<string, string>> = {}): Promise<Call> {
  const around = { env: { PATH: process.env["PATH"], HOME: repository.folder, ...env } };
  return runRecorded(["compare", ...line.split(" ")], around);
}

const prints = test.macro<[line: string, headline: string, code?: number]>({
  title: (_, line, __, code = 1) =>
    `compare ${line.replace(first, "FIRST")} prints its headline and exits with ${code}`,
  exec: async (t, line, headline, code = 1) => {
    const done = await compare(`-q ${line}`);
    t.is(done.stdout, `${headline}\n`);
    t.is(done.stderr, "");
    t.is(done.code, code);
  },
});
const branch = "namespace default: 2 changed, 1 removed";
test(prints, `${first} topic deploy/`, branch);
test(prints, `${first} deploy`, branch);
test(prints, `${first} -- deploy`, branch);
test(prints, `${first} -f deploy/app.yaml`, branch);
test(prints, `${first}..topic deploy`, branch);
test(prints, "main...topic deploy", branch);
test(prints, "main... deploy", branch);
test(prints, "main topic deploy", "namespace default: 2 changed, 2 removed");
test(prints, "topic deploy", "no changes, 2 unchanged", 0);
test(prints, `topic ${first} deploy/app.yaml`, "namespace default: 1 added, 2 changed");
test(prints, "topic main deploy/more.yaml", "namespace default: 1 added, 2 new permissions");
test(
  prints,
  `topic..main -f deploy,deploy/more.yaml -f base`,
  "namespace default: 3 added, 2 changed, 1 removed",
);
test(prints, `main..topic -f deploy/app.yaml -f deploy/more.yaml`, "namespace default: 2 changed, 2 removed");
test(prints, `deploy deploy`, "no changes, 2 unchanged", 0);
test(prints, `deploy/app.yaml base/env.yaml`, "namespace default: 1 changed, 1 removed");
test(prints, `${first} ${join(repository.folder, "deploy")}`, branch);
test(prints, `${first} base`, "namespace default: 1 added, 1 removed");
test(prints, `${first} overlay`, "namespace default: 1 added, 1 removed");
test(prints, `${first} topic overlay`, "namespace default: 1 added, 1 removed");
test(prints, `${first} topic chart --values prod.yaml`, "namespace default: 1 changed");
test(prints, `topic chart --set text=x`, "no changes, 1 unchanged", 0);
test(prints, `${first} deploy --fail-on none`, branch, 0);
test(prints, `${first} deploy --fail-on recreate,crd`, branch, 0);
test(prints, `${first} deploy --fail-on crd --fail-on prune`, branch, 1);

test("CONVERGE_CONFIG does not turn a comparison of paths into one of units", async (t) => {
  const { stdout } = await compare("-q topic deploy", { CONVERGE_CONFIG: "sync.yaml" });
  t.is(stdout, "no changes, 2 unchanged\n");
});

const writeChart = (name: string, password: string, list: string): void => {
  repository.write(`random/${name}/Chart.yaml`, "apiVersion: v2\nname: chart\nversion: 1.0.0\n");
  const pod = `apiVersion: v1\nkind: Pod\nmetadata: { name: pod }\nspec: { containers: [{ name: c, image: i, env: ${list} }] }\n`;
  const pass = `apiVersion: v1\nkind: Secret\nmetadata: { name: pass }\nstringData: { word: "${password}" }\n`;
  repository.write(`random/${name}/templates/all.yaml`, `${pod}---\n${pass}`);
};

test.serial("a value generated by a chart is a change only if the head sets it", async (t) => {
  const env = '[{ name: a, value: "{{ .Values.a }}" }, { name: b, value: "{{ randAlphaNum 9 }}" }]';
  const fixedFirst = '[{ name: b, value: "x" }, { name: a, value: "{{ .Values.a }}" }]';
  writeChart("generated", "{{ randAlphaNum 9 }}", env);
  writeChart("set", "hunter2", fixedFirst);
  const line = "-q --set a=1 --fail-on any";
  const into = await compare(`random/generated random/set ${line}`);
  t.regex(into.stdout, /: .*(?:changed|recreated|refused)/);
  t.is(into.code, 1);
  const password = await compare(`random/generated random/set -o json --set a=1`);
  t.regex(password.stdout, /"\/namespaces\/default\/Secret\/pass"/);
  writeChart("order", "hunter2", '[{ name: a, value: "{{ .Values.a }}" }, { name: b, value: "x" }]');
  const { stdout } = await compare(`random/order random/generated ${line}`);
  t.is(stdout, "2 new warnings, 2 unchanged\n");
  const back = await compare(`random/set random/generated -o json --set a=1`);
  t.notRegex(back.stdout, /default\/Secret\/pass|"\(random\)"/);
});

const ofFile = test.macro<[settings: string, message: RegExp | undefined, line?: string]>({
  title: (_, settings, message, line = "") =>
    `compare ${line} ${message ? "rejects" : "accepts"} ${settings} in converge.yaml`,
  exec: async (t, settings, message, line = `${first} topic chart`) => {
    repository.write("converge.yaml", `${settings}\n`);
    const { code, stdout, stderr } = await compare(`${line} -q`);
    rmSync("converge.yaml");
    t.is(code, message === undefined ? 1 : 2);
    t.is(stdout, message === undefined ? "namespace default: 1 changed\n" : "");
    t.regex(stderr, message ?? /^$/);
  },
});
const elsewhere = /is not a file of the repository, which may be a foreign one: give it on the command line/;
test.serial(ofFile, "values: [prod.yaml]", undefined);
test.serial(ofFile, "set-file: [text=prod.yaml]", undefined);
test.serial(ofFile, "values: [/etc/hostname]", elsewhere);
test.serial(ofFile, "values: ['prod.yaml,/etc/hostname']", elsewhere);
test.serial(ofFile, "values: ['http://127.0.0.1:9/']", elsewhere);
test.serial(ofFile, "set-file: [text=/proc/self/environ]", elsewhere);
test.serial(ofFile, "set-file: [text=../../../../../../etc/hostname]", elsewhere);
test.serial(ofFile, "set-file: ['text=prod.yaml,b=/etc/hostname']", elsewhere);
test.serial(ofFile, "set-file: ['a\\=text=/etc/hostname']", elsewhere);
test.serial(ofFile, "set-file: [text=/etc/hostname]", elsewhere, "topic chart");
test.serial(ofFile, "set-file: [text=/etc/hostname]", elsewhere, "chart chart");
test.serial(ofFile, "renderer: path", /renderer must not be set by a file/);
test.serial(ofFile, "sops-age-key-file: key", /sops-age-key-file must not be set by a file/);

test.serial(
  "outputs have no Secret values or temporary paths, and no temporary folder is left",
  async (t) => {
    const before = process.env["TMPDIR"];
    process.env["TMPDIR"] = emptyFolder(t);
    for (const output of ["table", "json", "markdown", "github", "html"]) {
      const { stdout, code } = await compare(`${first} topic deploy -o ${output}`);
      t.is(code, 1);
      t.notRegex(stdout, /hunter|aHVudGVy|converge-compare-/);
      t.is(stdout, (await compare(`${first} topic deploy -o ${output}`)).stdout);
    }
    t.deepEqual(readdirSync(tmpdir()), []);
    process.env["TMPDIR"] = before ?? "/tmp";
  },
);

test("locations of both sides are shown as paths of the working tree", async (t) => {
  const { stdout } = await compare(`${first} topic deploy -o json`);
  const { objects } = JSON.parse(stdout) as { objects: readonly { origin: { file: string } }[] };
  t.deepEqual(new Set(objects.map(({ origin }) => origin.file)), new Set(["deploy/app.yaml"]));
  const folders = await compare("deploy base -o json");
  const both = JSON.parse(folders.stdout) as { objects: readonly { origin: { file: string } }[] };
  t.deepEqual(
    new Set(both.objects.map(({ origin }) => origin.file)),
    new Set(["base (rendered)", "deploy/app.yaml"]),
  );
});

const objectsOf = async (line: string): Promise<unknown> => {
  const { stdout } = await compare(`${line} -o json`);
  return (JSON.parse(stdout) as { objects: unknown }).objects;
};

test("equivalent spellings of a folder path give the same comparison", async (t) => {
  const plain = await objectsOf("deploy base");
  for (const line of ["./deploy ./base", "deploy/ base//", "./base/../deploy ././base"]) {
    t.deepEqual(await objectsOf(line), plain, line);
  }
});

const refuses = test.macro({
  title: (_, line: string) => `compare ${line} is rejected`,
  exec: async (t, line: string, message: RegExp) => {
    const { code, stdout, stderr } = await compare(line);
    t.is(code, 2);
    t.is(stdout, "");
    t.regex(stderr, message);
  },
});
test(refuses, "main", /^error: no manifests given: /);
test(refuses, "absent deploy", /^error: absent is neither a path nor a git revision/);
test(refuses, "main absent deploy", /^error: absent is neither a path nor a git revision/);
test(refuses, "deploy", /^error: deploy is a path, so the second argument has to be one: /);
test(refuses, "main -", /^error: standard input has one state only/);
test(refuses, "main deploy --values -", /^error: standard input has one state only/);
test(refuses, `main ${tmpdir()}`, /is outside of the git repository/);
test(refuses, "--output=x main deploy", /choose table, json, markdown, github or html/);
test(refuses, "main deploy --fail-on prun", /choose any, added, /);
test(refuses, "main deploy --fail-on=", /write none to never fail/);
test(refuses, "main deploy --fail-on crd --fail-on ,", /write none to never fail/);
test(refuses, "main deploy --max-size 9", /at least 1000/);
test(
  refuses,
  "main topic nowhere",
  /\[SourceNotFound\][^]*nothing was compared: the head cannot be planned\n$/,
);

test("errors of the head are reported on standard error and in the comment, with exit code 2", async (t) => {
  repository.write("bad.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {}\n");
  const { code, stdout, stderr } = await compare("topic bad.yaml -o markdown");
  t.is(code, 2);
  t.regex(stderr, /\[NameMissing\]/);
  t.regex(stdout, /^### converge: cannot be planned\n[^]*\[NameMissing\]/);
});

test("--invalid skip compares the valid objects, and counts new errors as findings", async (t) => {
  repository.write("bad.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {}\n");
  const { code, stdout, stderr } = await compare(
    `-q ${first} deploy bad.yaml --invalid skip --fail-on invalid`,
  );
  t.is(stdout, `${branch}, 1 new error\n`);
  t.is(code, 1);
  t.regex(stderr, /\[NameMissing\]/);
});

test("objects of the base with errors are treated as missing, with a note", async (t) => {
  repository.write(
    "bad/old.yaml",
    config("env", "1").replace("name:", "annotations: { config.kubernetes.io/depends-on: web }\n  name:"),
  );
  repository.write("bad/new.yaml", config("env", "1"));
  const { code, stdout, stderr } = await compare("bad/old.yaml bad/new.yaml -q");
  t.regex(stdout, /^namespace default: 1 added, /);
  t.is(stderr, "note: objects of the base that have errors count as missing in it\n");
  t.is(code, 1);
});
