/** Reads what the functions without a cluster have in common: the manifests and the CRDs besides them. */
import type { SourceText } from "../object/diagnostic/source-text.ts";
import type { Action } from "../plan/plan.ts";
import type { Sources } from "../source/read-sources.ts";
import { newestMinor } from "../validate/builtin/supported-versions.ts";
import { signalOf } from "./options/signal-of.ts";
import type { SchemaOptions } from "./options/offline-options.ts";
import { minorOf } from "./options/offline-tables.ts";
import { openSet, readBeside } from "./open-set.ts";
import type { SetOptions } from "./options/set-options.ts";

/** A set that was read without a cluster. */
export interface OfflineSet {
  readonly release: string;
  readonly namespace: string;
  readonly texts: Sources;
  /** The CRDs besides the set. */
  readonly definitions: readonly SourceText[];
  /** The minor version of Kubernetes. */
  readonly minor: number;
}

/**
 * Reads the set for an action. Charts are rendered for the Kubernetes version of the options. Throws the
 * reason of the signal if that aborts.
 */
export async function readOffline(
  name: string,
  options: SetOptions & SchemaOptions,
  action: Action = "install",
): Promise<OfflineSet> {
  const { release = "default", namespace = "default", chart = {}, crds = [] } = options;
  const minor = minorOf(options.kubernetesVersion) ?? newestMinor;
  const kubeVersion = chart.kubeVersion ?? `1.${minor}`;
  const set = await openSet(name, { ...options, chart: { ...chart, kubeVersion } });
  const signal = signalOf(options);
  const texts = await set.read({ release, namespace, action, signal });
  const beside = await readBeside(crds);
  signal.throwIfAborted();
  return {
    release,
    namespace,
    texts: { ...texts, found: [...texts.found, ...beside.found] },
    definitions: beside.sources,
    minor,
  };
}
