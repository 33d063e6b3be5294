import test from "ava";

import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { findingsByObject, type Validation, verdictsOf } from "./validation.ts";
import { validationJson } from "./validation-json.ts";
import { formatValidation } from "./validation-text.ts";

const origin = { file: "a.yaml", line: 1 };

function finding(severity: Diagnostic["severity"], ref?: string): Diagnostic {
  return {
    code: "FieldInvalid",
    severity,
    message: `${severity} of ${ref ?? "nothing"}`,
    ...(ref === undefined ? {} : { ref }),
  };
}

/** Objects given by their references, with a question mark if their fields were not checked. */
function validation(objects: readonly string[], more: Partial<Validation> = {}): Validation {
  return {
    objects: objects.map((ref) => ({ ref: ref.replace("?", ""), origin, checked: !ref.endsWith("?") })),
    unreadable: [],
    diagnostics: [],
    kubernetesVersion: "1.36",
    fieldsIgnored: false,
    ...more,
  };
}

/** The last line of the text, which has the totals. */
const hasTotals = test.macro((t, checked: Validation, expected: string) => {
  const lines = formatValidation(checked, { sources: new Map(), color: false }).trimEnd().split("\n");
  t.is(lines.at(-1), expected);
});

const error = (ref: string): Partial<Validation> => ({ diagnostics: [finding("error", ref)] });
const unreadable = [{ origin, faults: [finding("error")] }];
test(
  "the summary of a valid set states that all objects are valid",
  hasTotals,
  validation(["a", "b"]),
  "2 objects for Kubernetes 1.36: all valid",
);
test(
  "an object with warnings is valid",
  hasTotals,
  validation(["a"], { diagnostics: [finding("warning", "a")] }),
  "1 object for Kubernetes 1.36: all valid",
);
test(
  "an object with an error is invalid",
  hasTotals,
  validation(["a", "b"], error("a")),
  "2 objects for Kubernetes 1.36: 1 valid, 1 invalid",
);
test(
  "with an error about no object the summary keeps its counts, but does not state that all are valid",
  hasTotals,
  validation(["a"], { diagnostics: [finding("error")] }),
  "1 object for Kubernetes 1.36: 1 valid",
);
test(
  "an object without a schema is not checked",
  hasTotals,
  validation(["a", "b?"]),
  "2 objects for Kubernetes 1.36: 1 valid, 1 not checked (no schema)",
);
test(
  "an object without a schema is invalid if it has an error",
  hasTotals,
  validation(["b?"], error("b")),
  "1 object for Kubernetes 1.36: 1 invalid",
);
test(
  "an object with ignored fields is counted as not checked (--validate ignore)",
  hasTotals,
  validation(["a?"], { fieldsIgnored: true }),
  "1 object for Kubernetes 1.36: 1 not checked (--validate ignore)",
);
test(
  "an unreadable object counts as an object",
  hasTotals,
  validation(["a"], { unreadable, diagnostics: [finding("error")] }),
  "2 objects for Kubernetes 1.36: 1 valid, 1 unreadable",
);
test(
  "the summary of an empty set has no verdict",
  hasTotals,
  validation([]),
  "0 objects for Kubernetes 1.36",
);

test("each object has exactly one verdict", (t) => {
  const mixed = validation(["a", "b", "c?", "d?"], {
    unreadable,
    diagnostics: [finding("error", "b"), finding("error", "d"), finding("note", "c")],
  });
  t.deepEqual(verdictsOf(mixed), { objects: 5, valid: 1, invalid: 2, unchecked: 1, unreadable: 1 });
});

test("diagnostics are grouped by object, those about no or an unknown object together", (t) => {
  const diagnostics = [
    finding("error", "a"),
    finding("note"),
    finding("warning", "a"),
    finding("error", "gone"),
  ];
  const groups = findingsByObject(validation(["a", "b"], { diagnostics }));
  t.deepEqual(
    [...groups].map(([ref, found]) => `${ref}: ${found.length}`),
    ["a: 2", "undefined: 2"],
  );
});

test("the JSON has the verdicts and the number of diagnostics of each severity", (t) => {
  const diagnostics = [finding("error", "a"), finding("warning", "b"), finding("warning"), finding("note")];
  const document = JSON.parse(validationJson(validation(["a", "b"], { diagnostics })));
  t.like(document, {
    apiVersion: "converge.dev/v1",
    kind: "Validation",
    kubernetesVersion: "1.36",
    summary: {
      objects: 2,
      valid: 1,
      invalid: 1,
      unchecked: 0,
      unreadable: 0,
      errors: 1,
      warnings: 2,
      notes: 1,
    },
  });
  t.is(document.diagnostics.length, 4);
});
