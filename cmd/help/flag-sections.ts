import type { Option } from "commander";

/**
 * The sections of flags in long help texts, and the flags of each, in the order in which they are shown. A
 * flag without a section is shown with the common ones.
 */
const sections: readonly (readonly [title: string, flags: string])[] = [
  [
    "Common",
    "config repo version ref path filename kustomize selector release namespace create-namespace action dry-run once plan if-changed save encrypt-to age-key-file output",
  ],
  [
    "Rendering",
    "values set set-string set-file set-json set-literal kube-version api-versions renderer sops-age-key-file sops-plugin chart-secret-dir keep-random",
  ],
  ["Validation", "validate crds cached-crds kubernetes-version invalid"],
  ["Ordering", "external-deps compat hooks sequencing fail-fast atomic why history what-if"],
  [
    "Waiting",
    "wait timeout reconcile-timeout readiness-timeout weight-timeout external-timeout interval recheck readiness health now logs",
  ],
  [
    "Pruning",
    "prune max-prune allow-prune prune-timeout prune-propagation-policy delete-contents delete-crds",
  ],
  [
    "Writing",
    "force-conflicts recreate inventory-policy fields adopt-helm-release adopt-argo-app adopt-kapp-app adopt-applyset service-account",
  ],
  ["Platform", "deckhouse kubernetes edition bundle embedded update-mode release-channel"],
  [
    "Git",
    "submodules git-secret-dir git-username git-password-file ssh-key-file known-hosts-file git-ca-file git-proxy git-allow-http verify-openpgp-keys verify-ssh-signers verify-signed",
  ],
  ["Server", "page metrics webhook webhook-secret-file admission admission-cert-file admission-key-file"],
  ["Output", "watch log-format show-secrets color quiet"],
  ["Registry", "ca-file docker-config insecure-http"],
  ["Advanced", "recursive concurrency lock-timeout source-revision history-max name identity state-dir"],
  [
    "Cluster connection",
    "kubeconfig context cluster user server token as as-group as-uid certificate-authority tls-server-name insecure-skip-tls-verify",
  ],
];

/** These are shown in a section of their own, however few flags there are. */
const always: ReadonlySet<string> = new Set(["Registry", "Cluster connection"]);

/** Up to this number of other flags, they are shown as one list. */
const fewFlags = 9;

/** A titled list of flags. */
export interface FlagSection {
  readonly title: string;
  readonly options: readonly Option[];
}

/** Groups flags for help: common ones first, the connection to the cluster last. */
export function flagSections(options: readonly Option[]): readonly FlagSection[] {
  const isShort = options.filter((option) => !always.has(titleOf(option))).length <= fewFlags + 1;
  const titles = isShort ? ["Common", ...always] : sections.map(([title]) => title);
  const headingOf = (option: Option): string => {
    const title = titleOf(option);
    return titles.includes(title) ? title : "Common";
  };
  return titles
    .map((title) => ({
      title: isShort && title === "Common" ? "Flags" : `${title} flags`,
      options: options
        .filter((option) => headingOf(option) === title)
        .toSorted((left, right) => rankOf(left) - rankOf(right)),
    }))
    .filter((section) => section.options.length > 0);
}

const order: readonly string[] = sections.flatMap(([, flags]) => flags.split(" "));

function titleOf(option: Option): string {
  return sections.find(([, flags]) => flags.split(" ").includes(option.name()))?.[0] ?? "Common";
}

/** Flags of no section come after the common ones, and help after them. */
function rankOf(option: Option): number {
  if (option.name() === "help") {
    return order.length + 1;
  }
  const rank = order.indexOf(option.name());
  return rank === -1 ? commonFlags : rank;
}

const commonFlags = (sections[0]?.[1] ?? "").split(" ").length - 0.5;
