import test from "ava";

import { maskLine } from "./redact-line.ts";

const shown = test.macro({
  exec(t, line: string, expected: string) {
    t.is(maskLine(line, ["hunter2hunter2", "prod"]), expected);
  },
  title: (_, line: string) => `a plugin's line is fit to be shown: ${JSON.stringify(line)}`,
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
