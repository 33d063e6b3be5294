import { rmSync } from "node:fs";

import test from "ava";

import { type Recorded, runRecorded } from "../../fixtures/recording-shell.ts";
import { workInRepository } from "../../fixtures/working-repository.ts";

// Revisions are resolved in the repository of the working directory.
const repository = workInRepository(test);

const config = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: env, namespace: shop }\n";
const head = "apiVersion: converge.dev/v1\nkind: Sync\nunits:\n";
const unit = (name: string, url: string): string =>
  `  - { name: ${name}, namespace: shop, source: { path: shop, ref: main, url: "${url}" } }\n`;
const far = "https://example.com/fleet.git";
repository.write("both.yaml", head + unit("shop", repository.url) + unit("far", far));
repository.write("far.yaml", head + unit("far", far));
repository.write("shop/all.yaml", config);
repository.commit();

async function compare(line: string): Promise<Recorded> {
  const env = { PATH: process.env["PATH"], HOME: repository.folder };
  return runRecorded(["compare", "main", "-q", "--config", ...line.split(" ")], { env });
}

const partly = "2 units: 2 unchanged; no changes of objects, 1 unit not compared\n";

test("units of another repository are counted as not compared", async (t) => {
  t.is((await compare("both.yaml")).stdout, partly);
  const { stdout } = await compare("both.yaml -o markdown");
  t.regex(stdout, /^### converge: 2 units: /);
});

test("a configuration without any unit of the repository is rejected", async (t) => {
  const { code, stdout, stderr } = await compare("far.yaml");
  t.is(stdout, "");
  t.regex(stderr, /^error: no unit is of this repository: if far\.yaml .* --repo-url\n$/);
  t.is(code, 2);
});

test.serial("repo-url in converge.yaml does not set the repository to compare", async (t) => {
  repository.write("converge.yaml", `repo-url: ${far}\n`);
  const { stdout } = await compare("both.yaml");
  rmSync("converge.yaml");
  t.is(stdout, partly);
});
