import test from "ava";

import { compared } from "../../../fixtures/compared-sets.ts";
import { object } from "../../../fixtures/planned.ts";
import type { JsonObject } from "../../object/json.ts";
import { comparisonMarkdown, refusalMarkdown } from "./comparison-markdown.ts";
import { codeBlock, codeElement, codeSpan } from "./markdown-text.ts";

const options = { sides: { base: "main", head: "working tree" }, most: 60_000 };
const config = (name: string, text: string): JsonObject =>
  object(`ConfigMap/${name}`, { body: { data: { text } } });

test("a comment has a headline, one line per fact and collapsed field changes", async (t) => {
  const comparison = await compared([config("a", "1"), config("gone", "x")], [config("a", "2")]);
  t.is(
    comparisonMarkdown(comparison, options),
    `### converge: 1 changed, 1 removed

\`main\` → \`working tree\`, release \`shop\`, namespace \`shop\`, 0 unchanged

- **deleted** \`ConfigMap/gone\`

<details><summary>Graph of what changes</summary>

\`\`\`mermaid
flowchart LR
  n0["ConfigMap<br/>a<br/>changed"]:::changed
  n1["ConfigMap<br/>gone<br/>pruned"]:::pruned
  classDef changed stroke:#0969da,stroke-width:2px
  classDef pruned stroke:#cf222e,stroke-width:2px,stroke-dasharray:4
\`\`\`

</details>

<details><summary><code>ConfigMap/a</code> changed</summary>

\`\`\`diff
~ data.text: "1" → "2"
\`\`\`

</details>
`,
  );
});

test("values of a manifest cannot break out of their code block", async (t) => {
  const hostile = "x\n```\n</details><script>@everyone #1 [a](javascript:b)\n````\n";
  const comparison = await compared([config("a", "1")], [config("a", hostile), config("b", hostile)]);
  const text = comparisonMarkdown(comparison, options);
  const outside = text.replaceAll(/^(`{3,})[a-z]*\n[^]*?\n\1$/gm, "");
  t.notRegex(outside, /script|everyone|javascript/);
  t.is(outside.match(/<details>/g)?.length, outside.match(/<\/details>/g)?.length);
  t.regex(text, /^`````diff$/m);
});

const written = test.macro({
  title: (_, text: string) => `text is quoted as code: ${JSON.stringify(text)}`,
  exec: (t, text: string, span: string, element: string) => {
    t.is(codeSpan(text), span);
    t.is(codeElement(text), element);
  },
});
test(written, "a", "`a`", "<code>a</code>");
test(written, "", "`  `", "<code></code>");
test(written, "`a", "`` `a ``", "<code>&#96;a</code>");
test(written, "a``b", "```a``b```", "<code>a&#96;&#96;b</code>");
test(written, "<b>@a&#1", "`<b>@a&#1`", "<code>&lt;b&gt;&#64;a&amp;&#35;1</code>");
test(written, "a\nb", "`a\\x0ab`", "<code>a\\x0ab</code>");

test("a code block has a longer fence than its content", (t) => {
  t.is(codeBlock(["a", "````"], "text"), "`````text\na\n````\n`````");
});

test("a comment that is too long omits details before facts, and states what was omitted", async (t) => {
  const many = (text: string): readonly JsonObject[] =>
    Array.from({ length: 40 }, (_, index) => config(`c${index}`, text));
  const gone = Array.from({ length: 10 }, (_, index) => config(`gone${index}`, "x"));
  const comparison = await compared([...many("1"), ...gone], many("2".repeat(100)));
  for (const most of [1000, 3000, 6000]) {
    const text = comparisonMarkdown(comparison, { ...options, most });
    t.true(text.length <= most, `${text.length}`);
    t.is(text.match(/\*\*deleted\*\*/g)?.length, 10);
    t.regex(text, /Left out, to stay below \d+ characters: the fields of \d+ objects\.\n$/);
  }
  t.notRegex(comparisonMarkdown(comparison, options), /Left out/);
  const lost = await compared(
    Array.from({ length: 100 }, (_, index) => config(`gone${index}`, "x")),
    [config("a", "1")],
  );
  const text = comparisonMarkdown(lost, { ...options, most: 1000 });
  t.regex(text, /characters: \d+ facts, the fields of 1 object\.\n$/);
});

test("the comment for a head that cannot be planned lists the errors", (t) => {
  const errors = [{ code: "Cycle" as const, message: "a ` b", origin: { file: "a.yaml", line: 3 } }];
  t.regex(
    refusalMarkdown(errors, options),
    /^### converge: cannot be planned\n[^]*- \*\*error\*\* ``a\.yaml:3: a ` b \[Cycle\]``\n$/,
  );
});
