import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import type { UnitState } from "../../sync/unit/unit-state.ts";

/** Remembers the last report about each unit, so that a log of months does not repeat itself. */
export class LogDeduplicator {
  readonly #states = new Map<string, string>();
  readonly #findings = new Map<string, string>();

  /** Reports whether phase, message or commits of the unit differ from those reported last. */
  isNewState({ name, phase, message, observed, applied }: UnitState): boolean {
    const words = [phase, message, observed?.commit, applied?.commit].join("\n");
    return isNew(this.#states, name, words);
  }

  /** Reports whether the diagnostics of the unit's manifests differ from the last ones. */
  areNewFindings(unit: string, diagnostics: readonly Diagnostic[]): boolean {
    const words = diagnostics.map(({ code, message, ref }) => [code, ref, message].join(" ")).join("\n");
    return isNew(this.#findings, unit, words) && diagnostics.length > 0;
  }

  /** Forgets a unit that was removed. */
  forget(unit: string): void {
    this.#states.delete(unit);
    this.#findings.delete(unit);
  }
}

function isNew(reported: Map<string, string>, unit: string, words: string): boolean {
  const isOther = reported.get(unit) !== words;
  reported.set(unit, words);
  return isOther;
}
