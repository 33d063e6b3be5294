import { readSource } from "../manifest/parse-source.ts";
import { compareDiagnostics, type Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import type { FieldRule } from "../object/field-rule.ts";
import { listWords } from "../object/message-text.ts";
import { applicationFormat } from "./argo/application-format.ts";
import { configMapFormat } from "./argo/config-map-format.ts";
import type { FieldRuleFormat, FieldRuleReading } from "./field-rule-format.ts";
import { ownFieldFormat } from "./own-format.ts";

/** The forms in which field rules are read. The first that recognizes a document reads it. */
const formats: readonly FieldRuleFormat[] = [ownFieldFormat, applicationFormat, configMapFormat];

/** A text that may contain field rules. */
export interface FieldRuleSource extends SourceText {
  /** Whether the user named this very file: one without rules is then an error. */
  readonly isNamed: boolean;
}

/**
 * Reads the field rules of texts that the user names, each in whichever form it is written. All faults are
 * reported at once. Complexity: linear in the texts.
 */
export async function readFieldRules(sources: readonly FieldRuleSource[]): Promise<FieldRuleReading> {
  return joined(await Promise.all(sources.map(async (source) => readText(source, formats, source.isNamed))));
}

/** Words without which a text has no rules, and need not be parsed to find out. */
const ruleWords = ["FieldRules", "resource.customizations"];

/**
 * Reads the field rules that a set of manifests contains. Texts without any are not parsed. Complexity:
 * linear in the texts.
 */
export async function readFieldRulesOfSet(sources: readonly SourceText[]): Promise<FieldRuleReading> {
  const likely = sources.filter(({ text }) => ruleWords.some((word) => text.includes(word)));
  const ofSets = formats.filter(({ isOfSets }) => isOfSets);
  return joined(await Promise.all(likely.map(async (source) => readText(source, ofSets, false))));
}

async function readText(
  source: SourceText,
  known: readonly FieldRuleFormat[],
  isNamed: boolean,
): Promise<FieldRuleReading> {
  const { documents, diagnostics } = readSource(source);
  const readings = await Promise.all(
    documents.map(async (read): Promise<FieldRuleReading | undefined> => {
      const { value, faults } = read.tree;
      return faults.length > 0
        ? { rules: [], diagnostics: isNamed ? faults : [] }
        : known.find(({ recognizes }) => recognizes(value))?.read(read);
    }),
  );
  const found = readings.filter((reading) => reading !== undefined);
  const isEmpty = isNamed && diagnostics.length === 0 && found.length === 0;
  return joined([
    // The faults of a set are found when its manifests are read.
    { rules: [], diagnostics: isNamed ? diagnostics : [] },
    ...found,
    ...(isEmpty ? [{ rules: [], diagnostics: [withoutRules(source)] }] : []),
  ]);
}

function joined(readings: readonly FieldRuleReading[]): FieldRuleReading {
  return {
    rules: readings.flatMap(({ rules }): readonly FieldRule[] => rules),
    diagnostics: readings.flatMap(({ diagnostics }) => diagnostics).toSorted(compareDiagnostics),
  };
}

function withoutRules({ name }: SourceText): Diagnostic {
  const forms = listWords(
    formats.map((format) => format.name),
    "or",
  );
  return {
    code: "FieldRuleInvalid",
    severity: "error",
    message: `${name} contains no field rules: write ${forms}`,
    origin: { file: name, line: 1 },
  };
}
