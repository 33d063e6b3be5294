import test from "ava";

import { finds, readModule, given } from "../../../../fixtures/modules/given-definition.ts";

test(
  finds,
  "name: a\nrequirements: {deckhouse: 1.61}",
  "error 2:27+4 requirements.deckhouse is a number: write it in quotes",
);
test(
  finds,
  "name: a\nrequirements: {deckhouse: ''}",
  "error 2:27+2 requirements.deckhouse is empty: write a string, as in >= 1.61",
);
test(
  finds,
  'name: a\nrequirements:\n  kubernetes: "== 1.28"',
  'error 3:15+9 requirements.kubernetes: improper constraint "== 1.28": write = for equal',
);
test(
  finds,
  "name: a\nrequirements:\n  deckhouse: '>= 1.73 !optional'",
  "error 3:14+19 requirements.deckhouse cannot be optional, only a module can: remove !optional",
);

const grammar =
  'write comparisons (= != > < >= <= ~ ^) with versions, as in ">= 1.61", ">= 1.61, < 2", "1.61 - 1.75" or "~1.61 || ^2.0"';

const suggests = test.macro({
  title: (_, constraint: string) =>
    `the diagnostic for the constraint ${JSON.stringify(constraint.slice(0, 30))} suggests a fix`,
  exec: async (t, constraint: string, fact: string) => {
    const quoted = JSON.stringify(constraint);
    const place = `6:9+${quoted.length} requirements.modules.b`;
    const { diagnostics } = await readModule(
      `name: a\nrequirements:\n  deckhouse: ">= 1.73"\n  modules:\n    c: "1"\n    b:  ${quoted}\n`,
    );
    t.deepEqual(diagnostics.map(given), [fact.replace("@", place)]);
  },
});

/** A constraint that cannot be parsed, and its expected diagnostic. */
function improper(constraint: string, remedy: string): readonly [string, string] {
  return [constraint, `error @: improper constraint ${JSON.stringify(constraint)}: ${remedy}`];
}

test(suggests, ...improper("foo", grammar));
test(suggests, ...improper(">>1.2", grammar));
test(suggests, ...improper(">= 1.2 !Optional", 'write !optional once, at the end, as in ">= 1.2 !optional"'));
test(suggests, ...improper("!optional >= 1.2", 'write !optional once, at the end, as in ">= 1.2 !optional"'));
test(suggests, ...improper("≥ 1.2", "write >=, <= or !="));
test(suggests, ...improper("> =1.2", 'write the operator in one piece, as in ">= 1.61"'));
test(suggests, ...improper(">= 1.2 and < 2", 'write a comma for "and", as in ">= 1.61, < 2"'));
test(suggests, ...improper("~1.2 or ~1.4", 'write || for "or", as in "~1.61 || ^2.0"'));
test(suggests, ...improper("~1.2 ||", "write a constraint on either side of ||"));
test(suggests, ...improper(">= 1.2,", "write a comparison on either side of the comma"));
test(suggests, ...improper("1.2.3.4", "a version has three numbers at most"));
test(suggests, ...improper("latest", 'write ">= 0.0.0" to accept any version'));
test(suggests, ...improper(">=", 'name a version, as in ">= 1.61"'));
test(suggests, "1.|", 'error @: constraint parser error "1.|": write || for "or", as in "~1.61 || ^2.0"');
test(
  suggests,
  `>= 1.2 ${"x".repeat(600)}`,
  "error @: constraint string is too long (max 512 bytes): shorten it",
);
test(suggests, "!optional", 'error @ names no version: write ">= 0.0.0 !optional" to accept any');
test(
  suggests,
  "1.2-1.4",
  'warning @: "1.2-1.4" is pre-release 1.4 of version 1.2, not a range: write spaces around the dash for a range',
);

test("constraints that the library accepts give no diagnostics", async (t) => {
  const taken = [
    "> v0.22.1",
    "=v0.22.1",
    "~1.2",
    "^1",
    "1.x || 2.*",
    "1.2 - 1.4",
    ">=1.2-0, <2",
    "!=1.4",
    "*",
  ];
  for (const constraint of taken) {
    const { diagnostics } = await readModule(
      `name: a\nrequirements: {kubernetes: ${JSON.stringify(constraint)}}`,
    );
    t.deepEqual(diagnostics.map(given), [], constraint);
  }
});

test(
  finds,
  "name: a\nrequirements:\n  modules:\n    Test_X: '1'",
  'error 4:5+6 requirements.modules: "Test_X" is not a valid module name: write up to 63 lower-case letters, digits and -, with a letter or digit at either end',
);
test(
  finds,
  "name: a\nrequirements:\n  modules:\n    __proto__: '1'",
  'error 4:5+9 requirements.modules: "__proto__" is not a valid module name: write up to 63 lower-case letters, digits and -, with a letter or digit at either end',
);
test(
  finds,
  "name: a\nrequirements:\n  modules:\n    a: '> 1.0.0'\n    b: '1'",
  "warning 4:5+1 requirements.modules.a is a requirement of the module on itself, which has no effect: remove it",
);

test("a requirement of a module on itself is dropped", async (t) => {
  const reading = await readModule("name: a\nrequirements:\n  modules:\n    a: '> 1.0.0'\n    b: '1'\n");
  t.deepEqual("definition" in reading && reading.definition.requirements.modules, [
    { module: "b", constraint: "1", isOptional: false },
  ]);
});

const optional =
  'requirements.modules.b is optional, which platforms before 1.73 do not support: require a later one, as in deckhouse: ">= 1.73"';

test(
  finds,
  "name: a\nrequirements:\n  deckhouse: '>= 1.72'\n  modules: {b: '1 !optional', c: '1 !optional'}",
  `warning 4:16+13 ${optional}`,
);
test(
  finds,
  "name: a\nrequirements:\n  deckhouse: '< 2'\n  modules: {b: '1 !optional'}",
  `warning 4:16+13 ${optional}`,
);
test(finds, "name: a\nrequirements:\n  deckhouse: '> 1.72'\n  modules: {b: '1 !optional'}");

test(
  finds,
  "name: a\nwieght: 1\nrequirements:\n  kubernetes: '== 1.28'\n  deckhouse: 7\nupdate:\n  versions: [{ from: '1.75', to: '1.67' }]\n",
  'error 2:1+6 unknown setting "wieght"; did you mean "weight"?',
  'error 4:15+9 requirements.kubernetes: improper constraint "== 1.28": write = for equal',
  "error 5:14+1 requirements.deckhouse is a number: write it in quotes",
  "error 7:22+6 update.versions[0] leads from 1.75 to 1.67, which is not an upgrade: start it below its end",
);
