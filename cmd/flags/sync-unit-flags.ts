import { healthOption } from "./health-flags.ts";
import { type Command, InvalidArgumentError, Option } from "commander";

import { type Compatibility, type ExternalPolicy } from "../../lib/order/model/edge.ts";
import type { Duration } from "../../lib/object/duration.ts";
import { addPruning, addWriting, type WriteFlags } from "./apply-flags.ts";
import { choiceOption, readLabel, readTimeout, switchOption } from "./option-parsers.ts";
import { UsageError } from "../host/exit-code.ts";
import { addRenderFlags, type RenderFlags } from "./render-flags.ts";
import { readPath } from "./sync-flags.ts";
import { compatOption, externalDepsOption, createNamespaceOption } from "./set-flags.ts";
import {
  runTimeoutOption,
  reconcileTimeoutOption,
  pruneTimeoutOption,
  externalTimeoutOption,
} from "./timeout-flags.ts";

/** The flags of `sync` that define a unit. */
export interface SyncUnitFlags
  extends
    RenderFlags,
    Pick<
      WriteFlags,
      | "validate"
      | "forceConflicts"
      | "recreate"
      | "inventoryPolicy"
      | "fields"
      | "prune"
      | "maxPrune"
      | "allowPrune"
      | "reconcileTimeout"
      | "pruneTimeout"
      | "externalTimeout"
    > {
  readonly repo?: string;
  /** Paths in the repository. */
  readonly health?: readonly string[];
  readonly ref: string;
  readonly path: string;
  readonly release?: string;
  readonly namespace?: string;
  readonly interval: Duration;
  readonly recheck: Duration;
  readonly timeout?: Duration;
  readonly externalDeps: ExternalPolicy;
  readonly compat?: Compatibility;
  readonly createNamespace: boolean;
  readonly serviceAccount?: string;
  readonly submodules: boolean;
  readonly gitSecretDir?: string;
  readonly gitUsername?: string;
  readonly gitPasswordFile?: string;
  readonly sshKeyFile?: string;
  readonly knownHostsFile?: string;
  readonly gitCaFile?: string;
  readonly gitProxy?: string;
  readonly gitAllowHttp: boolean;
  readonly verifySigned?: "commit" | "tag";
  readonly verifyOpenpgpKeys?: string;
  readonly verifySshSigners?: string;
}

/** The flags that define a unit, each with the equivalent setting of a unit in a file. */
export const settingOfFlag: ReadonlyMap<string, string> = new Map([
  ["repo", "source.url"],
  ["ref", "source.ref"],
  ["path", "source.path"],
  ["release", "release"],
  ["interval", "interval"],
  ["recheck", "recheck"],
  ["submodules", "source.submodules"],
  ["git-secret-dir", "source.auth.secretFolder"],
  ["git-username", "source.auth.username"],
  ["git-password-file", "source.auth.passwordFile"],
  ["ssh-key-file", "source.auth.sshKeyFile"],
  ["known-hosts-file", "source.auth.knownHostsFile"],
  ["git-ca-file", "source.auth.caFile"],
  ["git-proxy", "source.auth.proxy"],
  ["git-allow-http", "source.auth.allowHttp"],
  ["verify-signed", "source.verify.signed"],
  ["verify-openpgp-keys", "source.verify.openpgpKeysFile"],
  ["verify-ssh-signers", "source.verify.sshSignersFile"],
  ["validate", "validation"],
  ["force-conflicts", "forceConflicts"],
  ["recreate", "recreate"],
  ["inventory-policy", "inventoryPolicy"],
  ["fields", "fields"],
  ["health", "health"],
  ["prune", "prune"],
  ["max-prune", "maxPrune"],
  ["allow-prune", "allowPrune"],
  ["timeout", "timeouts.run"],
  ["reconcile-timeout", "timeouts.reconcile"],
  ["prune-timeout", "timeouts.prune"],
  ["external-timeout", "timeouts.external"],
  ["external-deps", "externalDeps"],
  ["compat", "compat"],
  ["create-namespace", "createNamespace"],
  ["service-account", "serviceAccount"],
  ["sops-age-key-file", "decryption.ageKeyFile"],
  ["sops-plugin", "decryption.plugins"],
  ["values", "render.values"],
  ["set", "render.set"],
  ["set-string", "render.setString"],
  ["set-file", "render.setFile"],
  ["set-json", "render.setJson"],
  ["set-literal", "render.setLiteral"],
  ["kube-version", "render.kubeVersion"],
  ["api-versions", "render.apiVersions"],
  ["chart-secret-dir", "render.chartSecretFolders"],
  ["renderer", "render.renderer"],
  ["sequencing", "render.sequencing"],
  ["readiness-timeout", "render.readinessTimeout"],
]);

/**
 * Refuses flags of a unit together with `--config`. Those in `converge.yaml` are for all verbs, and are
 * allowed; those given to this call would be ignored. `others`: flags that mean something else in this verb.
 * Throws a UsageError.
 */
export function refuseUnitFlags(command: Command, others: readonly string[] = []): void {
  const given = command.options.find((option) => {
    const source = command.getOptionValueSource(option.attributeName()) ?? "";
    const name = option.name();
    return settingOfFlag.has(name) && !others.includes(name) && ["cli", "env"].includes(source);
  });
  if (given !== undefined) {
    const name = given.name();
    throw new UsageError(
      `--${name} cannot be combined with --config: set ${settingOfFlag.get(name) ?? ""} of a unit, or of the defaults, in the file`,
    );
  }
}

/** Adds the flags that define a unit, those of git first. */
export function addUnitFlags(command: Command): void {
  addSource(command);
  addAccess(command);
  addVerification(command);
  addRenderFlags(command);
  addWriting(command);
  addPruning(command);
  addManners(command);
}

function addSource(command: Command): void {
  const ref = "branch, tag, full commit ID, or version range such as 'semver:>=1.2 <2'";
  const path = "directory or file in the repository";
  command
    .addOption(new Option("--repo <url>", "URL of the git repository: https, ssh or file"))
    .addOption(new Option("--ref <ref>", ref).default("", "the default branch"))
    .addOption(new Option("--path <repository-path>", path).default("", "the whole repository"))
    .addOption(new Option("--release <name>", "release name (required with --repo)").argParser(readLabel))
    .addOption(paceOption("--interval <duration>", "how often to check git for new commits", [60_000, "1m"]))
    .addOption(
      paceOption("--recheck <duration>", "how often to compare all objects with the cluster", [
        3_600_000,
        "1h",
      ]),
    )
    .addOption(switchOption("--submodules [bool]", "fetch submodules", false));
}

function paceOption(flags: string, description: string, [usual, shown]: readonly [Duration, string]): Option {
  return new Option(flags, description).default(usual, shown).argParser((text) => {
    const pace = readTimeout(text);
    if (pace < 1000) {
      throw new InvalidArgumentError("must be at least 1s");
    }
    return pace;
  });
}

function addAccess(command: Command): void {
  const folder =
    "directory of a mounted Secret with username, password, bearerToken, identity, known_hosts or ca.crt";
  const http = "allow http:// URLs (insecure: traffic can be modified in transit)";
  command
    .addOption(fileOption("--git-secret-dir <folder>", folder))
    .addOption(new Option("--git-username <name>", "user name for the git server"))
    .addOption(fileOption("--git-password-file <file>", "file with the password or token"))
    .addOption(fileOption("--ssh-key-file <file>", "file with the private SSH key"))
    .addOption(fileOption("--known-hosts-file <file>", "file with SSH host keys, as printed by ssh-keyscan"))
    .addOption(fileOption("--git-ca-file <file>", "file with the CA certificates of the git server"))
    .addOption(new Option("--git-proxy <url>", "proxy for the git server").default(undefined, "$HTTPS_PROXY"))
    .addOption(switchOption("--git-allow-http [bool]", http, false));
}

function addVerification(command: Command): void {
  const signed = "what must be signed";
  command
    .addOption(
      fileOption("--verify-openpgp-keys <file>", "file with the OpenPGP keys that are trusted to sign"),
    )
    .addOption(
      fileOption(
        "--verify-ssh-signers <file>",
        "file with the SSH keys that are trusted to sign (ssh-keygen ALLOWED SIGNERS)",
      ),
    )
    .addOption(
      choiceOption("--verify-signed <what>", signed, ["commit", "tag"]).default(
        undefined,
        "commit, if keys are given",
      ),
    );
}

function addManners(command: Command): void {
  const account = "service account to impersonate: name, or namespace/name";
  command
    .addOption(runTimeoutOption())
    .addOption(reconcileTimeoutOption())
    .addOption(pruneTimeoutOption())
    .addOption(externalTimeoutOption())
    .addOption(externalDepsOption("error"))
    .addOption(compatOption())
    .addOption(healthOption())
    .addOption(createNamespaceOption())
    .addOption(new Option("--service-account <name>", account));
}

function fileOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser(readPath);
}
