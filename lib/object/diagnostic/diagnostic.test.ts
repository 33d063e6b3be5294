import test from "ava";

import { compareDiagnostics, type Diagnostic, hasErrors } from "./diagnostic.ts";

const base: Diagnostic = { code: "YamlSyntax", severity: "error", message: "m" };
const at = (file: string, line: number, column?: number): Partial<Diagnostic> => ({
  origin: { file, line, ...(column === undefined ? {} : { column }) },
});

/** The first of two diagnostics comes first, in whatever order they are given. */
const precedes = test.macro((t, left: Partial<Diagnostic>, right: Partial<Diagnostic>) => {
  const [first, second] = [
    { ...base, ...left },
    { ...base, ...right },
  ];
  t.true(compareDiagnostics(first, second) < 0);
  t.true(compareDiagnostics(second, first) > 0);
  t.is(compareDiagnostics(first, { ...first }), 0);
});

test(
  "errors precede warnings",
  precedes,
  { severity: "error", ...at("z", 9) },
  { severity: "warning", ...at("a", 1) },
);
test("warnings precede notes", precedes, { severity: "warning" }, { severity: "note" });
test("files are in the order of their names", precedes, at("a.yaml", 9), at("b.yaml", 1));
test("lines are in the order of numbers", precedes, at("a.yaml", 9), at("a.yaml", 10));
test("columns are in the order of numbers", precedes, at("a.yaml", 1, 9), at("a.yaml", 1, 10));
test("a line as a whole precedes its columns", precedes, at("a.yaml", 1), at("a.yaml", 1, 1));
test("what has no place precedes what has one", precedes, {}, at("a.yaml", 1));
test("codes are in the order of their names", precedes, { code: "Cycle" }, { code: "WeightInvalid" });
test(
  "then objects are in the order of their references",
  precedes,
  { ref: "/Namespace/a" },
  { ref: "/Namespace/b" },
);
test("messages decide last", precedes, { message: "a" }, { message: "b" });

test("a set is refused by errors alone", (t) => {
  t.false(hasErrors([]));
  t.false(
    hasErrors([
      { ...base, severity: "warning" },
      { ...base, severity: "note" },
    ]),
  );
  t.true(hasErrors([{ ...base, severity: "note" }, base]));
});
