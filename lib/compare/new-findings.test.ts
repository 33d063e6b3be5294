import test from "ava";

import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { newFindings } from "./new-findings.ts";

const found = (message: string, severity: Diagnostic["severity"] = "warning"): Diagnostic => ({
  code: "ConflictingObject",
  severity,
  message,
  ref: "/ConfigMap/a",
  origin: { file: message, line: 1 },
});

test("a finding that differs only in a file name or line is not new", (t) => {
  const before = [found("a is defined in deploy/web.yaml:3:1, too")];
  t.deepEqual(newFindings(before, [found("a is defined in new/x.yaml:12, too")]), []);
  t.is(newFindings(before, [found("b is defined in deploy/web.yaml:3:1, too")]).length, 1);
});

test("a finding that occurs once more is new once, and a more severe one is new", (t) => {
  t.is(newFindings([found("a")], [found("a"), found("a")]).length, 1);
  t.is(newFindings([found("a")], [found("a", "error")]).length, 1);
});

test("notes are not new findings", (t) => {
  t.deepEqual(newFindings([], [found("a", "note")]), []);
});
