/** The kubeconfig of another cluster, which starts programs and reads files only if it is trusted to. */
import { AccessError } from "../model/api-error.ts";
import { type Choice, chooseContext } from "./choose-context.ts";
import { type Kubeconfig, readKubeconfig } from "./kubeconfig.ts";
import { entryFault, entryText, flagOf, type KubeconfigEntry } from "./kubeconfig-entry.ts";
import { field } from "../../object/json.ts";
import type { AccessRequest } from "../access/access-request.ts";

/** A kubeconfig that leads to a cluster other than that of this process. */
export interface RemoteKubeconfig {
  /** Its origin: `Secret converge-system/eu, key value`, or the absolute path of a file. */
  readonly place: string;
  readonly text: string;
  /** Undefined for its current context. */
  readonly context: string | undefined;
  /**
   * `secret`: whoever may write it must reach nothing of this machine. `file`: the operator has placed it; it
   * may name files. `programs`: it may also start exec plugins.
   */
  readonly trust: "secret" | "file" | "programs";
}

/** Characters: larger kubeconfigs are refused before they are parsed. */
const longestText = 256 * 1024;

/**
 * Reads the context of a remote kubeconfig. Throws an AccessError that names place and field, and no value of
 * the kubeconfig.
 */
export async function readRemoteKubeconfig(
  { place, text, context, trust }: RemoteKubeconfig,
  request: AccessRequest,
): Promise<Choice> {
  if (text.length > longestText) {
    throw new AccessError(`${place} is larger than 256 KiB: keep only the context that is used`);
  }
  const kubeconfig = await readKubeconfig(place, text, request);
  checkReferences(kubeconfig, { place, context });
  const choice = chooseContext(kubeconfig, { ...request, context: context ?? "" });
  if (choice === undefined) {
    throw new AccessError(`${place}: current-context is missing: add it, or set context of the cluster`);
  }
  refuseLongAddresses(choice.cluster);
  if (trust === "secret") {
    refuseLocalAccess(choice);
  } else if (trust === "file") {
    refusePrograms(choice.user);
  }
  return choice;
}

/** The messages about names that lead nowhere list what there is: of these kubeconfigs they must not. */
function checkReferences(
  kubeconfig: Kubeconfig,
  { place, context }: Pick<RemoteKubeconfig, "place" | "context">,
): void {
  const name = context ?? kubeconfig.currentContext;
  const chosen = kubeconfig.contexts.get(name);
  if (name === "") {
    return;
  }
  if (chosen === undefined) {
    const what =
      context === undefined
        ? "current-context names no context of it"
        : `it has no context ${JSON.stringify(context)}`;
    throw new AccessError(`${place}: ${what}`);
  }
  for (const [part, entries] of [
    ["cluster", kubeconfig.clusters],
    ["user", kubeconfig.users],
  ] as const) {
    const wanted = entryText(chosen, part);
    if (part === "cluster" && wanted === "") {
      throw entryFault(chosen, part, "is missing");
    }
    if (wanted !== "" && !entries.has(wanted)) {
      throw entryFault(chosen, part, `names no ${part} of the kubeconfig`);
    }
  }
}

/** The most characters of each address of a cluster: a name of DNS has no more than 253. */
const longestAddresses = { server: 2048, "proxy-url": 2048, "tls-server-name": 253 } as const;

/** Addresses are hidden in messages by patterns, which must not grow beyond what can be compiled. */
function refuseLongAddresses(cluster: KubeconfigEntry | undefined): void {
  for (const [name, longest] of Object.entries(longestAddresses)) {
    if (cluster !== undefined && entryText(cluster, name).length > longest) {
      throw entryFault(cluster, name, `is longer than ${longest} characters`);
    }
  }
}

const inline = (name: string): string => `names a file, which a kubeconfig in a Secret must not: use ${name}`;

/** The refused fields of a user, each with what is wrong with it. */
const userFaults: readonly (readonly [name: string, says: string])[] = [
  ["exec", "starts a program, which a kubeconfig in a Secret must not: use a token or a client certificate"],
  ["auth-provider", "is not supported: use a token or a client certificate"],
  ["client-certificate", inline("client-certificate-data")],
  ["client-key", inline("client-key-data")],
  ["tokenFile", inline("token")],
  ...["as", "as-uid", "as-groups", "as-user-extra"].map(
    (name) => [name, "must not be in a Secret: set serviceAccount of the unit"] as const,
  ),
];

function refuseLocalAccess({ cluster, user }: Choice): void {
  for (const [name, says] of userFaults) {
    refuseField(user, name, says);
  }
  refuseField(cluster, "certificate-authority", inline("certificate-authority-data"));
  if (cluster !== undefined && flagOf(cluster, "insecure-skip-tls-verify")) {
    throw entryFault(
      cluster,
      "insecure-skip-tls-verify",
      "must not be true in a Secret: set certificate-authority-data",
    );
  }
  if (cluster !== undefined && !/^https:\/\//i.test(entryText(cluster, "server"))) {
    throw entryFault(cluster, "server", "must begin with https:// in a Secret");
  }
}

function refusePrograms(user: KubeconfigEntry | undefined): void {
  refuseField(user, "exec", "starts a program: set exec: true beside file to allow it");
}

function refuseField(entry: KubeconfigEntry | undefined, name: string, says: string): void {
  const value = entry === undefined ? undefined : field(entry.fields, name);
  if (entry !== undefined && value !== undefined && value !== null && value !== "") {
    throw entryFault(entry, name, says);
  }
}
