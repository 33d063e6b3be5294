import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import type { UnitState } from "../../sync/unit/unit-state.ts";

/** Remembers what was told of each unit, so that a log of months does not repeat itself. */
export class LogDeduplicator {
  readonly #states = new Map<string, string>();
  readonly #findings = new Map<string, string>();

  /** Whether phase, words or commits of the unit are others than those told last. */
  isNewState({ name, phase, message, observed, applied }: UnitState): boolean {
    const words = [phase, message, observed?.commit, applied?.commit].join("\n");
    return isNew(this.#states, name, words);
  }

  /** Whether other things were found in the manifests of the unit than the last time. */
  areNewFindings(unit: string, diagnostics: readonly Diagnostic[]): boolean {
    const words = diagnostics.map(({ code, message, ref }) => [code, ref, message].join(" ")).join("\n");
    return isNew(this.#findings, unit, words) && diagnostics.length > 0;
  }

  /** The unit is no more. */
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
