import test from "ava";
import { array, assert, constantFrom, property, stringMatching, tuple } from "fast-check";

import { splitRendered } from "./split-rendered.ts";

const shop = "charts/shop";
const piece = (file: string, kind: string): string =>
  `---\n# Source: shop/templates/${file}\nkind: ${kind}\n`;

test("each template is a source named after it, in the order of the output", (t) => {
  const output =
    "---\n# Source: shop/crds/a.yaml\nkind: A\n---\nkind: B\n\n---\n# Source: shop/charts/db/templates/c.yaml\nkind: C\n";
  t.deepEqual(splitRendered(shop, output), [
    {
      name: "charts/shop/crds/a.yaml",
      text: "kind: A\n---\nkind: B\n\n",
      isChartCrds: true,
    },
    {
      name: "charts/shop/charts/db/templates/c.yaml (rendered)",
      text: "---\n# Source: shop/charts/db/templates/c.yaml\nkind: C\n",
    },
  ]);
});

test("what one template gave stands together, hooks at the end of the output too", (t) => {
  const output = piece("a.yaml", "A") + piece("b.yaml", "B") + piece("a.yaml", "C");
  t.deepEqual(
    splitRendered(shop, output).map(({ name, text }) => [name, text]),
    [
      ["charts/shop/templates/a.yaml (rendered)", piece("a.yaml", "A") + piece("a.yaml", "C")],
      ["charts/shop/templates/b.yaml (rendered)", piece("b.yaml", "B")],
    ],
  );
});

const keepsWhole = test.macro((t, output: string) => {
  t.deepEqual(splitRendered(shop, output), [
    { name: "charts/shop/templates/a.yaml (rendered)", text: output },
  ]);
});
const first = "---\n# Source: shop/templates/a.yaml\n";
test(
  "a text that looks like Helm's comment is a text",
  keepsWhole,
  `${first}data: |\n  ---\n  # Source: shop/x.yaml\n`,
);
test("a comment without a document is a comment", keepsWhole, `${first}kind: A\n# Source: shop/x.yaml\n`);
test(
  "comments of another chart are the file's own",
  keepsWhole,
  `${first}kind: A\n---\n# Source: other/templates/x.yaml\nkind: B\n`,
);

test("what stands before the first comment belongs to the chart", (t) => {
  t.deepEqual(splitRendered(shop, "kind: A\n"), [{ name: "charts/shop (rendered)", text: "kind: A\n" }]);
});

test("nothing rendered is no source", (t) => {
  t.deepEqual(splitRendered(shop, "\n"), []);
});

test("every line of the output is in exactly one source", (t) => {
  const pieces = array(
    tuple(
      constantFrom("a", "b", "templates/crds/c"),
      stringMatching(/^[a-z-]{0,5}(?:\n[ #a-z-]{0,5}){0,3}$/),
    ),
  );
  assert(
    property(pieces, (written) => {
      const output = written.map(([file, body]) => `---\n# Source: shop/${file}.yaml\n${body}\n`).join("");
      const lines = splitRendered(shop, output).flatMap(({ text }) => text.slice(0, -1).split("\n"));
      const expected = output === "" ? [] : output.slice(0, -1).split("\n");
      t.deepEqual(lines.toSorted(), expected.toSorted());
    }),
  );
});
