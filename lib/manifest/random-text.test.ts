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
  "the live value is kept if the whole text is random",
  keeps,
  { first: "k3x9", second: "p7q2", live: "a1b2c3" },
  "a1b2c3",
);
test(
  "a random word keeps its live value while the text around it is updated",
  keeps,
  { first: "pg://shop:k3x9@db-new/x", second: "pg://shop:p7q2@db-new/x", live: "pg://shop:a1b2@db/x" },
  "pg://shop:a1b2@db-new/x",
);
test(
  "lines with random values are matched by their beginnings, at any position",
  keeps,
  {
    first: "[app]\nnew = 1\nkey = kAx9\n[db]\nkey2 = kBx9\n",
    second: "[app]\nnew = 1\nkey = kAq2\n[db]\nkey2 = pBq2\n",
    live: "[app]\nkey = old1\n[db]\nkey2 = old2\n",
  },
  "[app]\nnew = 1\nkey = old1\n[db]\nkey2 = old2\n",
);
test(
  "lines with the same beginning are matched in order",
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
  "a text whose random parts cannot be matched is kept as a whole",
  keeps,
  { first: key("MIIa\nx+y/"), second: key("MIIb\nz+w/"), live: key("MIIc\n1234\n5+") },
  key("MIIc\n1234\n5+"),
);
test(
  "a text whose two renderings differ in length is kept as a whole",
  keeps,
  { first: "a\nb", second: "c\nd\ne", live: "f" },
  "f",
);
