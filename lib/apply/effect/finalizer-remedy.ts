import type { Place } from "../../client/model/cluster.ts";
import type { JsonObject } from "../../object/json.ts";
import { finalizersOf } from "../../object/metadata.ts";

/** Words that every shell takes as they are. */
const plainWord = /^[A-Za-z0-9][A-Za-z0-9._/-]*$/;

/** Finalizers of Kubernetes itself, which it removes in time: to remove them by hand damages something. */
const ofKubernetes = /^[^/]*$|^(?:[^/]*\.)?(?:kubernetes|k8s)\.io\//;

/**
 * Returns the command that removes the finalizers of an object by hand, and fails if they have changed
 * meanwhile. Undefined if all of them are of Kubernetes itself, or a word is not safe in a shell.
 */
export function finalizerRemedy(
  object: JsonObject,
  { resource: { plural, group }, namespace, name }: Place,
): string | undefined {
  const removed = [...finalizersOf(object).entries()].filter(
    ([, finalizer]) => !ofKubernetes.test(finalizer),
  );
  const resource = group === "" ? plural : `${plural}.${group}`;
  const words = [resource, name, ...removed.map(([, finalizer]) => finalizer), namespace || "x"];
  if (removed.length === 0 || !words.every((word) => plainWord.test(word))) {
    return undefined;
  }
  // From the last to the first, so that the positions of the others stay the same.
  const patch = removed.toReversed().flatMap(([index, value]) => {
    const path = `/metadata/finalizers/${index}`;
    return [
      { op: "test", path, value },
      { op: "remove", path },
    ];
  });
  const place = namespace === "" ? "" : ` -n ${namespace}`;
  return `kubectl patch ${resource} ${name}${place} --type=json -p='${JSON.stringify(patch)}'`;
}
