import { type Command, InvalidArgumentError, Option } from "commander";

import { externalPolicies, type ExternalPolicy } from "../../lib/order/model/edge.ts";
import type { Duration } from "../../lib/object/duration.ts";
import { addPruning, addWriting, type WriteFlags } from "./apply-flags.ts";
import { choiceOption, readLabel, readTimeout, switchOption, timeOption } from "./option-parsers.ts";
import { addRenderFlags, type RenderFlags } from "./render-flags.ts";
import { readPath } from "./sync-flags.ts";

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
      | "ignoreDifferences"
      | "prune"
      | "maxPrune"
      | "allowPrune"
      | "reconcileTimeout"
      | "pruneTimeout"
      | "externalTimeout"
    > {
  readonly repo?: string;
  readonly ref: string;
  readonly path: string;
  readonly release?: string;
  readonly namespace?: string;
  readonly interval: Duration;
  readonly recheck: Duration;
  readonly timeout?: Duration;
  readonly externalDeps: ExternalPolicy;
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
  ["ignore-differences", "ignoreDifferences"],
  ["prune", "prune"],
  ["max-prune", "maxPrune"],
  ["allow-prune", "allowPrune"],
  ["timeout", "timeouts.run"],
  ["reconcile-timeout", "timeouts.reconcile"],
  ["prune-timeout", "timeouts.prune"],
  ["external-timeout", "timeouts.external"],
  ["external-deps", "externalDeps"],
  ["create-namespace", "createNamespace"],
  ["service-account", "serviceAccount"],
  ["values", "render.values"],
  ["set", "render.set"],
  ["set-string", "render.setString"],
  ["set-file", "render.setFile"],
  ["set-json", "render.setJson"],
  ["set-literal", "render.setLiteral"],
  ["kube-version", "render.kubeVersion"],
  ["api-versions", "render.apiVersions"],
]);

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
  const ref = "branch, tag, full commit id, or semver:>=1.2 <2";
  const path = "the folder or file in the repository";
  command
    .addOption(new Option("--repo <url>", "the repository to follow: https, ssh or file"))
    .addOption(new Option("--ref <ref>", ref).default("", "the default branch"))
    .addOption(new Option("--path <repository-path>", path).default("", "all of it"))
    .addOption(new Option("--release <name>", "the release it becomes, with --repo").argParser(readLabel))
    .addOption(paceOption("--interval <duration>", "how often git is looked at", [60_000, "1m"]))
    .addOption(paceOption("--recheck <duration>", "how often all is compared anew", [3_600_000, "1h"]))
    .addOption(switchOption("--submodules [bool]", "fetch submodules too", false));
}

function paceOption(flags: string, description: string, [usual, shown]: readonly [Duration, string]): Option {
  return new Option(flags, description).default(usual, shown).argParser((text) => {
    const pace = readTimeout(text);
    if (pace < 1000) {
      throw new InvalidArgumentError("It must be 1s or longer");
    }
    return pace;
  });
}

function addAccess(command: Command): void {
  const folder = "a mounted Secret with username, password, bearerToken, identity, known_hosts or ca.crt";
  const http = "take http:// addresses too: whoever sits on the line then chooses what runs";
  command
    .addOption(fileOption("--git-secret-dir <folder>", folder))
    .addOption(new Option("--git-username <name>", "the user at the git server"))
    .addOption(fileOption("--git-password-file <file>", "a password or token"))
    .addOption(fileOption("--ssh-key-file <file>", "a private ssh key"))
    .addOption(fileOption("--known-hosts-file <file>", "ssh keys of servers, as ssh-keyscan prints them"))
    .addOption(fileOption("--git-ca-file <file>", "certificates of a private authority"))
    .addOption(new Option("--git-proxy <url>", "the way to the server (default: HTTPS_PROXY)"))
    .addOption(switchOption("--git-allow-http [bool]", http, false));
}

function addVerification(command: Command): void {
  const signed = "what has to be signed (default: commit, where keys are given)";
  command
    .addOption(fileOption("--verify-openpgp-keys <file>", "take only what one of these keys has signed"))
    .addOption(fileOption("--verify-ssh-signers <file>", "the same for ssh: allowed signers of ssh-keygen"))
    .addOption(choiceOption("--verify-signed <what>", signed, ["commit", "tag"]));
}

function addManners(command: Command): void {
  const external = "what a depends-on that leads outside of the unit is";
  const account = "the service account to act as: its name, or namespace/name";
  const create = "make the namespace of the release where it is missing";
  command
    .addOption(new Option("--timeout <duration>", "time of a whole run").argParser(readTimeout))
    .addOption(timeOption("--reconcile-timeout <duration>", "time an object may take until it is ready"))
    .addOption(timeOption("--prune-timeout <duration>", "time an object may take to be gone"))
    .addOption(timeOption("--external-timeout <duration>", "time that an object outside may take"))
    .addOption(choiceOption("--external-deps <policy>", external, externalPolicies).default("error"))
    .addOption(switchOption("--create-namespace [bool]", create, false))
    .addOption(new Option("--service-account <name>", account));
}

function fileOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser(readPath);
}
