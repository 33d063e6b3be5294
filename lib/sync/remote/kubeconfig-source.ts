/** The source of the kubeconfig of a cluster: a Secret, which is watched, or a file, which is polled. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

import type { Clock } from "../../async/clock.ts";
import { isExternalError } from "../../client/model/api-error.ts";
import type { Cluster, Resource } from "../../client/model/cluster.ts";
import type { RemoteKubeconfig } from "../../client/kubeconfig/remote-kubeconfig.ts";
import { whyUnreadable } from "../../client/model/read-file.ts";
import type { Duration } from "../../object/duration.ts";
import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import { onAbort } from "../../async/abort.ts";
import type { UnitCluster } from "../unit/unit.ts";

/** The text of a kubeconfig, or why there is none. */
export type KubeconfigReading = { readonly text: string } | { readonly fault: string };

/** Dependencies of a kubeconfig source. */
export interface KubeconfigSourceOptions {
  /** The cluster of the sidecar, in whose namespace the Secrets are. */
  readonly home: () => Promise<Cluster>;
  readonly clock: Pick<Clock, "sleep">;
  readonly signal: AbortSignal;
}

const secrets: Resource = {
  group: "",
  version: "v1",
  kind: "Secret",
  plural: "secrets",
  namespaced: true,
  verbs: [],
};

/** Milliseconds between two looks at a file: as for the configuration, which is mounted the same way. */
const filePace: Duration = 10_000;
/** Milliseconds after which a Secret that may not be read is tried again. */
const refusalPause: Duration = 10_000;

/** Returns what is known of a kubeconfig before it is read. `namespace`: that of the sidecar. */
export function kubeconfigOrigin(
  { kubeconfig, context }: UnitCluster,
  namespace: string,
): Omit<RemoteKubeconfig, "text"> {
  if ("secret" in kubeconfig) {
    const place = `Secret ${namespace}/${kubeconfig.secret}, key ${kubeconfig.key}`;
    return { place, context, trust: "secret" };
  }
  return { place: resolve(kubeconfig.file), context, trust: kubeconfig.exec ? "programs" : "file" };
}

/**
 * Emits the kubeconfig of a cluster, first as it is and then when it changes, until the signal aborts; the
 * same one may be emitted again. Rejects only for bugs.
 */
export async function followKubeconfig(
  cluster: UnitCluster,
  options: KubeconfigSourceOptions,
  emit: (reading: KubeconfigReading) => void,
): Promise<void> {
  const { clock, signal } = options;
  const { kubeconfig } = cluster;
  while (!isOver(signal)) {
    if ("file" in kubeconfig) {
      emit(await readKubeconfigFile(resolve(kubeconfig.file)));
      await clock.sleep(filePace, signal);
    } else {
      await watchSecret(kubeconfig, options, emit);
      await clock.sleep(refusalPause, signal);
    }
  }
}

function isOver(signal: AbortSignal): boolean {
  return signal.aborted;
}

async function readKubeconfigFile(file: string): Promise<KubeconfigReading> {
  try {
    return { text: await readFile(file, "utf8") };
  } catch (error) {
    return { fault: `${file} ${whyUnreadable(error)}` };
  }
}

type SecretPlace = Extract<UnitCluster["kubeconfig"], { readonly secret: string }>;

/** Watches the Secret. Returns when the signal aborts, or if it may not be read. */
async function watchSecret(
  place: SecretPlace,
  { home, signal }: KubeconfigSourceOptions,
  emit: (reading: KubeconfigReading) => void,
): Promise<void> {
  const cluster = await home();
  const { namespace } = cluster;
  const selection = { resource: secrets, namespace, fieldSelector: `metadata.name=${place.secret}` };
  let found: JsonObject | undefined;
  let isSynced = false;
  const watch = cluster.watch(selection, (event) => {
    if (event.type === "seen" || event.type === "gone") {
      found = event.type === "seen" ? event.object : undefined;
    }
    isSynced ||= event.type === "synced";
    if (isSynced) {
      emit(readSecret(found, place, namespace));
    }
  });
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const callOff = onAbort(signal, end);
  try {
    await Promise.race([watch.synced, ended]);
    await ended;
  } catch (error) {
    if (!isExternalError(error)) {
      throw error;
    }
    const name = `Secret ${namespace}/${place.secret}`;
    emit({ fault: `${name} cannot be read: ${error.message}; the sidecar needs get, list and watch on it` });
  } finally {
    callOff();
    watch.stop();
  }
}

function readSecret(
  secret: JsonObject | undefined,
  place: SecretPlace,
  namespace: string,
): KubeconfigReading {
  const name = `Secret ${namespace}/${place.secret}`;
  if (secret === undefined) {
    return { fault: `${name} does not exist: create it with the kubeconfig as key ${place.key}` };
  }
  const data = stringField(objectField(secret, "data"), place.key);
  return data === undefined
    ? { fault: `${name} has no key ${place.key}: add it, or set key of the cluster` }
    : { text: Buffer.from(data, "base64").toString("utf8") };
}
