import test from "ava";

import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { formatGithubAnnotations } from "./github-annotations.ts";

const annotates = test.macro({
  title: (_, line: string) => `a diagnostic is written as: ${line}`,
  exec: (t, line: string, diagnostic: Diagnostic) => {
    t.is(formatGithubAnnotations([diagnostic]), `${line}\n`);
  },
});

test(annotates, "::error file=web.yaml,line=12,col=3,title=Cycle::a waits for b", {
  code: "Cycle",
  severity: "error",
  message: "a waits for b",
  origin: { file: "web.yaml", line: 12, column: 3 },
});
test(annotates, "::notice title=SourceSkipped::100%25 of%0Ait, all: skipped", {
  code: "SourceSkipped",
  severity: "note",
  message: "100% of\nit, all: skipped",
});
test(annotates, "::warning file=a%2Cb%3Ac%25.yaml,line=1,title=UnknownKind::m", {
  code: "UnknownKind",
  severity: "warning",
  message: "m",
  origin: { file: "a,b:c%.yaml", line: 1 },
});

test(annotates, String.raw`::error file=a\x1b.yaml,line=1,title=Cycle::two%0Alines of \x1b[31mred`, {
  code: "Cycle",
  severity: "error",
  message: "two\nlines of \u001B[31mred",
  origin: { file: "a\u001B.yaml", line: 1 },
});

test("no annotations without diagnostics", (t) => {
  t.is(formatGithubAnnotations([]), "");
});

function at(file: string): Diagnostic {
  return { code: "Cycle", severity: "error", message: "m", origin: { file, line: 1, column: 2 } };
}

function inShop(file: string): string | undefined {
  return file === "<stdin>" ? undefined : `shop/${file}`;
}

test("a file is named relative to the repository, and stdin has no location", (t) => {
  t.is(
    formatGithubAnnotations([at("web.yaml"), at("<stdin>")], inShop),
    "::error file=shop/web.yaml,line=1,col=2,title=Cycle::m\n::error title=Cycle::m\n",
  );
});

function fileOf(file: string): string {
  return file.replace(" (rendered)", "");
}

test("a diagnostic about rendered output is annotated at its template without a line", (t) => {
  t.is(
    formatGithubAnnotations([at("shop/templates/web.yaml (rendered)")], fileOf),
    "::error file=shop/templates/web.yaml,title=Cycle::m\n",
  );
});
