import test from "ava";
import * as fc from "fast-check";

import {
  compareVersions,
  formatVersion,
  parseVersion,
  type Version,
} from "../../../object/semver/version.ts";
import { isSameMinor, jumpEndOf } from "./version-jump.ts";

function version(text: string): Version {
  const parsed = parseVersion(text);
  if (parsed === undefined) {
    throw new Error(`no version: ${text}`);
  }
  return parsed;
}

/** `1.75.2 1.67→1.75 1.70→1.75`: a version and its rules. */
function candidate(text: string): Parameters<typeof jumpEndOf>[0][number] {
  const [own = "", ...rules] = text.split(" ");
  return {
    version: version(own),
    updates: rules.map((rule) => {
      const [from = "", to = ""] = rule.split("→");
      return { from, to };
    }),
  };
}

const jump = test.macro<[string, string, readonly string[], string | undefined]>({
  exec(t, _, deployed, pending, expected) {
    const end = jumpEndOf(pending.map(candidate), version(deployed));
    t.is(end && formatVersion(end.version), expected);
  },
  title: (_, name) => name,
});

test(jump, "a release is jumped to by its own rule", "1.67.23", ["1.68.0", "1.75.25 1.67→1.75"], "1.75.25");
test(jump, "a jump can begin at any version from `from` on", "1.69.0", ["1.75.25 1.67→1.75"], "1.75.25");
test(jump, "a jump does not begin below `from`", "1.61.0", ["1.75.25 1.67→1.75"], undefined);
test(jump, "a jump does not begin at `to`", "1.75.0", ["1.75.25 1.67→1.75"], undefined);
test(
  jump,
  "a rule to another version than its own is ignored",
  "1.67.0",
  ["1.74.0", "1.75.25 1.67→1.74"],
  undefined,
);
test(jump, "a jump ends at the highest patch", "1.67.0", ["1.75.2 1.67→1.75", "1.75.9"], "1.75.9");
test(
  jump,
  "the greatest `to` of several releases is used",
  "1.67.0",
  ["1.70.1 1.67→1.70", "1.75.1 1.67→1.75", "1.76.0"],
  "1.75.1",
);
test(jump, "one matching rule of several is enough", "1.71.0", ["1.75.1 1.60→1.65 1.70→1.75"], "1.75.1");
test(jump, "a jump can lead to the next major version", "1.99.4", ["2.0.1 1.99→2.0"], "2.0.1");
test(
  jump,
  "an unquoted 1.70 is read as 1.7 and does not match 1.70",
  "1.67.0",
  ["1.70.0 1.67→1.7"],
  undefined,
);
test(jump, "a rule with an invalid version is ignored", "1.67.0", ["1.75.1 all→1.75"], undefined);

test("a jump ends at a pending release, in a minor version that a rule names", (t) => {
  const minor = fc.integer({ min: 0, max: 6 });
  const rule = fc.record({ from: minor.map((at) => `1.${at}`), to: minor.map((at) => `1.${at}`) });
  const release = fc.record({
    version: fc.tuple(minor, minor).map(([at, patch]) => version(`1.${at}.${patch}`)),
    updates: fc.array(rule, { maxLength: 2 }),
  });
  fc.assert(
    fc.property(fc.array(release, { maxLength: 6 }), minor, (pending, from) => {
      const deployed = version(`1.${from}.0`);
      const end = jumpEndOf(pending, deployed);
      const named = pending.filter(({ version: own, updates }) =>
        updates.some(({ to }) => isSameMinor(version(to), own)),
      );
      t.true(end === undefined || pending.includes(end));
      t.true(end === undefined || named.some((one) => isSameMinor(one.version, end.version)));
      t.true(end === undefined || compareVersions(end.version, deployed) > 0);
    }),
  );
});
