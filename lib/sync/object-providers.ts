import { compareText } from "../object/object-ref.ts";

interface Listener {
  readonly wake: () => void;
  readonly isWaiting: () => boolean;
}

/**
 * Tracks which objects each unit brings, as far as it was planned since the process began: a depends-on may
 * lead from one unit into another.
 */
export class ObjectProviders {
  readonly #keys = new Map<string, ReadonlySet<string>>();
  readonly #listeners = new Set<Listener>();

  /** Records the objects that a unit brings. */
  learn(unit: string, keys: ReadonlySet<string>): void {
    const before = this.#keys.get(unit);
    this.#keys.set(unit, keys);
    if (before?.size !== keys.size || ![...keys].every((key) => before.has(key))) {
      // With a thousand units, waking each for every one that is planned would take most of the time.
      for (const { wake } of [...this.#listeners].filter(({ isWaiting }) => isWaiting())) {
        wake();
      }
    }
  }

  /** Forgets a unit that no longer brings anything. */
  forget(unit: string): void {
    this.#keys.delete(unit);
  }

  /** Returns the unit, other than `other`, that brings an object. */
  bringerOf(key: string, other: string): string | undefined {
    return [...this.#keys]
      .filter(([unit, keys]) => unit !== other && keys.has(key))
      .map(([unit]) => unit)
      .toSorted(compareText)[0];
  }

  /** Returns those of the units that were not planned yet. */
  unknownOf(units: readonly string[]): readonly string[] {
    return units.filter((unit) => !this.#keys.has(unit));
  }

  /**
   * Reports whether some of the units that were waited for are planned now, or are no longer among `units`.
   */
  hasChanged(waited: readonly string[], units: () => readonly string[]): boolean {
    if (waited.length === 0) {
      return false;
    }
    const still = new Set(units());
    return waited.length > this.unknownOf(waited.filter((unit) => still.has(unit))).length;
  }

  /**
   * Calls back when more or something else is known, if the listener is waiting for it then; the returned
   * function unsubscribes.
   */
  onChange(wake: () => void, isWaiting: () => boolean): () => void {
    const listener = { wake, isWaiting };
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }
}

/** The providers of each cluster: a depends-on does not lead from one cluster into another. */
export class ProvidersByCluster {
  readonly #clusters = new Map<string | undefined, ObjectProviders>();

  /** Returns those of a cluster; undefined is that of the sidecar. */
  of(cluster: string | undefined): ObjectProviders {
    const known = this.#clusters.get(cluster) ?? new ObjectProviders();
    this.#clusters.set(cluster, known);
    return known;
  }

  /** Forgets a unit in all clusters but that one. */
  forgetOutside(cluster: string | undefined, unit: string): void {
    for (const known of [...this.#clusters].flatMap(([name, one]) => (name === cluster ? [] : [one]))) {
      known.forget(unit);
    }
  }

  /** Forgets a unit, wherever it was. */
  forget(unit: string): void {
    for (const known of this.#clusters.values()) {
      known.forget(unit);
    }
  }
}
