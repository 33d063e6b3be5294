import test from "ava";

import { shortened } from "./git-repository.ts";

const shows = test.macro({
  exec(t, path: string, expected: string) {
    t.is(shortened(path), expected);
  },
  title: (_, __: string, expected: string) =>
    `a path is printed as ${expected.length > 60 ? `${expected.slice(0, 9)}… (${expected.length})` : expected}`,
});
test(shows, "deploy/web.yaml", '"deploy/web.yaml"');
test(shows, 'a"b\\c', String.raw`"a\"b\\c"`);
test(shows, "a\nb\u001b[31m", String.raw`"a\nb\u001b[31m"`);
// A right-to-left override, a no-break space, a line separator and a C1 control.
test(shows, "a\u202eb\u00a0c\u2028d\u009be", String.raw`"a\u202eb\u00a0c\u2028d\u009be"`);
test(shows, "日本/ü😀", '"日本/ü😀"');
test(shows, "x".repeat(200), `"${"x".repeat(200)}"`);
test(shows, "x".repeat(201), `"${"x".repeat(200)}…"`);
