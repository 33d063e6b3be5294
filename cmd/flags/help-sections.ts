import type { Command, Option } from "commander";

/** The flags in each section of a long help text. */
const sections: Readonly<Record<string, string>> = {
  "Manifests:": "filename kustomize recursive selector invalid external-deps crds kubernetes-version",
  "Charts:": "values set set-string set-file set-json set-literal kube-version api-versions keep-random",
  "Release:": "release create-namespace adopt-helm-release source-revision atomic history-max lock-timeout",
  "Writing objects:":
    "force-conflicts recreate validate inventory-policy ignore-differences concurrency dry-run hooks fail-fast",
  "Deleting objects:":
    "prune max-prune allow-prune delete-contents prune-propagation-policy delete-crds prune-timeout",
  "Waiting:": "reconcile-timeout weight-timeout external-timeout timeout wait readiness logs",
  "Output:": "output color quiet",
  "Cluster:":
    "namespace kubeconfig context cluster user server token as as-group as-uid tls-server-name certificate-authority insecure-skip-tls-verify",
};

/** Up to this number of flags, no sections are needed. */
const fewFlags = 25;

/** Groups the flags in the help of a verb with many flags into sections, when the help is shown. */
export function sectionFlags(command: Command): void {
  command.addHelpText("before", () => {
    if (command.options.length > fewFlags) {
      for (const option of command.options) {
        putIntoSection(option);
      }
    }
    return "";
  });
}

function putIntoSection(option: Option): void {
  const [heading] =
    Object.entries(sections).find(([, flags]) => flags.split(" ").includes(option.name())) ?? [];
  if (heading !== undefined) {
    option.helpGroup(heading);
  }
}
