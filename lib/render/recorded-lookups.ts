/** The calls of `lookup` that were answered from the cluster. */
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { count } from "../object/message-text.ts";
import { compareText } from "../object/object-ref.ts";
import type { LookupAnswer, RenderContext, TemplateLookup } from "../object/render-context.ts";
import type { TemplateInfo } from "./chart-templates.ts";

/** Answers each call once: all renderings of a chart see the same objects. */
export class RecordedLookups {
  readonly #ask: NonNullable<RenderContext["lookUp"]>;
  readonly #answers = new Map<string, { readonly kind: string; readonly answer: Promise<LookupAnswer> }>();

  constructor(ask: NonNullable<RenderContext["lookUp"]>) {
    this.#ask = ask;
  }

  readonly lookUp = async (wanted: TemplateLookup): Promise<LookupAnswer> => {
    const { apiVersion, kind, namespace, name } = wanted;
    const key = [apiVersion, kind, namespace, name].join(" ");
    const known = this.#answers.get(key) ?? { kind, answer: this.#ask(wanted) };
    this.#answers.set(key, known);
    return known.answer;
  };

  /** Returns a note with the kinds that were read, and a warning for those that must not be read. */
  async diagnostics(chart: string, { lookups: [origin] }: TemplateInfo): Promise<readonly Diagnostic[]> {
    const read: string[] = [];
    const refused: string[] = [];
    for (const { kind, answer } of this.#answers.values()) {
      ((await answer) === "refused" ? refused : read).push(kind);
    }
    const place = origin === undefined ? {} : { origin };
    const found: Diagnostic[] = [];
    if (read.length > 0) {
      const message = `${chart} has read the cluster by ${count(read.length, "lookup")}: ${names(read)}`;
      found.push({ code: "LookupAnswered", severity: "note", message, ...place });
    }
    if (refused.length > 0) {
      const message = `${chart} looks up ${names(refused)}, which this account must not read: lookup returns nothing`;
      found.push({ code: "LookupRefused", severity: "warning", message, ...place });
    }
    return found;
  }
}

function names(kinds: readonly string[]): string {
  return [...new Set(kinds)].toSorted(compareText).join(", ");
}
