/** Pods that become ready when the test says so, however long its steps take on a busy machine. */
import { type Annotations, configMap, readyWhile, refTo } from "./manifests.ts";
import type { Site } from "./site.ts";

/** A condition of pods, for tests that call `startKubelet`. */
export interface Gate {
  /** Annotations of pods that are ready while it is open. */
  readonly pod: Annotations;
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A gate of that name, which is closed. It is open while a ConfigMap of its name exists. */
export function gateIn({ namespace, at, create, cluster }: Site, name = "gate"): Gate {
  return {
    pod: readyWhile(refTo(namespace, ["", "ConfigMap", name])),
    open: async () => {
      await create("configmaps", configMap(name));
    },
    close: async () => {
      await cluster.api("DELETE", at(`configmaps/${name}`));
    },
  };
}
