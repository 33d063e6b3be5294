import test from "ava";
import { assert, property, string, stringMatching } from "fast-check";

import { redactText, maskLine } from "./redact-text.ts";

const masks = test.macro({
  exec(t, text: string, values: readonly string[], masked: string) {
    t.is(redactText(text, new Set(values)), masked);
  },
  title: (title = "") => title,
});

test(
  "a value in a message is masked",
  masks,
  'illegal base64 in "hunter22"',
  ["hunter22"],
  'illegal base64 in "(hidden)"',
);
test(
  "the longer of two overlapping values is masked first",
  masks,
  "password1",
  ["password", "password1"],
  "(hidden)",
);
test("a value is masked in its quoted form", masks, String.raw`got "a\"bcd"`, ['a"bcd'], 'got "(hidden)"');
test("each line of a value is masked", masks, "bad line: second", ["first\nsecond\n"], "bad line: (hidden)");
test("short values are not masked", masks, "is it on", ["is", "on", ""], "is it on");
test("replacement patterns such as $& are literal text", masks, "x $& y$&y$", ["y$&y$"], "x $& (hidden)");

test("no value of four or more characters is left in a message", (t) => {
  const value = stringMatching(/^[A-Za-z0-9+/=$&]{4,20}$/);
  assert(
    property(string(), value, string(), (before, secret, after) => {
      const masked = redactText(`${before}${secret}${after}`, new Set([secret]));
      t.false(masked.replaceAll("(hidden)", "").includes(secret) && !`${before}${after}`.includes(secret));
    }),
  );
});

const shown = test.macro({
  exec(t, line: string, expected: string) {
    t.is(maskLine(line, ["hunter2hunter2", "prod"]), expected);
  },
  title: (_, line: string) => `a line of a plugin's output is sanitized: ${JSON.stringify(line)}`,
});

test(
  shown,
  "open https://login.example/device and enter ABCD-EFGH",
  "open https://login.example/device and enter ABCD-EFGH",
);
test(shown, "cluster prod is locked", "cluster prod is locked");
test(shown, "used hunter2hunter2 in vain", "used … in vain");
test(shown, "got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtZSJ9.c2ln-x_y from cache", "got … from cache");
test(shown, "Authorization: Bearer abc.def", "Authorization: Bearer …");
test(shown, 'id_token="abcdef", retry', 'id_token="…", retry');
test(shown, "client-secret=abc&grant=x", "client-secret=…&grant=x");
test(shown, "MHcCAQEEIJxJ4GmDfvJ2m6nL1c0Zy8mH3pVqg3T0c9k1eZ0yqoAoGCCqGSM49Aw", "…");
test(shown, "\u001b[31mdenied\u001b[0m\u0007", "denied");
test(shown, "no ".repeat(200), `${"no ".repeat(200).slice(0, 500)}…`);
