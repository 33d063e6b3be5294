import type { Clock } from "../../async/clock.ts";
import type { JsonValue } from "../../object/json.ts";

/**
 * The options that flags, environment and machine provide for reaching a cluster. Absent and empty flags are
 * ignored.
 */
export interface AccessRequest {
  /**
   * The environment: KUBECONFIG, KUBERNETES_SERVICE_HOST and _PORT, the proxy variables; passed to exec
   * plugins as a whole.
   */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The directory that holds `.kube/config`. */
  readonly homeDirectory: string;
  readonly clock: Clock;
  /** `--kubeconfig`: the only file to read; it must exist. */
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
  /** Whether standard input is a terminal: only then may an exec plugin prompt there. */
  readonly stdinIsTerminal?: boolean | undefined;
  /** Receives one line at a time: stderr of exec plugins, and oddities that are not errors. */
  readonly warn?: ((message: string) => void) | undefined;
  /** The directory of the pod's token, ca.crt and namespace; the usual one where absent. */
  readonly serviceAccountFolder?: string | undefined;
  /**
   * Parses the YAML of most kubeconfigs much faster; where it returns undefined, the complete parser is used.
   */
  readonly readPlainYaml?: ((text: string) => JsonValue | undefined) | undefined;
}
