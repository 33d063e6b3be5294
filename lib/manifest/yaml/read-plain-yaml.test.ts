import test from "ava";
import * as fc from "fast-check";
import { parseDocument } from "yaml";

import { readPlainYaml } from "./read-plain-yaml.ts";

const kubeconfig = `apiVersion: v1
kind: Config
clusters:
- name: "here" # the only one
  cluster: {server: 'https://localhost:6443', insecure-skip-tls-verify: true}
users:
- name: me
  user:
    exec:
      command: token
      args: [--for, me]
`;

test("a kubeconfig is read as the complete reader reads it", (t) => {
  t.deepEqual(readPlainYaml(kubeconfig), parseDocument(kubeconfig).toJS());
});

for (const [title, text] of [
  ["a number", "token: 0777"],
  ["a word that is a boolean in YAML 1.1 alone", "password: yes"],
  ["the same in a list", "- a\n- Off\n"],
  ["the same in a flow collection", "args: [on, off]"],
  ["nothing", "user: ~"],
  ["an anchor", "a: &x b\nc: *x"],
  ["a tag", "a: !!str b"],
  ["several documents", "a: b\n---\nc: d"],
  ["a fault", "a: b: c"],
] as const) {
  test(`${title} is left to the complete reader`, (t) => {
    t.is(readPlainYaml(text), undefined);
  });
}

test("whatever is read is read as the complete reader does", (t) => {
  const piece = fc.constantFrom(
    "a",
    "b: ",
    "- ",
    "\n",
    "  ",
    "yes",
    "true",
    "1",
    "'",
    '"',
    "# ",
    "[",
    "]",
    ", ",
    "x-y",
    ":",
    "~",
    "|\n",
    "\t",
    "{",
    "}",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = pieces.join("");
      const value = readPlainYaml(text);
      if (value !== undefined) {
        const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false });
        t.deepEqual(document.errors, []);
        t.deepEqual(value, document.toJS());
      }
    }),
    { examples: [[["b: ", "a"]]] },
  );
});
