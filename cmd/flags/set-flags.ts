import { Option } from "commander";

import { compatibilities, externalPolicies, type ExternalPolicy } from "../../lib/order/model/edge.ts";
import { invalidPolicies } from "../../lib/plan/plan-request.ts";
import { choiceOption, readLabel, switchOption } from "./option-parsers.ts";

/** Returns `--namespace`, with its default for verbs that do not read a kubeconfig. */
export function namespaceOption(usual?: string): Option {
  return new Option("-n, --namespace <name>", "namespace of the release, and of objects that do not set one")
    .default(usual, usual ?? "the namespace of the context")
    .argParser(readLabel);
}

/** Returns `--release` for verbs that plan without a cluster. */
export function plannedReleaseOption(): Option {
  return new Option("--release <name>", "release name").default("default").argParser(readLabel);
}

/** Returns `--external-deps`. */
export function externalDepsOption(usual: ExternalPolicy): Option {
  const description = "how to treat depends-on references to objects that are not in the manifests";
  return choiceOption("--external-deps <policy>", description, externalPolicies).default(usual);
}

/** Returns `--compat`. */
export function compatOption(): Option {
  const description =
    "keep the order of that tool: waves of Argo CD are barriers, by kind and name; kapp's default rules";
  return choiceOption("--compat <tool>", description, compatibilities);
}

/** Returns `--invalid`. */
export function invalidOption(): Option {
  const description = "how to treat invalid objects";
  return choiceOption("--invalid <policy>", description, invalidPolicies).default("fail");
}

/** Returns `--create-namespace`. */
export function createNamespaceOption(): Option {
  const description = "create the namespace of the release if it does not exist";
  return switchOption("--create-namespace [bool]", description, false);
}

/** Returns `--delete-contents`. */
export function deleteContentsOption(): Option {
  const description = "delete Namespaces and CRDs even if they contain objects that are not in the release";
  return switchOption("--delete-contents [bool]", description, false);
}

/** Returns `--old`. */
export function oldOption(): Option {
  const description =
    "earlier state of the manifests: a file, a directory, or a git revision of the same paths";
  return new Option("--old <path|revision>", description);
}

/** Returns `--show-secrets`, with a remark for verbs where it has no effect on every output. */
export function showSecretsOption(remark = ""): Option {
  return switchOption("--show-secrets [bool]", `show the values of Secrets${remark}`, false);
}
