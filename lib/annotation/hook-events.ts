import { hookEvents, type HookEvent } from "./directives.ts";

/** The events of Helm's tests, which run on demand and belong to no action. */
const testEvents: readonly string[] = ["test", "test-success", "test-failure"];

/** A hook for CRDs, which are ordinary objects since Helm 3. */
export const crdInstall = "crd-install";

/** Every valid value of `helm.sh/hook`. */
export const knownHookWords: readonly string[] = [...hookEvents, ...testEvents, crdInstall];

/** Parses a comma-separated list as Helm does: in any case, with any spaces. */
export function hookWords(value: string): readonly string[] {
  return value
    .split(",")
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== "");
}

/** Reports whether the word is an event that affects the order. */
export function isHookEvent(word: string): word is HookEvent {
  return hookEvents.some((event) => event === word);
}

/** Reports whether the word is an event of tests. */
export function isTestEvent(word: string): boolean {
  return testEvents.includes(word);
}
