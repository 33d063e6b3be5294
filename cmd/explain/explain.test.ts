import test from "ava";

import { runRecorded } from "../../fixtures/recording-shell.ts";
import { diagnosticCodes } from "../../lib/object/diagnostic/diagnostic-code.ts";
import { compareText } from "../../lib/object/object-ref.ts";

test("explain shows the severity, the cause and the remedy of a code, wrapped to the terminal", async (t) => {
  const { code, stdout } = await runRecorded(["explain", "AnnotationNotString", "--color", "never"], {
    terminal: 60,
  });
  t.is(code, 0);
  const [title, meaning = "", cause = "", remedy = "", ...more] = stdout.trimEnd().split("\n\n");
  t.is(title, "AnnotationNotString (error or warning)");
  t.regex(meaning, /^The value of an annotation is not a string/);
  t.regex(cause, /^Cause: /);
  t.regex(remedy, /^Fix: Quote it/);
  t.deepEqual(more, []);
  t.true(stdout.split("\n").every((line) => line.length <= 60));
});

test("every code has an explanation without Markdown", async (t) => {
  const { stdout } = await runRecorded(["explain", "-o", "json"]);
  const { kind, codes } = JSON.parse(stdout);
  t.is(kind, "DiagnosticCodeList");
  const listed: readonly string[] = codes.map((entry: { readonly code: string }) => entry.code);
  t.deepEqual(listed.toSorted(compareText), diagnosticCodes.toSorted(compareText));
  for (const entry of codes) {
    t.notRegex(entry.severity, /^$/, entry.code);
    for (const text of [entry.summary, entry.cause, entry.remedy]) {
      t.notRegex(text, /^$|\*\*|\]\(/, entry.code);
    }
    t.true(entry.cause.startsWith(entry.summary), entry.code);
  }
});

test("explain without a code lists every code in one line, by section", async (t) => {
  const { code, stdout } = await runRecorded(["explain"]);
  t.is(code, 0);
  const listed = [...stdout.matchAll(/^([A-Z][a-z]\w+) +\S/gm)].map(([, name = ""]) => name);
  t.deepEqual(listed.toSorted(compareText), diagnosticCodes.toSorted(compareText));
  t.regex(stdout, /^NameMissing +The object has no `metadata\.name`\.$/m);
  const narrow = await runRecorded(["explain", "--color", "never"], { terminal: 40 });
  t.regex(narrow.stdout, /^NameMissing\n {2}The object has no `metadata\.name`\.$/m);
});

test("explain ignores case, and the brackets that a message puts around a code", async (t) => {
  const { stdout } = await runRecorded(["explain", "Cycle", "-o", "json"]);
  t.is(JSON.parse(stdout).code, "Cycle");
  for (const word of ["cycle", "[Cycle]"]) {
    t.is((await runRecorded(["explain", word, "-o", "json"])).stdout, stdout);
  }
});

test("an unknown code is rejected with a suggestion", async (t) => {
  t.deepEqual(await runRecorded(["explain", "NameMising"]), {
    code: 2,
    stdout: "",
    stderr: 'error: there is no diagnostic code "NameMising"; did you mean "NameMissing"?\n',
  });
  const { stderr } = await runRecorded(["explain", "nonsense"]);
  t.is(stderr, 'error: there is no diagnostic code "nonsense": `converge explain` lists all\n');
});

const nameless = "apiVersion: v1\nkind: ConfigMap\n";
const hint = "For more information about an error: converge explain NameMissing\n";

test("on a terminal and in CI, faults are followed by a hint to converge explain", async (t) => {
  for (const around of [{ terminal: 80 }, { env: { CI: "true" } }]) {
    const { stderr } = await runRecorded(["plan", "-"], { stdin: nameless, ...around });
    t.is(stderr.split(hint).length, 2);
    const validated = await runRecorded(["validate", "-"], { stdin: nameless, ...around });
    t.is(validated.stderr, hint);
  }
});

test("in a pipe, faults are printed without a hint to converge explain", async (t) => {
  const { stderr } = await runRecorded(["plan", "-"], { stdin: nameless });
  t.regex(stderr, /NameMissing/);
  t.notRegex(stderr, /explain/);
  t.is((await runRecorded(["validate", "-", "-o", "json"], { stdin: nameless, terminal: 80 })).stderr, "");
});
