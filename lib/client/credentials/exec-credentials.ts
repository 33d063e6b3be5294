import { AccessError } from "../model/api-error.ts";
import type { AccessRequest } from "../access/access-request.ts";
import type { ClusterSettings } from "../kubeconfig/cluster-settings.ts";
import { execInfo, readExecCredential } from "./exec-credential.ts";
import type { ExecPlugin } from "./exec-plugin.ts";
import { runExecPlugin } from "./exec-process.ts";
import { headerText } from "../model/header-text.ts";
import type { ProofSource } from "./credential-cache.ts";

/**
 * The maximum time before its expiry at which a credential is renewed; a short-lived one is renewed in the
 * last fifth of its life.
 */
const margin = 60_000;

/**
 * Credentials whose expiry has already passed (clock skew) are used this long, so that not every request
 * starts the plugin.
 */
const shortestLife = 10_000;

/** The source of proofs from an exec plugin: runs it on each call. */
export function execCredentials(
  plugin: ExecPlugin,
  { cluster, request }: { readonly cluster: ClusterSettings; readonly request: AccessRequest },
): ProofSource {
  return async () => {
    const isInteractive = decideInteractive(plugin, request);
    const stdout = await runExecPlugin(plugin, {
      request,
      isInteractive,
      info: execInfo(plugin, { cluster, isInteractive }),
    });
    const credential = readExecCredential(stdout, plugin);
    const now = request.clock.now();
    const lifetime = credential.expires - now;
    const freshUntil = Number.isFinite(lifetime)
      ? now + Math.max(lifetime - Math.min(margin, lifetime / 5), shortestLife)
      : credential.expires;
    const { token, certificate } = credential;
    return {
      authorization: token === "" ? "" : `Bearer ${headerText(token, `${plugin.place}: the token`)}`,
      certificate,
      freshUntil,
    };
  };
}

function decideInteractive(plugin: ExecPlugin, request: AccessRequest): boolean {
  const isTerminal = request.stdinIsTerminal === true;
  if (plugin.interactiveMode === "Always" && !isTerminal) {
    throw new AccessError(
      `${plugin.place}: ${plugin.command} asks for input (interactiveMode: Always), and standard input is no terminal`,
    );
  }
  return plugin.interactiveMode !== "Never" && isTerminal;
}
