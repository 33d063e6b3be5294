/**
 * `make judge-renderers FOLDER=path`: compares the built-in renderers with `helm template` and `kustomize
 * build` on the charts and kustomizations in FOLDER, e.g. of checkouts of public repositories. Without it, on
 * those in the modules of `renderer-corpus/corpus.json`, which tests and renderers are built from anyway, of
 * the tests of kustomize, of `helm create`, and of this repository. Prints the differences and the counts.
 * Exits with code 1 on a difference. Charts of version 3 are left out: Helm refuses them, or crashes.
 */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { type BuiltinRenderer, builtinRenderer } from "../lib/render/wasm/builtin-renderer.ts";
import { helmWords, type Printed, printedBy } from "./charts/both-renderers.ts";
import { CannotStart, runScript } from "./control-plane/cannot-start.ts";
import { runGo } from "./control-plane/go.ts";
import { streamProgress } from "./control-plane/progress.ts";
import { buildPeers, peerPath } from "./peers/build-peers.ts";
import { answerOf } from "./renderer-corpus/answer-of.ts";
import { compareRendered, type Relation, type RendererVerdict } from "./renderer-corpus/compare-rendered.ts";
import corpus from "./renderer-corpus/corpus.json" with { type: "json" };
import { casesIn } from "./renderer-corpus/find-cases.ts";
import { unpackKustomizeTests } from "./renderer-corpus/kustomize-tests.ts";
import type { RendererCase } from "./renderer-corpus/renderer-case.ts";

const checkout = join(import.meta.dirname, "..");
const relations: readonly Relation[] = ["equal bytes", "equal objects", "both fail", "refused", "different"];
const home = realpathSync(mkdtempSync(join(tmpdir(), "converge-judge-")));

await runScript(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const renderer = builtinRenderer();
  if (renderer === undefined) {
    throw new CannotStart("the renderers are not built: make renderers");
  }
  await buildPeers(streamProgress(process.stderr, process.env), ["helm", "kustomize"]);
  try {
    const cases = positionals.length === 0 ? await corpusCases() : positionals.flatMap((one) => casesIn(one));
    await judge(renderer, cases);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

async function corpusCases(): Promise<readonly RendererCase[]> {
  const cases = ["deploy", "examples", "fixtures", "bench/charts"].flatMap((folder) =>
    casesIn(join(checkout, folder), folder),
  );
  await printedBy({ program: peerPath("helm"), words: ["create", join(home, "created")], home });
  cases.push(...casesIn(join(home, "created"), "helm create"));
  for (const { goModule, dependency, without } of corpus) {
    const folder = await dependencyFolder(join(checkout, goModule), dependency);
    const left = without === undefined ? "" : join(folder, without);
    cases.push(...casesIn(folder, dependency).filter(({ path }) => left === "" || !path.startsWith(left)));
    if (dependency === "sigs.k8s.io/kustomize/api") {
      const tests = join(home, "tests");
      unpackKustomizeTests(folder, tests);
      cases.push(...casesIn(tests, "tests of kustomize"));
    }
  }
  return cases;
}

/** Returns the folder of a dependency of a Go module, in the version of its go.mod. */
async function dependencyFolder(goModule: string, dependency: string): Promise<string> {
  const answer: { readonly Dir: string } = JSON.parse(
    await runGo(goModule, ["mod", "download", "-json", dependency]),
  );
  return answer.Dir;
}

async function judge(renderer: BuiltinRenderer, cases: readonly RendererCase[]): Promise<void> {
  const verdicts: { readonly type: RendererCase["type"]; readonly relation: Relation }[] = [];
  for (const one of cases) {
    const verdict = await verdictOn(renderer, one);
    verdicts.push({ type: one.type, relation: verdict.relation });
    if (verdict.relation === "different") {
      process.stdout.write(`${one.name}: ${verdict.detail}\n`);
      process.exitCode = 1;
    }
  }
  for (const type of ["chart", "kustomization"] as const) {
    const of = verdicts.filter((one) => one.type === type);
    const count = (relation: Relation): string =>
      `${of.filter((one) => one.relation === relation).length} ${relation}`;
    const counts = relations.map(count);
    process.stdout.write(`${of.length} ${type}s: ${counts.join(", ")}\n`);
  }
}

async function verdictOn(renderer: BuiltinRenderer, one: RendererCase): Promise<RendererVerdict> {
  return compareRendered(await answerOf(renderer, one), () => printedFor(one));
}

function printedFor({ type, path, words }: RendererCase): Promise<Printed> {
  return type === "chart"
    ? printedBy({ program: peerPath("helm"), words: [...helmWords(path), ...words], home })
    : printedBy({ program: peerPath("kustomize"), words: ["build", path], home });
}
