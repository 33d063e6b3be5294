import { readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import { chartArchive } from "../../fixtures/chart-server.ts";
import { emptyFolder, makeRepository } from "../../fixtures/made-repository.ts";
import { type Recorded, runRecorded } from "../../fixtures/recording-shell.ts";

const config = (name: string, text: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  text: "${text}"\n`;

/** Runs compare in a folder, since revisions are resolved in the repository of the working directory. */
async function compareIn(folder: string, line: string): Promise<Recorded> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    const around = { env: { PATH: process.env["PATH"], HOME: folder } };
    return await runRecorded(["compare", ...line.split(" ")], around);
  } finally {
    process.chdir(before);
  }
}

test.serial("git runs no programs set by the repository, and links out of it are not followed", async (t) => {
  const other = makeRepository(t);
  other.write("deploy/a.yaml", config("env", "1"));
  other.write(".gitattributes", "*.yaml filter=evil diff=evil\n");
  symlinkSync("/etc", join(other.folder, "deploy", "out"));
  const old = other.commit();
  for (const setting of ["filter.evil.smudge", "core.fsmonitor", "diff.evil.textconv", "core.sshCommand"]) {
    other.git("config", setting, `touch ${other.folder}/ran`);
  }
  const { stdout, code } = await compareIn(other.folder, `${old} HEAD -q -f deploy`);
  const { stderr } = await compareIn(other.folder, `${old} HEAD deploy`);
  t.regex(stderr, /^warning: deploy\/out is not read at a git revision: it is a link/);
  t.is(stdout, "no changes, 1 unchanged\n");
  t.is(code, 0);
  t.false(readdirSync(other.folder).includes("ran"));
});

test.serial("a path through a link is read, and a repository path may contain a line break", async (t) => {
  const other = makeRepository(t);
  other.write("envs/prod/deploy/a.yaml", config("env", "1"));
  symlinkSync("envs/prod", join(other.folder, "current"));
  const old = other.commit();
  const oddPath = join(emptyFolder(t), "a\nb");
  other.git("clone", "--quiet", other.folder, oddPath);
  for (const folder of [other.folder, oddPath]) {
    const { stdout } = await compareIn(folder, `${old} -q current/deploy`);
    t.is(stdout, "no changes, 1 unchanged\n");
  }
});

test.serial("values files of a revision are read for an archived chart", async (t) => {
  const other = makeRepository(t);
  const template = {
    name: "web/templates/a.yaml",
    text: config("env", "{{ .Values.text }}{{ .Values.more }}"),
  };
  other.write("charts/web.tgz", await chartArchive("web", "1.0.0", [template]));
  other.write("values/prod.yaml", "text: one\n");
  other.write("values/more.txt", "more");
  const old = other.commit();
  const flags = "--values values/prod.yaml --set-file more=values/more.txt";
  const same = await compareIn(other.folder, `${old} -q charts/web.tgz ${flags}`);
  other.write("values/prod.yaml", "text: two\n");
  const changed = await compareIn(other.folder, `${old} -q charts/web.tgz ${flags}`);
  t.is(same.stdout, "no changes, 2 unchanged\n");
  t.is(changed.stdout, "namespace default: 1 changed, 1 unchanged\n");
});
