import type { Cluster } from "../../client/model/cluster.ts";
import type { UpdatePolicy } from "../rules/resource/update-policy.ts";
import type { Clock, Random } from "../../async/clock.ts";
import type { Duration } from "../../object/duration.ts";
import type { ModuleRegistry } from "../registry/model/module-registry.ts";
import type { RegistryAccess } from "../../oci/model/registry-access.ts";
import type { SyncEventSink } from "../../sync/sync-event.ts";
import type { SyncConfiguration } from "../../sync/unit/unit.ts";
import type { SyncController } from "../../sync/sync-controller.ts";
import type { ModuleStore } from "./module-source.ts";

/** Dependencies of the module controllers. */
export interface ControllerOptions {
  /** Its watches may be shared. */
  readonly cluster: Cluster;
  /** Reconciles the modules that run. Its store is `store`, and its events go to `Controllers.emitSync`. */
  readonly controller: SyncController;
  readonly store: ModuleStore;
  readonly openRegistry: (access: RegistryAccess) => ModuleRegistry;
  readonly platform: PlatformFacts;
  /** The folder for pulled files, used for nothing else. */
  readonly folder: string;
  /** The interval at which registries are polled. */
  readonly interval: Duration;
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: SyncEventSink;
  /** Called with the configuration that the sync controller runs from now on. */
  readonly configured: (configuration: SyncConfiguration) => void;
  readonly signal: AbortSignal;
}

/** Facts about the platform that are not in its resources. */
export interface PlatformFacts {
  /** Undefined to use the version of the highest deployed DeckhouseRelease. */
  readonly deckhouse: string | undefined;
  /** Undefined to use the version of the API server. */
  readonly kubernetes: string | undefined;
  readonly edition: string;
  readonly bundle: string;
  readonly embedded: ReadonlySet<string>;
  readonly defaultPolicy: UpdatePolicy;
}
