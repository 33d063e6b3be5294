import test from "ava";

import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import type { Origin } from "../../object/diagnostic/source-text.ts";
import { formatDiagnostics } from "./diagnostics.ts";

const plain = { color: false };

function render(text: string, ...origins: readonly Omit<Origin, "file">[]): string {
  const diagnostics = origins.map((origin): Diagnostic => ({
    code: "NameInvalid",
    severity: "error",
    message: "it is wrong",
    origin: { ...origin, file: "a.yaml" },
  }));
  return formatDiagnostics(diagnostics, {
    ...plain,
    sources: new Map([["a.yaml", { name: "a.yaml", text }]]),
  });
}

test("a diagnostic shows its source line and underlines its range", (t) => {
  t.is(
    render("kind: Pod\nname: web\n", { line: 2, column: 7, length: 3 }),
    `a.yaml:2:7: error: it is wrong [NameInvalid]
    2 | name: web
      |       ^~~

1 error
`,
  );
});

test("related locations follow their diagnostic, and the output ends with the counts", (t) => {
  const diagnostics: readonly Diagnostic[] = [
    {
      code: "ConflictingObject",
      severity: "error",
      message: "twice",
      origin: { file: "a.yaml", line: 1 },
      related: [{ message: "the other one", origin: { file: "b.yaml", line: 2, column: 1 } }],
    },
    { code: "Cycle", severity: "error", message: "round" },
    { code: "EdgeGivenUp", severity: "warning", message: "gave way", origin: { file: "gone.yaml", line: 9 } },
  ];
  const sources = new Map([
    ["a.yaml", { name: "a.yaml", text: "one" }],
    ["b.yaml", { name: "b.yaml", text: "one\r\ntwo\r\n" }],
  ]);
  t.is(
    formatDiagnostics(diagnostics, { ...plain, sources }),
    `a.yaml:1: error: twice [ConflictingObject]
    1 | one
  b.yaml:2:1: the other one
    2 | two
      | ^

error: round [Cycle]

gone.yaml:9: warning: gave way [EdgeGivenUp]

2 errors, 1 warning
`,
  );
});

test("no output without diagnostics", (t) => {
  t.is(formatDiagnostics([], { ...plain, sources: new Map() }), "");
});

interface Underlined {
  readonly column: number;
  readonly length: number;
  readonly line: string;
  readonly squiggle: string;
}

const squiggles = test.macro((t, text: string, { column, length, line, squiggle }: Underlined) => {
  const [, above, below] = render(text, { line: 1, column, length }).split("\n");
  t.deepEqual([above, below], [`    1 | ${line}`, `      | ${squiggle}`]);
});

test("a squiggle is aligned after tabs", squiggles, "\ta: b", {
  column: 5,
  length: 1,
  line: "    a: b",
  squiggle: "       ^",
});
test("a squiggle covers wide characters", squiggles, "日本: 日本", {
  column: 5,
  length: 2,
  line: "日本: 日本",
  squiggle: "      ^~~~",
});
test("a squiggle covers an escaped control sequence", squiggles, "\u001B[2J: b", {
  column: 1,
  length: 4,
  line: String.raw`\x1b[2J: b`,
  squiggle: "^~~~~~~",
});
test("a column beyond the end of the line is clamped to its end", squiggles, "abc", {
  column: 9,
  length: 4,
  line: "abc",
  squiggle: "   ^",
});
test(
  "a long line is cut to the part around the column",
  squiggles,
  `${"x".repeat(500)}HERE${"y".repeat(500)}`,
  {
    column: 501,
    length: 4,
    line: `…${"x".repeat(50)}HERE${"y".repeat(66)}…`,
    squiggle: `${" ".repeat(51)}^~~~`,
  },
);

test("the underline of a long range ends with the visible part of the line", (t) => {
  const squiggle = render("z".repeat(1000), { line: 1, column: 1, length: 1000 }).split("\n")[2];
  t.is(squiggle, `      | ^${"~".repeat(119)}`);
});

test("control characters in messages and file names are escaped", (t) => {
  const diagnostic: Diagnostic = {
    code: "Cycle",
    severity: "note",
    message: "\u001B[31mred",
    origin: { file: "\u0007", line: 1 },
  };
  t.is(
    formatDiagnostics([diagnostic], { ...plain, sources: new Map() }),
    `${String.raw`\x07:1: note: \x1b[31mred [Cycle]`}\n\n1 note\n`,
  );
});

test("coloured output has the same text as plain output", (t) => {
  const diagnostic: Diagnostic = {
    code: "Cycle",
    severity: "error",
    message: "m",
    origin: { file: "a", line: 1, column: 2 },
  };
  const sources = new Map([["a", { name: "a", text: "abc" }]]);
  const coloured = formatDiagnostics([diagnostic], { color: true, sources });
  t.not(coloured, formatDiagnostics([diagnostic], { color: false, sources }));
  // oxlint-disable-next-line no-control-regex -- the escape sequences of colours.
  t.is(coloured.replaceAll(/\u001B\[\d+m/g, ""), formatDiagnostics([diagnostic], { color: false, sources }));
});

function many(amount: number, code: Diagnostic["code"]): readonly Diagnostic[] {
  return Array.from({ length: amount }, (_, index) => ({
    code,
    severity: "warning" as const,
    message: `${index}`,
  }));
}

test("only the first of many diagnostics with the same code and severity are shown, the rest are counted", (t) => {
  const error: Diagnostic = { code: "UnknownKind", severity: "error", message: "x" };
  const all = [error, ...many(5000, "UnknownKind"), ...many(100, "Cycle")];
  const lines = formatDiagnostics(all, { ...plain, sources: new Map() })
    .split("\n")
    .filter((line) => line !== "");
  t.is(lines.length, 1 + 20 + 1 + 100 + 1);
  t.deepEqual(lines.slice(20, 23), [
    "warning: 19 [UnknownKind]",
    "… and 4980 more [UnknownKind]",
    "warning: 0 [Cycle]",
  ]);
  t.is(lines.at(-1), "1 error, 5100 warnings");
});

test("the same fault of many objects is shown once, with the names of the other objects in one line", (t) => {
  const missing = ["a", "b", "c", "d"].map((name): Diagnostic => {
    const ref = `apps/namespaces/shop/Deployment/${name}`;
    const message = `${ref} depends on /namespaces/shop/ConfigMap/env, which is not in the set`;
    return {
      code: "DependsOnExternal",
      severity: "error",
      message,
      ref,
      origin: { file: `${name}.yaml`, line: 7 },
    };
  });
  const other: Diagnostic = { code: "Cycle", severity: "error", message: "round" };
  t.is(
    formatDiagnostics([...missing, other], { ...plain, sources: new Map() }),
    `a.yaml:7: error: Deployment/a depends on /namespaces/shop/ConfigMap/env, which is not in the set [DependsOnExternal]

… and 3 more: Deployment/b, Deployment/c, Deployment/d [DependsOnExternal]

error: round [Cycle]

5 errors
`,
  );
});

test("edges that were given up are shown once, even if their messages differ", (t) => {
  const edges = ["a", "b", "c", "d"].map((name): Diagnostic => {
    const ref = `apps/namespaces/shop/Deployment/${name}`;
    return { code: "EdgeGivenUp", severity: "warning", message: `${ref} would wait for ${name}${name}`, ref };
  });
  t.is(
    formatDiagnostics(edges, { ...plain, sources: new Map() }),
    `warning: Deployment/a would wait for aa [EdgeGivenUp]

… and 3 more: Deployment/b, Deployment/c, Deployment/d [EdgeGivenUp]

4 warnings
`,
  );
});

function finding(ref: string): Diagnostic {
  return { code: "DependsOnExternal", severity: "error", message: `${ref} depends on ${ref}`, ref };
}

function shown(...refs: readonly string[]): string {
  return formatDiagnostics(refs.map(finding), { ...plain, sources: new Map() });
}

test("a diagnostic names its object as kubectl does, and keeps references in its message as written", (t) => {
  const web = "apps/namespaces/shop/Deployment/web";
  const other = "apps/namespaces/blog/Deployment/web";
  t.true(shown(web).startsWith(`error: Deployment/web depends on ${web} [`));
  const both = shown(web, other);
  t.true(both.startsWith(`error: Deployment/web -n shop depends on ${web} [`), both);
  t.true(both.includes(`error: Deployment/web -n blog depends on ${other} [`), both);
});
