import test from "ava";

import { compareDiagnostics, type Diagnostic, hasErrors } from "./diagnostic.ts";

const base: Diagnostic = { code: "YamlSyntax", severity: "error", message: "m" };
const at = (file: string, line: number, column?: number): Partial<Diagnostic> => ({
  origin: { file, line, ...(column === undefined ? {} : { column }) },
});

/** The first diagnostic precedes the second one, in either order of the arguments. */
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
test("diagnostics are ordered by file name", precedes, at("a.yaml", 9), at("b.yaml", 1));
test("diagnostics of one file are ordered by line number", precedes, at("a.yaml", 9), at("a.yaml", 10));
test(
  "diagnostics of one line are ordered by column number",
  precedes,
  at("a.yaml", 1, 9),
  at("a.yaml", 1, 10),
);
test(
  "a diagnostic of a whole line precedes those of its columns",
  precedes,
  at("a.yaml", 1),
  at("a.yaml", 1, 1),
);
test("a diagnostic without a place precedes one with a place", precedes, {}, at("a.yaml", 1));
test("diagnostics of one place are ordered by code", precedes, { code: "Cycle" }, { code: "WeightInvalid" });
test(
  "diagnostics with the same code are ordered by object reference",
  precedes,
  { ref: "/Namespace/a" },
  { ref: "/Namespace/b" },
);
test(
  "diagnostics that are otherwise equal are ordered by message",
  precedes,
  { message: "a" },
  { message: "b" },
);

test("warnings and notes do not count as errors", (t) => {
  t.false(hasErrors([]));
  t.false(
    hasErrors([
      { ...base, severity: "warning" },
      { ...base, severity: "note" },
    ]),
  );
  t.true(hasErrors([{ ...base, severity: "note" }, base]));
});
