import test from "ava";

import { formatOrigin, isRendered, renderedName, templateOf } from "./source-text.ts";

test("a place is written as editors and terminals read it", (t) => {
  t.is(formatOrigin({ file: "web.yaml", line: 12, column: 3, length: 4 }), "web.yaml:12:3");
  t.is(formatOrigin({ file: "<stdin>", line: 1 }), "<stdin>:1");
});

test("the rendered text of a template has the name of the template, marked", (t) => {
  t.is(renderedName("templates/web.yaml"), "templates/web.yaml (rendered)");
  t.true(isRendered("templates/web.yaml (rendered)"));
  t.false(isRendered("templates/web (rendered).yaml"));
  t.is(templateOf("templates/web.yaml (rendered)"), "templates/web.yaml");
  t.is(templateOf("templates/web.yaml"), "templates/web.yaml");
});
