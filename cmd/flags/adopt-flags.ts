import { type Command, InvalidArgumentError, Option } from "commander";

import type { AdoptRequest } from "../../lib/inventory/adoption/adopted-owner.ts";

/** The flags that take over what another tool owns. At most one is given. */
export interface AdoptFlags {
  readonly adoptHelmRelease?: AdoptRequest;
  readonly adoptArgoApp?: AdoptRequest;
  readonly adoptKappApp?: AdoptRequest;
  readonly adoptApplyset?: AdoptRequest;
}

const names = ["adoptHelmRelease", "adoptArgoApp", "adoptKappApp", "adoptApplyset"] as const;

/** Adds the flags that take over what another tool owns. */
export function addAdoptFlags(command: Command): void {
  const helm = "take over the objects of this Helm or werf release: name or namespace/name";
  const argo = "take over the objects of this Argo CD application: name or namespace/name";
  const kapp = "take over the objects of this kapp app: name or namespace/name";
  const set = "take over this ApplySet of kubectl: name of its Secret, kind/name or namespace/kind/name";
  const options: readonly Option[] = [
    new Option("--adopt-helm-release <name>", helm).argParser(readHelmName),
    new Option("--adopt-argo-app <name>", argo).argParser((text) =>
      readName(text, "Argo CD", "argocd app list"),
    ),
    new Option("--adopt-kapp-app <name>", kapp).argParser((text) => readName(text, "kapp", "kapp ls -A")),
    new Option("--adopt-applyset <name>", set).argParser(readApplySetName),
  ];
  for (const option of options) {
    command.addOption(option.conflicts(names.filter((name) => name !== option.attributeName())));
  }
}

/** Returns the part of a request that the flags make. */
export function adoptOf(flags: AdoptFlags): { readonly adopt?: AdoptRequest } {
  const [adopt] = names.flatMap((name) => flags[name] ?? []);
  return adopt === undefined ? {} : { adopt };
}

/** Release and namespace must be valid Kubernetes names, because they become part of a label selector. */
function readHelmName(text: string): AdoptRequest {
  const [, namespace, name] = /^(?:([a-z0-9][-a-z0-9]{0,62})\/)?([a-z0-9][-.a-z0-9]{0,52})$/.exec(text) ?? [];
  if (name === undefined) {
    throw new InvalidArgumentError("write NAME or NAMESPACE/NAME, as shown by `helm list`");
  }
  return { tool: "Helm", name, ...(namespace === undefined ? {} : { namespace }) };
}

function readName(text: string, tool: "Argo CD" | "kapp", command: string): AdoptRequest {
  const [, namespace, name] =
    /^(?:([a-z0-9][-a-z0-9]{0,62})\/)?([a-z0-9][-.a-z0-9]{0,252})$/.exec(text) ?? [];
  if (name === undefined) {
    throw new InvalidArgumentError(`write NAME or NAMESPACE/NAME, as shown by \`${command}\``);
  }
  return { tool, name, ...(namespace === undefined ? {} : { namespace }) };
}

/** Reads `web`, `configmap/web`, `Shop.example.com/web` or `shop/configmap/web`. */
function readApplySetName(text: string): AdoptRequest {
  const [, namespace, kind, group = "", name] =
    /^(?:(?:([a-z0-9][-a-z0-9]{0,62})\/)?([A-Za-z][A-Za-z0-9]*)(?:\.([a-z0-9][-.a-z0-9]*))?\/)?([a-z0-9][-.a-z0-9]{0,252})$/.exec(
      text,
    ) ?? [];
  if (name === undefined) {
    throw new InvalidArgumentError(
      "write NAME, KIND/NAME or NAMESPACE/KIND/NAME, as in `kubectl apply --applyset`",
    );
  }
  return {
    tool: "kubectl",
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(kind === undefined ? {} : { parent: { group, kind } }),
  };
}
