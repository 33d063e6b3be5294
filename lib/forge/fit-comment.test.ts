import test from "ava";
import * as fc from "fast-check";

import { fitComment } from "./fit-comment.ts";

test("a comment that fits is unchanged", (t) => {
  t.is(fitComment("a\nb\n", 1000), "a\nb\n");
});

test("a comment truncated inside a code block and <details> gets both closed", (t) => {
  const text = `head\n<details><summary>x</summary>\n\n\`\`\`\`diff\n\`\`\`\n${"+ line\n".repeat(200)}`;
  const cut = fitComment(text, 1000);
  t.true(cut.length <= 1000);
  t.regex(
    cut,
    /\n\+ line\n````\n\n<\/details>\n\n\d+ characters are left out: a comment has at most 1000\.$/,
  );
});

test("a comment truncated after closed blocks gets no closing tags", (t) => {
  const text = `<details>\n\n\`\`\`\na\n\`\`\`\n\n</details>\n${"text\n".repeat(300)}`;
  t.regex(fitComment(text, 1000), /\ntext\n\n\d+ characters are left out/);
  t.is(fitComment(text, 1000).match(/<\/details>/g)?.length, 1);
});

const line = fc.constantFrom(
  "<details>",
  "</details>",
  "```",
  "````",
  "```diff",
  "text",
  "x".repeat(300),
  "",
);

test("a comment never exceeds the limit", (t) => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 400 }), (lines) => {
      const text = lines.join("\n");
      const cut = fitComment(text, 2000);
      t.true(cut.length <= 2000);
      t.is(cut === text, text.length <= 2000);
    }),
  );
});
