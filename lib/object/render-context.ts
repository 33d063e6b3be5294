/**
 * What templates are rendered for. A set that differs between installation and upgrade is read once that is
 * known.
 */
export interface RenderContext {
  readonly release: string;
  readonly namespace: string;
  readonly action: "install" | "upgrade" | "rollback" | "delete";
  /** Asks the cluster what it is; not there where none is at hand. */
  readonly served?: () => Promise<ServedApis>;
  /** Is called when a renderer runs that nothing has to be asked for: there is time for something else. */
  readonly whileRendering?: () => void;
  /** Ends the renderers. */
  readonly signal: AbortSignal;
}

/** What templates may ask about a cluster. */
export interface ServedApis {
  /** The version of Kubernetes: `v1.36.3`. */
  readonly kubernetesVersion: string;
  /** Groups with their versions, and with their kinds: `apps/v1`, `apps/v1/Deployment`. */
  readonly apiVersions: readonly string[];
}
