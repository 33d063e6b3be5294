import test from "ava";

import { formatOrigin, isRendered, renderedName, templateOf } from "./source-text.ts";

test("a place is formatted as file:line:column", (t) => {
  t.is(formatOrigin({ file: "web.yaml", line: 12, column: 3, length: 4 }), "web.yaml:12:3");
  t.is(formatOrigin({ file: "<stdin>", line: 1 }), "<stdin>:1");
});

test("rendered text is named after its template, with a suffix", (t) => {
  t.is(renderedName("templates/web.yaml"), "templates/web.yaml (rendered)");
  t.true(isRendered("templates/web.yaml (rendered)"));
  t.false(isRendered("templates/web (rendered).yaml"));
  t.is(templateOf("templates/web.yaml (rendered)"), "templates/web.yaml");
  t.is(templateOf("templates/web.yaml"), "templates/web.yaml");
});
