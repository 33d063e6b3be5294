import { createRequire } from "node:module";

import Ajv from "ajv-draft-04";
import addFormats from "ajv-formats";
import test from "ava";

import { hostileFindings } from "../../../fixtures/hostile-findings.ts";
import { formatSarif } from "./sarif.ts";

const schema = createRequire(import.meta.url)("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
const ajv = new Ajv.default({ allErrors: true, strict: false, unicodeRegExp: false });
addFormats.default(ajv);
const isSarif = ajv.compile(schema);
const style = { version: "1.2.3", fallback: "deploy" };

test("the report is valid SARIF 2.1.0 even with hostile names and messages", (t) => {
  const log = JSON.parse(formatSarif(hostileFindings, style));
  t.true(isSarif(log), JSON.stringify(isSarif.errors));
  t.false(isSarif({ ...log, runs: [{}] }), "the schema does refuse");
});

test("each SARIF result has its rule and a line", (t) => {
  const { runs } = JSON.parse(formatSarif(hostileFindings, style));
  const { rules } = runs[0].tool.driver;
  for (const { ruleId, ruleIndex, locations } of runs[0].results) {
    t.is(rules[ruleIndex].id, ruleId);
    t.true(locations[0].physicalLocation.region.startLine >= 1);
  }
  t.is(runs[0].results.length, 6);
});

test("SARIF locations are URI references with lines and columns", (t) => {
  const { runs } = JSON.parse(formatSarif(hostileFindings, style));
  const places = runs[0].results.map(
    ({ locations }: { locations: readonly { physicalLocation: object }[] }) => locations[0]?.physicalLocation,
  );
  t.deepEqual(places, [
    {
      artifactLocation: { uri: "deploy/web.yaml" },
      region: { startLine: 7, startColumn: 13, endColumn: 15 },
    },
    { artifactLocation: { uri: "deploy/web.yaml" }, region: { startLine: 8 } },
    { artifactLocation: { uri: "a%20b/%C3%BC%26%3Cx%3E.yaml" }, region: { startLine: 4, startColumn: 3 } },
    { artifactLocation: { uri: "a%20b/%C3%BC%26%3Cx%3E.yaml" }, region: { startLine: 22, startColumn: 1 } },
    { artifactLocation: { uri: "deploy" }, region: { startLine: 1 } },
    { artifactLocation: { uri: "file:///abs/100%25.yaml" }, region: { startLine: 1 } },
  ]);
});
