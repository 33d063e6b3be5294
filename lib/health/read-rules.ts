import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { compareDiagnostics } from "../object/diagnostic/diagnostic.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import { listWords } from "../object/message-text.ts";
import { type ReadDocument, readSource } from "../manifest/parse-source.ts";
import { isHealthScript, readHealthScript } from "./argo/argo-format.ts";
import type { MatchedRule } from "./health-rules.ts";
import type { RuleReading } from "./rule-format.ts";
import { ruleFormats } from "./rule-formats.ts";

/** A text that may contain health rules. */
export interface RuleSource extends SourceText {
  /** Whether the user named this very file: one without rules is then an error. */
  readonly isNamed: boolean;
}

/**
 * Reads the health rules of texts, each in whichever form it is written. All faults are reported at once.
 * Complexity: linear in the texts.
 */
export async function readHealthRules(sources: readonly RuleSource[]): Promise<RuleReading> {
  const rules: MatchedRule[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const source of sources) {
    const reading = await readText(source);
    rules.push(...reading.rules);
    diagnostics.push(...reading.diagnostics);
  }
  return { rules, diagnostics: diagnostics.toSorted(compareDiagnostics) };
}

/** Words without which a text has no rules, and need not be parsed to find out. */
const ruleWords = ["HealthRules", "resource.customizations", "healthCheckExprs", "waitRules"];

/**
 * Reads the rules that a set of manifests contains. Texts without any are not parsed. Complexity: linear in
 * the texts.
 */
export function readRulesOfSet(sources: readonly SourceText[]): Promise<RuleReading> {
  return readHealthRules(sources.map((source) => ({ ...source, isNamed: false })));
}

async function readText(source: RuleSource): Promise<RuleReading> {
  if (isHealthScript(source.name)) {
    return readHealthScript(source);
  }
  if (!source.isNamed && !ruleWords.some((word) => source.text.includes(word))) {
    return noRules;
  }
  const { documents, diagnostics } = readSource(source);
  const readings = await Promise.all(documents.map(async (document) => readDocumentRules(document)));
  const all = [{ rules: [], diagnostics }, ...readings.flatMap((reading) => reading ?? [])];
  const isEmpty = source.isNamed && diagnostics.length === 0 && all.length === 1;
  return {
    rules: all.flatMap(({ rules }) => rules),
    diagnostics: [
      ...all.flatMap((reading) => reading.diagnostics),
      ...(isEmpty ? [withoutRules(source)] : []),
    ],
  };
}

const noRules: RuleReading = { rules: [], diagnostics: [] };

/** Returns the rules of a document; undefined if it is in no known form. */
async function readDocumentRules(read: ReadDocument): Promise<RuleReading | undefined> {
  const { value, faults } = read.tree;
  return faults.length > 0
    ? { rules: [], diagnostics: faults }
    : ruleFormats.find(({ recognizes }) => recognizes(value))?.read(read);
}

function withoutRules({ name }: SourceText): Diagnostic {
  const forms = listWords(
    ruleFormats.map((format) => format.name),
    "or",
  );
  return {
    code: "HealthRuleInvalid",
    severity: "error",
    message: `${name} contains no health rules: write ${forms}`,
    origin: { file: name, line: 1 },
  };
}
