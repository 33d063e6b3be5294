import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { compareDiagnostics } from "../object/diagnostic/diagnostic.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import { listWords } from "../object/message-text.ts";
import { type ReadDocument, readSource } from "../manifest/parse-source.ts";
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

/** Words without which a file of a folder is passed over, be it valid or not: it has another purpose. */
const mayHoldRules = /HealthRules|resource\.customizations|healthCheckExprs|waitRules/;

async function readText(source: RuleSource): Promise<RuleReading> {
  if (!source.isNamed && !mayHoldRules.test(source.text)) {
    return { rules: [], diagnostics: [] };
  }
  const { documents, diagnostics } = readSource(source);
  const readings: RuleReading[] = [{ rules: [], diagnostics }];
  let isRecognized = false;
  for (const document of documents) {
    const { faults } = document.tree;
    if (faults.length > 0) {
      readings.push({ rules: [], diagnostics: faults });
    }
    const reading = faults.length > 0 ? undefined : await readDocumentRules(document);
    if (reading !== undefined) {
      readings.push(reading);
    }
    isRecognized ||= faults.length > 0 || reading !== undefined;
  }
  if (source.isNamed && !isRecognized && diagnostics.length === 0) {
    readings.push({ rules: [], diagnostics: [withoutRules(source)] });
  }
  return {
    rules: readings.flatMap(({ rules }) => rules),
    diagnostics: readings.flatMap((reading) => reading.diagnostics),
  };
}

/** Returns the rules of a document; undefined if it is in no known form. */
async function readDocumentRules(read: ReadDocument): Promise<RuleReading | undefined> {
  return ruleFormats.find(({ recognizes }) => recognizes(read.tree.value))?.read(read);
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
