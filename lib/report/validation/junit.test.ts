import test from "ava";

import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { formatJunit } from "./junit.ts";
import type { Validation } from "./validation.ts";

const at = (file: string, line: number) => ({ file, line });
const finding = (
  severity: Diagnostic["severity"],
  message: string,
  more: Partial<Diagnostic> = {},
): Diagnostic => ({
  code: "FieldInvalid",
  severity,
  message,
  ...more,
});

function report(more: Partial<Validation>): readonly string[] {
  const text = formatJunit({
    objects: [],
    unreadable: [],
    diagnostics: [],
    kubernetesVersion: "1.36",
    fieldsIgnored: false,
    ...more,
  });
  return text.split("\n").map((line) => line.trim());
}

const web = { ref: "apps/namespaces/shop/Deployment/web", origin: at("web.yaml", 1), checked: true };
const env = { ref: "/namespaces/shop/ConfigMap/env", origin: at("env.yaml", 1), checked: true };

test("each file is a test suite, and each object is a test case", (t) => {
  t.deepEqual(report({ objects: [web, env] }), [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="converge validate" tests="2" failures="0" errors="0" skipped="0">',
    '<testsuite name="web.yaml" tests="1" failures="0" errors="0" skipped="0">',
    '<testcase name="apps/namespaces/shop/Deployment/web" classname="web.yaml"/>',
    "</testsuite>",
    '<testsuite name="env.yaml" tests="1" failures="0" errors="0" skipped="0">',
    '<testcase name="/namespaces/shop/ConfigMap/env" classname="env.yaml"/>',
    "</testsuite>",
    "</testsuites>",
    "",
  ]);
});

test("an object with errors has one failure, with the first error as its message and all errors in its text", (t) => {
  const diagnostics = [
    finding("error", "bad image", { ref: web.ref, origin: { ...at("web.yaml", 7), column: 3 } }),
    finding("error", "bad port", { ref: web.ref, code: "FieldRequired" }),
  ];
  t.deepEqual(report({ objects: [web], diagnostics }).slice(1, -3), [
    '<testsuites name="converge validate" tests="1" failures="1" errors="0" skipped="0">',
    '<testsuite name="web.yaml" tests="1" failures="1" errors="0" skipped="0">',
    '<testcase name="apps/namespaces/shop/Deployment/web" classname="web.yaml">',
    '<failure type="FieldInvalid" message="bad image">web.yaml:7:3: error: bad image [FieldInvalid]',
    "error: bad port [FieldRequired]</failure>",
    "</testcase>",
  ]);
});

test("warnings and notes are in the output of their test case, and do not fail it", (t) => {
  const diagnostics = [finding("warning", "old", { ref: web.ref }), finding("note", "hm", { ref: web.ref })];
  t.deepEqual(report({ objects: [web], diagnostics }).slice(3, 7), [
    '<testcase name="apps/namespaces/shop/Deployment/web" classname="web.yaml">',
    "<system-out>warning: old [FieldInvalid]",
    "note: hm [FieldInvalid]</system-out>",
    "</testcase>",
  ]);
});

const unchecked = { ...web, checked: false };
test("an object whose fields are not checked is skipped, with the reason", (t) => {
  t.true(report({ objects: [unchecked] }).includes('<skipped message="no schema for its kind"/>'));
  t.true(
    report({ objects: [unchecked], fieldsIgnored: true }).includes('<skipped message="fields are ignored"/>'),
  );
});

test("an object that is not checked and has an error fails instead of being skipped", (t) => {
  const lines = report({ objects: [unchecked], diagnostics: [finding("error", "bad", { ref: web.ref })] });
  t.regex(lines[1] ?? "", /failures="1" errors="0" skipped="0"/);
  t.false(lines.some((line) => line.startsWith("<skipped")));
});

test("an unreadable document is a test case named after its location, and its faults are listed once", (t) => {
  const fault = finding("error", "no kind", { origin: at("bad.yaml", 5) });
  const lines = report({
    unreadable: [{ origin: { ...at("bad.yaml", 3), column: 1 }, faults: [fault] }],
    diagnostics: [fault],
  });
  t.deepEqual(
    lines.filter((line) => line.startsWith("<testcase")),
    ['<testcase name="bad.yaml:3" classname="bad.yaml">'],
  );
});

test("diagnostics about no object of the set are test cases named by their location, or of the whole set", (t) => {
  const diagnostics = [
    finding("error", "a", { origin: at("x.yaml", 1) }),
    finding("error", "b", { origin: at("x.yaml", 1) }),
    finding("error", "c"),
    finding("error", "d", { ref: "/Namespace/gone", origin: at("y.yaml", 2) }),
  ];
  t.deepEqual(
    report({ diagnostics }).filter((line) => line.startsWith("<testcase")),
    [
      '<testcase name="x.yaml:1" classname="x.yaml">',
      '<testcase name="the set" classname="the set">',
      '<testcase name="/Namespace/gone" classname="y.yaml">',
    ],
  );
});

test("markup and control characters in names and messages are escaped", (t) => {
  const hostile = { ...web, origin: at('a"<b>&.yaml', 1) };
  const diagnostics = [finding("error", 'value "<a>&\u001B[31m\u0000"', { ref: web.ref })];
  const text = report({ objects: [hostile], diagnostics }).join("\n");
  t.true(text.includes('classname="a&quot;&lt;b&gt;&amp;.yaml"'));
  t.true(text.includes(String.raw`message="value &quot;&lt;a&gt;&amp;\x1b[31m\x00&quot;"`));
});

// XML 1.0, production 2: U+FFFE and U+FFFF are not characters, and parsers reject the whole file.
test("characters that XML cannot represent are escaped", (t) => {
  t.notRegex(
    report({ objects: [{ ...env, ref: "/namespaces/shop/ConfigMap/a\uFFFF" }] }).join("\n"),
    /\uFFFF/,
  );
});
