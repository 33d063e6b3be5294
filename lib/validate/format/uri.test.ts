import test from "ava";

import { isUri } from "./uri.ts";

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

testVerdicts("a request URI", isUri, {
  accepted: [
    "http://a",
    "https://a/b",
    "http://a/b?c=d",
    "http://a/b#c",
    "http://a?b",
    "ftp://a",
    "a:b",
    "A+b-c.1://d",
    "/",
    "/a",
    "/a b",
    "/a%20b",
    "/a?b c",
    "//a",
    "//a/b",
    "http://",
    "http:///a",
    "http:a",
    "http:/a",
    "http://a:80",
    "http://a:",
    "http://a:0",
    "http://a:99999",
    "http://:80",
    "http://[::1]",
    "http://[::1]:80",
    "http://[fe80::1%25a]",
    "http://a@b",
    "http://a:b@c",
    "http://a:b:c@d",
    "http://a@b@c",
    "http://a%40@b",
    "http://@b",
    "http://%c3%a9",
    "http://%25",
    "http://a<b",
    'http://a"b',
    "http://é",
    "http://a/é",
    "http://a/b^c",
    "http://a/{b}",
    "http://a;b",
    "http://a,b",
    "http://a!b",
    "urn:a:b",
    "mailto:a@b",
    "data:,a",
    "javascript:a",
    "file:///a",
    "http://a//b",
    "http://a/?a=%zz",
  ],
  refused: [
    "http://a#b",
    "1a:b",
    "a_b://c",
    "://a",
    ":a",
    "",
    "/a%2",
    "/a%zz",
    "a",
    "a/b",
    "./a",
    "../a",
    "?a",
    "#a",
    "**",
    "http://a:b",
    "http://a:80a",
    "http://a:80:80",
    "http://[::1",
    "http://::1",
    "http://[::1]a",
    "http://[::1]:a",
    "http://[1.2.3.4]",
    "http://[x]",
    "http://[]",
    "http://[fe80::1%a]",
    "http://[::1%25]",
    "http://a b@c",
    "http://a%zz@b",
    "http://%61",
    "http://a b",
    "http://a\\b",
    "http://a^b",
    "http://a{b}",
    "http://a|b",
    "http://a`b",
    "http://a/b\tc",
    "http://a/",
    "http://a\n",
  ],
});
