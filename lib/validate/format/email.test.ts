import test from "ava";

import { isEmail } from "./email.ts";

interface Verdicts {
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
}

/** Tests texts that the packages of Kubernetes 1.36.3 accept and refuse. */
function testVerdicts(what: string, isValid: (text: string) => boolean, verdicts: Verdicts): void {
  for (const text of verdicts.accepted) {
    test(`${JSON.stringify(text)} is ${what}`, (t) => {
      t.true(isValid(text));
    });
  }
  for (const text of verdicts.refused) {
    test(`${JSON.stringify(text)} is not ${what}`, (t) => {
      t.false(isValid(text));
    });
  }
}

testVerdicts("an email address", isEmail, {
  accepted: [
    "a@b.c",
    "a.b@c",
    "a+b@c",
    "a_b@c.d",
    "A@B",
    "1@2",
    "a@-b",
    "a@b_c",
    "<a@b>",
    "A <a@b>",
    "A B <a@b>",
    '"A B" <a@b>',
    '"a\\"b"@c',
    '"a@b"@c',
    "A. B <a@b>",
    "a@[127.0.0.1]",
    "a@b (c)",
    "é@b",
    "a@é",
    "\ta@b",
    " a@b ",
    "a@ b",
    "=?utf-8?q?A?= <a@b>",
    "=?UTF-8?B?QQ==?= <a@b>",
    "=?iso-8859-1?q?A?= <a@b>",
    "=?utf-8?x?A?= <a@b>",
    "g: a@b;",
    "g: <a@b>;",
    "!#$%&'*+-/=?^_`{|}~@b",
    "a@b/c",
    "a@1.2.3.4",
    "😀@b",
    "A😀 <a@b>",
  ],
  refused: [
    "a@b.",
    "a@.b",
    "a@b..c",
    "@b",
    "a@",
    "a",
    "",
    "a b@c",
    "a@b c",
    "a@b@c",
    "a@b,c@d",
    "a@b;c@d",
    "<a@b",
    "a@b>",
    '""@c',
    '"a',
    "A <a@b> x",
    "a@[x]",
    "a@[127.0.0.1",
    "(c) <a@b>",
    "a(c)@b",
    "a@(c)b",
    "a@b (c",
    "a@b\n",
    "a @b",
    "g: a@b",
    "a:b@c",
    "mailto:a@b",
    "a@b:80",
    "a\\b@c",
    "a@b\u0000",
  ],
});
