import test from "ava";

import { readModule } from "../../../../fixtures/modules/given-definition.ts";
import { type Judgement, judgeRequirements, type KnownVersions } from "./judge-requirements.ts";

const nothing: KnownVersions = { deckhouse: undefined, kubernetes: undefined, installed: undefined };

async function judged(requirements: string, known: Partial<KnownVersions>): Promise<Judgement> {
  const reading = await readModule(`name: prometheus\nrequirements: {${requirements}}\n`);
  if (!("definition" in reading)) {
    throw new Error(JSON.stringify(reading.diagnostics));
  }
  return judgeRequirements(reading.definition, { ...nothing, ...known });
}

const judges = test.macro({
  title: (
    _,
    requirements: string,
    { deckhouse = "", kubernetes = "", installed }: Partial<KnownVersions>,
    outcome: string,
    _message?: string,
  ) => `{${requirements}} with "${deckhouse}${kubernetes}${[...(installed ?? [])].join()}": ${outcome}`,
  exec: async (t, requirements: string, known: Partial<KnownVersions>, outcome: string, message?: string) => {
    const judgement = await judged(requirements, known);
    t.deepEqual(
      judgement.requirements.map(({ verdict, reason }) => `${verdict}: ${reason}`),
      [outcome],
    );
    t.is(judgement.message, message);
  },
});

const one = 'deckhouse: "> v1.64.0"';
test(
  judges,
  one,
  { deckhouse: "1.0.0" },
  "unmet: 1.0.0 is less than or equal to v1.64.0",
  "requirements are not satisfied: current deckhouse version is not suitable: 1.0.0 is less than or equal to v1.64.0",
);
test(judges, one, { deckhouse: "v1.73.3" }, "met: v1.73.3");
test(judges, one, { deckhouse: "v1.64.1-rc.1" }, "met: v1.64.1-rc.1");
test(judges, one, { deckhouse: "dev" }, "met: dev");
test(judges, one, { kubernetes: "1.29.6" }, "unjudged: give --deckhouse to judge it");
test(
  judges,
  'kubernetes: "> 1.29"',
  { kubernetes: "1.29.6" },
  "unmet: 1.29.6 is less than or equal to 1.29",
  "requirements are not satisfied: current kubernetes version is not suitable: 1.29.6 is less than or equal to 1.29",
);
test(judges, 'kubernetes: ">= 1.28"', { kubernetes: "1.29.6" }, "met: 1.29.6");
test(judges, 'kubernetes: ">= 1.28"', {}, "unjudged: give --kubernetes to judge it");
test(judges, "bootstrapped: true", {}, "unjudged: known only in a cluster");

const optional = 'modules: {test: ">v0.22.1 !optional"}';
test(judges, optional, {}, "unjudged: give --installed to judge it");
test(judges, optional, { installed: new Map() }, "met: not installed");
test(judges, optional, { installed: new Map([["test", "v0.23.0"]]) }, "met: v0.23.0");
test(
  judges,
  optional,
  { installed: new Map([["test", "v0.21.1"]]) },
  "unmet: the '0.21.1' version does not satisfy the '>v0.22.1' constraint",
  "requirements are not satisfied: 1 error occurred: dependency 'test' does not meet the version constraint: the '0.21.1' version does not satisfy the '>v0.22.1' constraint",
);
test(
  judges,
  'modules: {test: ">= 0.0.0"}',
  { installed: new Map([["other", "1"]]) },
  "unmet: could not get the 'test' module version: not found",
  "requirements are not satisfied: 1 error occurred: could not get the 'test' module version: not found",
);
test(judges, 'modules: {test: ">= 0.0.0"}', { installed: new Map([["test", "v1.0.0"]]) }, "met: v1.0.0");

test("an unmet platform version is reported first, while every requirement is judged", async (t) => {
  const requirements =
    'deckhouse: ">= 1.73", kubernetes: ">= 1.28", modules: {a: ">= 2", b: ">= 0.0.0", c: "1 !optional"}';
  const installed = new Map([["a", "1.0.0"]]);
  const all = await judged(requirements, { deckhouse: "1.72.0", kubernetes: "1.27", installed });
  t.deepEqual(
    all.requirements.map(({ on, module, verdict, isOptional }) => [module ?? on, verdict, isOptional]),
    [
      ["deckhouse", "unmet", false],
      ["kubernetes", "unmet", false],
      ["a", "unmet", false],
      ["b", "unmet", false],
      ["c", "met", true],
    ],
  );
  t.is(
    all.message,
    "requirements are not satisfied: current deckhouse version is not suitable: 1.72.0 is less than 1.73",
  );
  const modules = await judged(requirements, { installed });
  t.is(
    modules.message,
    "requirements are not satisfied: 2 errors occurred: could not get the 'b' module version: not found; dependency 'a' does not meet the version constraint: the '1.0.0' version does not satisfy the '>= 2' constraint",
  );
});
