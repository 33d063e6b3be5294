import { hookEvents, type HookEvent } from "./directives.ts";

/** The events of Helm's tests, which run on demand and belong to no action. */
const testEvents: readonly string[] = ["test", "test-success", "test-failure"];

/** An ordinary CustomResourceDefinition since Helm 3. */
export const crdInstall = "crd-install";

/** Every word that `helm.sh/hook` may hold. */
export const knownHookWords: readonly string[] = [...hookEvents, ...testEvents, crdInstall];

/** The words of a comma list as Helm reads them: in any case, with any spaces. */
export function hookWords(value: string): readonly string[] {
  return value
    .split(",")
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== "");
}

/** Whether the word is an event that orders something. */
export function isHookEvent(word: string): word is HookEvent {
  return hookEvents.some((event) => event === word);
}

/** Whether the word is an event of tests. */
export function isTestEvent(word: string): boolean {
  return testEvents.includes(word);
}
