import test from "ava";

import type { HealthRule } from "../readiness/readiness.ts";
import { indexRules } from "./health-rules.ts";

function rule(name: string): HealthRule {
  return { name, origin: "test", judge: () => ({ state: "Current", reason: name, message: name }) };
}

/** The name of the rule that is found for an object of that group and kind. */
function found(rules: readonly string[], apiVersion: string, kind: string): string | undefined {
  const matched = rules.map((name) => {
    const [group = "", pattern = ""] = name.split("/");
    return { group, kind: pattern, rule: rule(name) };
  });
  return indexRules(matched)({ apiVersion, kind })?.name;
}

test("an exact rule has precedence over a pattern, and a longer pattern over a shorter one", (t) => {
  const rules = ["*/*", "example.com/Backup", "*.com/*", "*.example.com/*"];
  for (const ordered of [rules, rules.toReversed()]) {
    t.is(found(ordered, "example.com/v1", "Backup"), "example.com/Backup");
    t.is(found(ordered, "example.com/v1", "Other"), "*.com/*");
    t.is(found(ordered, "db.example.com/v1", "Other"), "*.example.com/*");
    t.is(found(ordered, "v1", "Secret"), "*/*");
  }
});

test("the last of several equal rules is used", (t) => {
  const matched = ["first", "second"].map((name) => ({ group: "*.com", kind: "*", rule: rule(name) }));
  t.is(indexRules(matched)({ apiVersion: "a.com/v1", kind: "B" })?.name, "second");
});

test("a kind without a health rule has none, also at the second lookup", (t) => {
  const find = indexRules([{ group: "a.com", kind: "B", rule: rule("a.com/B") }]);
  t.is(find({ apiVersion: "b.com/v1", kind: "B" }), undefined);
  t.is(find({ apiVersion: "b.com/v1", kind: "B" }), undefined);
});

test("an asterisk matches any text at any position, and other characters are literal", (t) => {
  t.is(found(["a*c.com/K*d"], "abcbc.com/v1", "Kind"), "a*c.com/K*d");
  t.is(found(["a*c.com/K*d"], "ac.com/v1", "Kd"), "a*c.com/K*d");
  t.is(found(["ab*bc/*"], "abc/v1", "K"), undefined);
  t.is(found(["a.com*/*"], "axcom/v1", "K"), undefined);
});
