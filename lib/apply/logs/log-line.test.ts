import test from "ava";

import { plainLogLine } from "./log-line.ts";

const looks = test.macro({
  title: (name) => name ?? "",
  exec: (t, text: string, plain: string) => {
    t.is(plainLogLine(text), plain);
  },
});

test(
  "a line stays as it is, indented, but for spaces at its end",
  looks,
  "  at main (app.js:1)  ",
  "  at main (app.js:1)",
);
test("colours go", looks, "\u001B[1;31mERROR\u001B[0m no database", "ERROR no database");
test("a title for the terminal goes", looks, "\u001B]0;title\u0007a\u001B]8;;http://x\u001B\\b", "ab");
test("a tabulator is four spaces", looks, "\tat main", "    at main");
test("a progress bar has its last state", looks, "10%\r20%\r30%\r", "30%");
test("what turns or hides text goes", looks, "a\u202Eb\u200Bc\u0000\u0007\u009Bd", "abcd");
test("letters of all scripts stay", looks, "жё🐙 汉字", "жё🐙 汉字");
test("half a letter is no letter", looks, "a\uD83D", "a\uFFFD");
