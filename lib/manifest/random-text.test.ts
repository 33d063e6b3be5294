import test from "ava";

import { keepRandomText } from "./random-text.ts";

interface Texts {
  readonly first: string;
  readonly second: string;
  readonly live: string;
}

const keeps = test.macro((t, { first, second, live }: Texts, expected: string) => {
  t.is(keepRandomText(first, second, live), expected);
});
test(
  "a value that is random as a whole is kept",
  keeps,
  { first: "k3x9", second: "p7q2", live: "a1b2c3" },
  "a1b2c3",
);
test(
  "what is written around a random word may change",
  keeps,
  { first: "pg://shop:k3x9@db-new/x", second: "pg://shop:p7q2@db-new/x", live: "pg://shop:a1b2@db/x" },
  "pg://shop:a1b2@db-new/x",
);
test(
  "lines of a file are found by how they begin, wherever they stand",
  keeps,
  {
    first: "[app]\nnew = 1\nkey = kAx9\n[db]\nkey2 = kBx9\n",
    second: "[app]\nnew = 1\nkey = kAq2\n[db]\nkey2 = pBq2\n",
    live: "[app]\nkey = old1\n[db]\nkey2 = old2\n",
  },
  "[app]\nnew = 1\nkey = old1\n[db]\nkey2 = old2\n",
);
test(
  "lines that begin alike keep their order",
  keeps,
  {
    first: "a:\n  key: 1x\nb:\n  key: 2x\nc: 1\n",
    second: "a:\n  key: 3y\nb:\n  key: 4y\nc: 1\n",
    live: "a:\n  key: p\nb:\n  key: q\n",
  },
  "a:\n  key: p\nb:\n  key: q\nc: 1\n",
);
const key = (body: string): string => `-----BEGIN KEY-----\n${body}\n-----END KEY-----\n`;
test(
  "a text whose parts cannot be told apart is kept as a whole",
  keeps,
  { first: key("MIIa\nx+y/"), second: key("MIIb\nz+w/"), live: key("MIIc\n1234\n5+") },
  key("MIIc\n1234\n5+"),
);
test(
  "a text of another length is kept as a whole",
  keeps,
  { first: "a\nb", second: "c\nd\ne", live: "f" },
  "f",
);
