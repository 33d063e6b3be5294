import type { Draft, WrittenWeight } from "./directives.ts";

/**
 * Returns the weight of an object: `werf.io/weight`, else its wave. Of a hook, and of an object whose wave is
 * no number, else `helm.sh/hook-weight`, as in Argo CD (gitops-engine, `syncwaves.Wave`).
 */
export function weightOf({ werfWeight, wave, hookWeight, hook, argoHook }: Draft): WrittenWeight | null {
  if (werfWeight !== null) {
    return werfWeight;
  }
  if (wave !== null && wave !== undefined) {
    return wave;
  }
  const isOfArgo = argoHook !== null || wave === undefined;
  if (hookWeight === null || (hook === null && !isOfArgo)) {
    return null;
  }
  return isOfArgo ? { ...hookWeight, isWave: true } : hookWeight;
}
