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
