import test from "ava";

import { compareObjects } from "../../compare/compare-objects.ts";
import { diffText } from "./diff-text.ts";

const plain = { color: false, width: undefined };
const object = (name: string, labels: Readonly<Record<string, string>>) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, labels },
});
const labelled = (name: string, part: string) =>
  compareObjects({
    key: `/namespaces/shop/ConfigMap/${name}`,
    before: object(name, {}),
    after: object(name, { part }),
    notes: ["fields of Helm become converge's"],
  });

test("a change shared by several objects is shown once, below all their names", (t) => {
  const text = diffText([labelled("a", "x"), labelled("b", "z"), labelled("c", "x")], plain);
  t.is(
    text,
    `change ConfigMap/a
change ConfigMap/c
  (fields of Helm become converge's)
  + metadata.labels:
      part: x

change ConfigMap/b
  (fields of Helm become converge's)
  + metadata.labels:
      part: z

namespace shop: 3 to change
`,
  );
});

const block = (name: string): string => `create Gadget/${name}\n  + data:\n      size: 1\n`;

test("created objects are shown separately even if they are alike", (t) => {
  const created = ["a", "b"].map((name) =>
    compareObjects({ key: `/Gadget/${name}`, before: undefined, after: { data: { size: 1 } } }),
  );
  t.is(diffText(created, plain), `${block("a")}\n${block("b")}\n2 to create\n`);
});

test("objects of several namespaces are shown with their namespace", (t) => {
  const created = ["shop", "blog"].map((namespace) =>
    compareObjects({ key: `/namespaces/${namespace}/Gadget/a`, before: undefined, after: { size: 1 } }),
  );
  const [first, second, end] = diffText(created, plain).split("\n\n");
  t.is(first, "create Gadget/a -n shop\n  + size: 1");
  t.is(second, "create Gadget/a -n blog\n  + size: 1");
  t.is(end, "2 to create\n");
});
