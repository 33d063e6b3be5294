import type { JsonObject } from "./json.ts";

/** An object that a template looks up; all of the kind if the name is empty. */
export interface TemplateLookup {
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty for all namespaces, and for a cluster-scoped kind. */
  readonly namespace: string;
  readonly name: string;
}

/** The object or the list; undefined if it does not exist; `refused` if it must not be read. */
export type LookupAnswer = JsonObject | "refused" | undefined;

/**
 * The context that templates are rendered in. A set that differs between installation and upgrade is read
 * once that is known.
 */
export interface RenderContext {
  readonly release: string;
  readonly namespace: string;
  readonly action: "install" | "upgrade" | "rollback" | "delete";
  /** The number that the next revision of the release gets; undefined if it is unknown. */
  readonly revision?: number | undefined;
  /** Queries the cluster's version and APIs; absent if there is no cluster. */
  readonly served?: () => Promise<ServedApis>;
  /** Reads an object of the cluster for a template; absent if templates must not read any. */
  readonly lookUp?: ((wanted: TemplateLookup) => Promise<LookupAnswer>) | undefined;
  /** Called when a renderer runs that needs no further answers: there is time for other work. */
  readonly whileRendering?: () => void;
  /** Aborts the renderers. */
  readonly signal: AbortSignal;
}

/** The facts about a cluster that templates may query. */
export interface ServedApis {
  /** The version of Kubernetes: `v1.36.3`. */
  readonly kubernetesVersion: string;
  /** Group versions, alone and with their kinds: `apps/v1`, `apps/v1/Deployment`. */
  readonly apiVersions: readonly string[];
}
