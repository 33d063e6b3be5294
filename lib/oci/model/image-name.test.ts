import test from "ava";

import { isPathStep, isTag, parseRepository } from "./image-name.ts";
import { RegistryError } from "./registry-error.ts";

const reads = test.macro({
  exec: (t, text: string, host: string, path: string) => {
    t.deepEqual(parseRepository(text), { host, path });
  },
  title: (_, text) => `${String(text)} is a repository`,
});

test(reads, "registry.example.com/deckhouse/modules", "registry.example.com", "deckhouse/modules");
test(reads, "127.0.0.1:5000/a", "127.0.0.1:5000", "a");
test(reads, "[::1]:5000/a", "[::1]:5000", "a");
test(reads, "localhost/a__b/c-d/e.f", "localhost", "a__b/c-d/e.f");

const refuses = test.macro({
  exec: (t, text: string, expected: RegExp = /names no repository/) => {
    const error = t.throws(() => parseRepository(text), { instanceOf: RegistryError });
    t.is(error.fault, "refused");
    t.regex(error.message, expected);
  },
  title: (_, text) => `${JSON.stringify(text)} is not a repository`,
});

test(refuses, "https://registry.example.com/a", /has a scheme/);
test(refuses, "");
test(refuses, "modules");
test(refuses, "/modules");
test(refuses, "registry.example.com/");
test(refuses, "registry.example.com/Modules");
test(refuses, "registry.example.com/a//b");
test(refuses, "registry.example.com/../a");
test(refuses, "registry.example.com/a:v1");
test(refuses, "registry.example.com/a@sha256:0");
test(refuses, "registry.example.com/a?b");
test(refuses, "user@registry.example.com/a");
test(refuses, "registry.example.com:99x/a");
test(refuses, `registry.example.com/${"a".repeat(300)}`);
test(refuses, "a\nb/c");

test("a module name is a single path segment", (t) => {
  t.true(["echo", "hello-world", "a_b", "a1"].every(isPathStep));
  t.false(["", "Echo", "a/b", "..", ".", "-a", "a-", "a b", "a:b"].some(isPathStep));
});

test("a tag has at most 128 characters and no special ones", (t) => {
  t.true(["v1.2.3", "pr333", "my-branch", "_a", "A".repeat(128)].every(isTag));
  t.false(["", ".a", "-a", "a/b", "a:b", "v1+b", "A".repeat(129), "../a", "a?n=1"].some(isTag));
});
