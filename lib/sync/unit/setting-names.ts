import type { ApplyEvent, Outcome, Result } from "../../apply/model/event.ts";
import type { PlanResult } from "../../plan/make-plan.ts";

/** The settings of a unit by the flags that mean the same, without dashes. */
export type SettingNames = ReadonlyMap<string, string>;

/** Renames the flags in what a run says: a unit of a file has settings, and no flags. */
export class SettingNamer {
  readonly #names: SettingNames;

  /** `names` is empty if the unit was defined by flags. */
  constructor(names: SettingNames = new Map()) {
    this.#names = names;
  }

  /** Returns a text with settings: `maxPrune: 5` instead of `--max-prune=5`. */
  text(text: string): string {
    return text.replaceAll(flags, (flag, name: string, value?: string) => {
      const setting = this.#names.get(name);
      if (setting === undefined) {
        return flag;
      }
      return value === undefined ? setting : `${setting}: ${value}`;
    });
  }

  /** Returns an event of a run. What pods and the server say of readiness stays as it is. */
  event(event: ApplyEvent): ApplyEvent {
    if (event.type === "finish") {
      return { ...event, result: this.result(event.result) };
    }
    return event.type === "actuation" ? this.#named(event) : event;
  }

  /** Returns the result of a run. */
  result(result: Result): Result {
    const outcomes = result.outcomes.map((outcome): Outcome =>
      outcome.actuation === "Succeeded" ? outcome : this.#named(outcome),
    );
    return this.#named({ ...result, outcomes });
  }

  /** Returns a plan, whose diagnostics say what to do. */
  plan({ plan, ...planned }: PlanResult): PlanResult {
    const diagnostics = plan.diagnostics.map((diagnostic) => this.#named(diagnostic));
    return { ...planned, plan: { ...plan, diagnostics } };
  }

  #named<Said extends { readonly message?: string }>(said: Said): Said {
    return said.message === undefined ? said : { ...said, message: this.text(said.message) };
  }
}

const flags = /(?<![\w-])--([a-z][a-z-]*)(?:=([\w%]+))?/g;
