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

test("the plain YAML reader reads a kubeconfig as the complete YAML parser does", (t) => {
  t.deepEqual(readPlainYaml(kubeconfig), parseDocument(kubeconfig).toJS());
});

for (const [title, text] of [
  ["a number", "token: 0777"],
  ["a word that is a boolean in YAML 1.1 alone", "password: yes"],
  ["a YAML 1.1 boolean in a list", "- a\n- Off\n"],
  ["a YAML 1.1 boolean in a flow collection", "args: [on, off]"],
  ["null", "user: ~"],
  ["an anchor", "a: &x b\nc: *x"],
  ["a tag", "a: !!str b"],
  ["several documents", "a: b\n---\nc: d"],
  ["a syntax error", "a: b: c"],
  ["a key that is a boolean in YAML 1.1 alone", "yes: a"],
  ["a quoted value of several lines", "- '\n'"],
  ["a flow collection of several lines", "- [\n]"],
  ["a comment right after a flow collection", "a: []#b"],
  ["a colon before the end of a flow collection", "a: [b:]"],
  ["an escaped apostrophe", 'a: "\\\'"'],
  ["a block scalar below its key", "a:\n  |\n#"],
] as const) {
  test(`the plain YAML reader leaves ${title} to the complete YAML parser`, (t) => {
    t.is(readPlainYaml(text), undefined);
  });
}

test("for any text that the plain YAML reader accepts, it agrees with the complete YAML parser", (t) => {
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
    "#",
    "\\",
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
