import test from "ava";
import { array, assert, constantFrom, property, stringMatching, tuple } from "fast-check";

import { splitRendered } from "./split-rendered.ts";

const shop = "charts/shop";
const piece = (file: string, kind: string): string =>
  `---\n# Source: shop/templates/${file}\nkind: ${kind}\n`;

test("the output of each template is a source named after it, in the order of the output", (t) => {
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

test("the output of one template is grouped, including hooks at the end of the output", (t) => {
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
  "a block scalar that looks like Helm's Source comment does not start a source",
  keepsWhole,
  `${first}data: |\n  ---\n  # Source: shop/x.yaml\n`,
);
test(
  "a Source comment inside a document does not start a source",
  keepsWhole,
  `${first}kind: A\n# Source: shop/x.yaml\n`,
);
test(
  "a Source comment of another chart does not start a source",
  keepsWhole,
  `${first}kind: A\n---\n# Source: other/templates/x.yaml\nkind: B\n`,
);

test("rendered output before the first Source comment belongs to the chart", (t) => {
  t.deepEqual(splitRendered(shop, "kind: A\n"), [{ name: "charts/shop (rendered)", text: "kind: A\n" }]);
});

test("empty rendered output yields no source", (t) => {
  t.deepEqual(splitRendered(shop, "\n"), []);
});

test("every line of the rendered output is in exactly one source", (t) => {
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
