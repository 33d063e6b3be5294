import type { Cluster } from "../../client/model/cluster.ts";
import type { UpdatePolicy } from "../rules/resource/update-policy.ts";
import type { Clock, Random } from "../../async/clock.ts";
import type { Duration } from "../../object/duration.ts";
import type { ModuleRegistry, RegistryAccess } from "../registry/model/module-registry.ts";
import type { SyncEventSink } from "../../sync/sync-event.ts";
import type { SyncConfiguration } from "../../sync/unit/unit.ts";
import type { SyncController } from "../../sync/sync-controller.ts";
import type { ModuleStore } from "./module-source.ts";

/** What the controllers need. */
export interface ControllerFacts {
  /** Its watches may be shared. */
  readonly cluster: Cluster;
  /** Keeps the modules that run. Its store is `store`, and what it tells comes to `Controllers.hearSync`. */
  readonly controller: SyncController;
  readonly store: ModuleStore;
  readonly openRegistry: (access: RegistryAccess) => ModuleRegistry;
  readonly platform: PlatformFacts;
  /** For what is pulled, and for it alone. */
  readonly folder: string;
  /** How often registries are looked at. */
  readonly interval: Duration;
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: SyncEventSink;
  /** Hears which modules the vigil keeps from now on. */
  readonly configured: (configuration: SyncConfiguration) => void;
  readonly signal: AbortSignal;
}

/** What is known of the platform besides its resources. */
export interface PlatformFacts {
  /** Undefined for that of the highest DeckhouseRelease that is Deployed. */
  readonly deckhouse: string | undefined;
  /** Undefined for the version of the API server. */
  readonly kubernetes: string | undefined;
  readonly edition: string;
  readonly bundle: string;
  readonly embedded: ReadonlySet<string>;
  readonly defaultPolicy: UpdatePolicy;
}
