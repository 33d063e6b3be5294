import test from "ava";
import * as fc from "fast-check";

import { escaped, isPlain, unescaped, type UrlPart } from "./escape.ts";

const octets = fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) });
const parts: readonly UrlPart[] = ["fragment", "path", "query", "user"];

for (const part of parts) {
  test(`text escaped for the URL part ${part} is unescaped to the same text`, (t) => {
    fc.assert(fc.property(octets, (text) => unescaped(escaped(text, part), part) === text));
    t.pass();
  });
}

test("non-ASCII bytes of a host are escaped and unescaped", (t) => {
  t.is(escaped("h\u00c3\u00a9", "host"), "h%C3%A9");
  t.is(unescaped("h%C3%A9", "host"), "h\u00c3\u00a9");
});

// RFC 3986 and Go's net/url, shouldEscape.
const literal: readonly (readonly [part: UrlPart, characters: string, escapes: string])[] = [
  ["path", "$&+,/:;=@", '?#[]% "<>'],
  ["query", "-_.~aZ9", "$&+,/:;=@?# "],
  ["user", "$&+,;=", "@/:?# "],
  ["fragment", "$&+,/:;=?@!()*", '#[]% "<>'],
  ["host", "!$&'()*+,;=:[]<>\"", "/?#@ "],
  ["zone", "!$&'()*+,;=:[]<>\"", "/?#@ "],
];
for (const [part, characters, escapes] of literal) {
  test(`the URL part ${part} may contain ${characters} literally, but none of ${escapes}`, (t) => {
    for (const character of characters) {
      t.true(isPlain(character, part), character);
    }
    for (const character of escapes) {
      t.false(isPlain(character, part), character);
    }
  });
}

test("a percent escape has two hexadecimal digits", (t) => {
  t.is(unescaped("%41%6a%6A", "path"), "Ajj");
  t.deepEqual(unescaped("a%", "path"), { fault: 'invalid URL escape "%"' });
  t.deepEqual(unescaped("a%4", "path"), { fault: 'invalid URL escape "%4"' });
  t.deepEqual(unescaped("a%4gb", "path"), { fault: 'invalid URL escape "%4g"' });
});

test("a plus sign is a space only in a query", (t) => {
  t.is(unescaped("a+b", "query"), "a b");
  t.is(unescaped("a+b", "path"), "a+b");
});

test("an ASCII character may not be escaped in a host", (t) => {
  t.deepEqual(unescaped("%41", "host"), { fault: 'invalid URL escape "%41"' });
  t.is(unescaped("%25", "host"), "%");
  t.deepEqual(unescaped("a b", "host"), { fault: 'invalid character " " in host name' });
});

test("an IPv6 zone may escape a space and its allowed characters", (t) => {
  t.is(unescaped("en%20a", "zone"), "en a");
  t.is(unescaped("%61", "zone"), "a");
  t.deepEqual(unescaped("%2f", "zone"), { fault: 'invalid URL escape "%2f"' });
});
