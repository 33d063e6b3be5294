import { didYouMean } from "../../object/diagnostic/suggestion.ts";
import { AccessError } from "../model/api-error.ts";
import type { AccessRequest } from "../access/access-request.ts";
import type { Kubeconfig } from "./kubeconfig.ts";
import { entryText, type KubeconfigEntry } from "./kubeconfig-entry.ts";
import { listSome } from "../../object/message-text.ts";

/** The kubeconfig entries that a request selects. */
export interface Choice {
  /** Undefined if none is named and `--cluster` or `--server` replaces it. */
  readonly context: string | undefined;
  readonly cluster: KubeconfigEntry | undefined;
  readonly user: KubeconfigEntry | undefined;
  /** Empty where the context names none. */
  readonly namespace: string;
}

/**
 * Selects by `--context`, else current-context; `--cluster` and `--user` replace that part of it. Undefined
 * if nothing is selected. Throws an AccessError for a name that is in no file.
 */
export function chooseContext(kubeconfig: Kubeconfig, request: AccessRequest): Choice | undefined {
  const name = request.context || kubeconfig.currentContext;
  const hasServer = Boolean(request.server);
  if (name === "" && !request.cluster && !hasServer) {
    return undefined;
  }
  const find = finder(kubeconfig);
  const context = find("contexts", { name, asked: request.context ? "--context" : "current-context" });
  const part = (list: "clusters" | "users", flag: "cluster" | "user"): KubeconfigEntry | undefined =>
    request[flag]
      ? find(list, { name: request[flag], asked: `--${flag}` })
      : find(list, {
          name: context === undefined ? "" : entryText(context, flag),
          asked: `context "${name}"`,
        });
  const cluster = part("clusters", "cluster");
  if (cluster === undefined && !hasServer) {
    throw new AccessError(
      `${kubeconfig.files.join(", ")}: context "${name}" has no cluster; add one, or use --cluster`,
    );
  }
  return {
    context: name === "" ? undefined : name,
    cluster,
    user: part("users", "user"),
    namespace: context === undefined ? "" : entryText(context, "namespace"),
  };
}

const singular = { clusters: "cluster", contexts: "context", users: "user" } as const;

type Find = (
  list: "clusters" | "contexts" | "users",
  wanted: { readonly name: string; readonly asked: string },
) => KubeconfigEntry | undefined;

function finder(kubeconfig: Kubeconfig): Find {
  return (list, { name, asked }) => {
    const found = kubeconfig[list].get(name);
    if (found !== undefined || name === "") {
      return found;
    }
    const known = [...kubeconfig[list].keys()];
    const meant =
      didYouMean(name, known) || (known.length === 0 ? "; it has none" : `; it has ${listSome(known)}`);
    throw new AccessError(
      `${asked} refers to the ${singular[list]} "${name}", which ${kubeconfig.files.join(", ")} does not have${meant}`,
    );
  };
}
