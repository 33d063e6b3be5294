import type { Clock } from "../../async/clock.ts";
import type { JsonValue } from "../../object/json.ts";

/**
 * What the user, the environment and the machine say about the way to a cluster. Flags that are absent or
 * empty say nothing.
 */
export interface AccessRequest {
  /**
   * The environment: KUBECONFIG, KUBERNETES_SERVICE_HOST and _PORT, the proxy variables; given on to exec
   * plugins as a whole.
   */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that holds `.kube/config`. */
  readonly homeDirectory: string;
  readonly clock: Clock;
  /** `--kubeconfig`: the one file to read; it must exist. */
  readonly kubeconfig?: string | undefined;
  readonly context?: string | undefined;
  readonly cluster?: string | undefined;
  readonly user?: string | undefined;
  readonly namespace?: string | undefined;
  readonly as?: string | undefined;
  readonly asGroups?: readonly string[] | undefined;
  readonly asUid?: string | undefined;
  readonly server?: string | undefined;
  readonly token?: string | undefined;
  readonly tlsServerName?: string | undefined;
  readonly insecureSkipTlsVerify?: boolean | undefined;
  readonly certificateAuthority?: string | undefined;
  /** Whether a person sits at standard input: only then may an exec plugin ask there. */
  readonly stdinIsTerminal?: boolean | undefined;
  /** Hears one line at a time: what exec plugins write to stderr, and what is odd but no error. */
  readonly warn?: ((message: string) => void) | undefined;
  /** Where a pod finds its token, ca.crt and namespace; the usual folder where absent. */
  readonly serviceAccountFolder?: string | undefined;
  /**
   * Reads the YAML of most kubeconfigs much faster; what it gives nothing for is read by the complete reader.
   */
  readonly readPlainYaml?: ((text: string) => JsonValue | undefined) | undefined;
}
