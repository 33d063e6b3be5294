/** The calls in a chart's templates that make rendering depend on more than its input. */
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { compareText } from "../object/object-ref.ts";
import type { Origin } from "../object/diagnostic/source-text.ts";
import { type ChartFile, filesOfChart } from "./chart-files.ts";
import { type Renderable, withinChart } from "./renderable.ts";
import { templateCalls } from "./template-calls.ts";

/** Facts about a chart that are read from its templates. */
export interface TemplateInfo {
  /** The calls of `lookup`, by file and line. */
  readonly lookups: readonly Origin[];
  /** Whether two renderings with the same input may differ. */
  readonly isRandom: boolean;
  /** The places of `helm.sh/hook`, with its value. */
  readonly hooks: readonly HookPlace[];
}

/** A line of a template that makes an object a hook. */
export interface HookPlace {
  readonly origin: Origin;
  /** The value as it is in the template, without quotes: `pre-install,pre-upgrade`, or an expression. */
  readonly written: string;
}

/**
 * Functions of Sprig and Helm that use the clock or random numbers. `derivePassword` is not among them: it
 * gives the same for the same input.
 */
const randomCalls: ReadonlySet<string> = new Set(
  [
    "randAlphaNum randAlpha randAscii randNumeric randBytes randInt shuffle uuidv4",
    "genPrivateKey genCA genCAWithKey genSelfSignedCert genSelfSignedCertWithKey genSignedCert genSignedCertWithKey",
    "bcrypt htpasswd encryptAES now ago date dateInZone date_in_zone htmlDate htmlDateInZone",
  ].flatMap((names) => names.split(" ")),
);

/** Reads the templates of a chart and of its subcharts. Unreadable files are skipped: `helm` reports them. */
export function readTemplates(chart: Pick<Renderable, "path" | "name" | "added">): TemplateInfo {
  const lookups: Origin[] = [];
  const hooks: HookPlace[] = [];
  let isRandom = false;
  for (const { path: place, content } of filesOfChart(chart, (each) => isTemplate.test(each))) {
    const file = withinChart(chart.name, place);
    const text = textOf(content);
    hooks.push(...hooksIn(text, file));
    for (const call of text.includes("{{") ? callsIn(text) : []) {
      isRandom ||= randomCalls.has(call.name);
      if (call.name === "lookup") {
        const { line, column } = call;
        lookups.push({ file, line, column, length: call.name.length });
      }
    }
  }
  return {
    lookups: lookups.toSorted((left, right) => compareText(left.file, right.file)),
    isRandom,
    hooks: hooks.toSorted((left, right) => compareText(left.origin.file, right.origin.file)),
  };
}

const hookLine = /^[ \t]*(["']?)helm\.sh\/hook\1:[ \t]*(["']?)(.*?)\2[ \t]*\r?$/;

function hooksIn(text: string, file: string): readonly HookPlace[] {
  if (!text.includes("helm.sh/hook")) {
    return [];
  }
  return text.split("\n").flatMap((line, index) => {
    const written = hookLine.exec(line)?.[3];
    const column = line.indexOf("helm.sh/hook") + 1;
    return written === undefined ? [] : [{ origin: { file, line: index + 1, column }, written }];
  });
}

/** Warns of a chart whose templates call `lookup`: here it returns nothing. All calls are one diagnostic. */
export function lookupUnanswered(
  { name }: Pick<Renderable, "name">,
  { lookups }: TemplateInfo,
): readonly Diagnostic[] {
  const [origin, ...more] = lookups;
  if (origin === undefined) {
    return [];
  }
  const message = `${name} calls lookup, which returns nothing, as in \`helm template\`: values that the chart would read from the cluster are left empty or generated; set them with --values`;
  const related = more.map((place) => ({ message: "lookup is called here too", origin: place }));
  const found = { code: "LookupUnanswered", severity: "warning", message, origin } as const;
  return [related.length === 0 ? found : { ...found, related }];
}

function callsIn(text: string): ReturnType<typeof templateCalls> {
  try {
    return templateCalls(text);
  } catch {
    return [];
  }
}

function textOf(content: ChartFile["content"]): string {
  try {
    return Buffer.from(content()).toString("utf8");
  } catch {
    return "";
  }
}

/** Matches templates, and the values that `tpl` may render. */
const isTemplate = /^(?:charts\/[^/]+\/)*(?:templates\/.*|values\.ya?ml)$/;
