import test from "ava";

import { finds, readModule } from "../../../../fixtures/modules/given-definition.ts";

/** A module.yaml with these update rules, one per line from line 4 on. */
function updates(...rules: readonly string[]): string {
  return `name: a\nupdate:\n  versions:\n${rules.map((rule) => `  - {${rule}}\n`).join("")}`;
}

test(finds, updates('from: "1.67", to: 1.75'), numberWarning("4:24+4", "to", '"1.75"'));
test(finds, updates('from: "1.99", to: 2.0'), numberWarning("4:24+3", "to", '"2.0"'));
test(
  finds,
  updates('from: "1.6", to: 1.70'),
  'warning 4:23+4 update.versions[0].to is 1.7 in YAML: write it in quotes, as in "1.70"',
);

function numberWarning(place: string, name: string, written: string): string {
  return `warning ${place} update.versions[0].${name} is a number in YAML, which would read 1.70 as 1.7: write it in quotes, as in ${written}`;
}

const noVersion = "is not a valid version of two or three numbers: write it as 1.67 or 2.0";
test(finds, updates('from: "2", to: "3.0"'), `error 4:12+3 update.versions[0].from ${noVersion}`);
test(finds, updates('from: "1.67", to: latest'), `error 4:24+6 update.versions[0].to ${noVersion}`);
test(finds, updates('from: "1.67", to: "1.75.0-rc.1"'), `error 4:24+13 update.versions[0].to ${noVersion}`);
test(finds, updates('from: -1, to: "1.7"'), `error 4:12+2 update.versions[0].from ${noVersion}`);
test(
  finds,
  updates('from: "1.67", to: "99999999999999999999.0"'),
  `error 4:24+24 update.versions[0].to ${noVersion}`,
);
test(finds, updates('from: "1.67.3", to: "v1.75.0"'));
test(finds, updates('from: "1.67"'), "error 4:5+14 update.versions[0] has no to: add it");
test(
  finds,
  updates('from: "1.75", to: "1.67"'),
  "error 4:12+6 update.versions[0] leads from 1.75 to 1.67, which is not an upgrade: start it below its end",
);
test(
  finds,
  updates('from: "1.7", to: "1.7"'),
  "error 4:12+5 update.versions[0] leads from 1.7 to 1.7, which is not an upgrade: start it below its end",
);
test(
  finds,
  updates('from: "1.67", to: "1.75"', 'from: "1.67", to: "1.75.0"'),
  "error 5:12+6 update.versions[1] leads from 1.67 to 1.75.0 again: remove it",
);
test(
  finds,
  updates('from: "1.70", to: "1.75"', 'from: "1.67", to: "1.75"'),
  "warning 4:12+6 update.versions[0] leads from 1.70 to 1.75, as the rule from 1.67 to 1.75 already does: remove it",
);
test(
  finds,
  updates('from: "1.67", to: "1.75"', 'from: "1.70", to: "1.80"'),
  "warning 5:12+6 update.versions[1] leads from 1.70 to 1.80, and begins inside the rule from 1.67 to 1.75: versions between 1.67 and 1.70 cannot go to 1.80; start it at 1.67",
);
test(finds, updates('from: "1.67", to: "1.75"', 'from: "1.67", to: "1.80"', 'from: "1.80", to: "1.90"'));

test("the diagnostic for a duplicate rule points to the other rule", async (t) => {
  const { diagnostics } = await readModule(updates('from: "1.67", to: "1.75"', 'from: "1.67", to: "1.75"'));
  t.deepEqual(
    diagnostics.flatMap(({ related = [] }) =>
      related.map(({ origin }) => `${origin?.line}:${origin?.column}`),
    ),
    ["4:12"],
  );
});
