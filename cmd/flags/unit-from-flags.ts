import type { GitAccess, GitVerification } from "../../lib/git/model/git-source.ts";
import type { SyncConfiguration, Unit } from "../../lib/sync/unit/unit.ts";
import { chartOptionsOf } from "./render-flags.ts";
import { readFieldFlags } from "./field-flags.ts";
import { demandRelease } from "./run-flags.ts";
import type { SyncUnitFlags } from "./sync-unit-flags.ts";
import { UsageError } from "../host/exit-code.ts";

/**
 * Returns the configuration with the one unit that the flags define. The unit and the sidecar are named after
 * the release. Throws a UsageError if the flags are invalid.
 */
export async function configFromFlags(flags: SyncUnitFlags): Promise<SyncConfiguration> {
  const made = await unitOfFlags(flags, demandRelease(flags));
  const unit = { ...made, fields: await readFieldFlags(flags) };
  return { name: unit.name, clusters: [], units: [unit], notifications: [] };
}

/** Settings without a flag have the same default as in a file. */
async function unitOfFlags(flags: SyncUnitFlags, release: string): Promise<Unit> {
  const url = flags.repo ?? "";
  await checkPlace(flags, url);
  const { makeUnit } = await import("../../lib/sync/config/make-unit.ts");
  const account = accountOf(flags);
  const usual = makeUnit({
    name: release,
    ...(flags.namespace === undefined ? {} : { namespace: flags.namespace }),
    ...(account === undefined ? {} : { serviceAccount: account }),
    source: { url, ref: flags.ref, path: flags.path },
  });
  const verify = verificationOf(flags);
  const { submodules } = flags;
  const access = accessOf(flags);
  return {
    ...usual,
    source: { ...usual.source, submodules, access, ...(verify === undefined ? {} : { verify }) },
    interval: flags.interval,
    recheck: flags.recheck,
    prune: flags.prune,
    maxPrune: flags.maxPrune,
    allowPrune: [...new Set(flags.allowPrune)],
    timeouts: {
      run: flags.timeout,
      reconcile: flags.reconcileTimeout,
      prune: flags.pruneTimeout,
      external: flags.externalTimeout,
    },
    validation: flags.validate,
    externalDeps: flags.externalDeps,
    ...(flags.compat === undefined ? {} : { compat: flags.compat }),
    forceConflicts: flags.forceConflicts,
    recreate: flags.recreate,
    inventoryPolicy: flags.inventoryPolicy,
    health: flags.health ?? [],
    createNamespace: flags.createNamespace,
    ...decryptionOf(flags),
    render: { ...usual.render, ...chartOptionsOf(flags) },
  };
}

function decryptionOf(flags: SyncUnitFlags): Pick<Unit, "ageKeyPaths" | "keyPlugins"> {
  return { ageKeyPaths: flags.sopsAgeKeyFile ?? [], keyPlugins: flags.sopsPlugin ?? [] };
}

/** The checks and messages are the same as for a file. */
async function checkPlace(
  { ref, path, health = [], gitAllowHttp, verifySigned }: SyncUnitFlags,
  url: string,
): Promise<void> {
  const faults = await import("../../lib/sync/config/source-errors.ts");
  const found = [
    ["--repo", faults.urlFault(url, gitAllowHttp)],
    ["--ref", faults.refFault(ref)],
    ["--path", faults.pathFault(path)],
    ...health.map((each) => ["--health", faults.pathFault(each)] as const),
    ["--verify-signed", verifySigned === "tag" ? faults.signedTagFault(ref) : undefined],
  ].find(([, fault]) => fault !== undefined);
  if (found !== undefined) {
    throw new UsageError(found.join(": "));
  }
}

const accountForm =
  /^(?:(?<namespace>[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?)\/)?[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/;

function accountOf({ serviceAccount, namespace }: SyncUnitFlags): string | undefined {
  const found = serviceAccount === undefined ? undefined : accountForm.exec(serviceAccount);
  if (found === null) {
    throw new UsageError("--service-account is not a valid name: write it as deployer or shop/deployer");
  }
  if (found !== undefined && found.groups?.["namespace"] === undefined && namespace === undefined) {
    throw new UsageError("--service-account has no namespace: write it as namespace/name, or add -n");
  }
  return serviceAccount;
}

function accessOf(flags: SyncUnitFlags): GitAccess {
  return {
    ...(flags.gitSecretDir === undefined ? {} : { secretFolder: flags.gitSecretDir }),
    ...(flags.gitUsername === undefined ? {} : { username: flags.gitUsername }),
    ...(flags.gitPasswordFile === undefined ? {} : { passwordFile: flags.gitPasswordFile }),
    ...(flags.sshKeyFile === undefined ? {} : { sshKeyFile: flags.sshKeyFile }),
    ...(flags.knownHostsFile === undefined ? {} : { knownHostsFile: flags.knownHostsFile }),
    ...(flags.gitCaFile === undefined ? {} : { caFile: flags.gitCaFile }),
    ...(flags.gitProxy === undefined ? {} : { proxy: flags.gitProxy }),
    allowHttp: flags.gitAllowHttp,
  };
}

function verificationOf(flags: SyncUnitFlags): GitVerification | undefined {
  const { verifySigned, verifyOpenpgpKeys, verifySshSigners } = flags;
  if (verifyOpenpgpKeys === undefined && verifySshSigners === undefined) {
    if (verifySigned !== undefined) {
      throw new UsageError(
        "--verify-signed requires trusted keys: add --verify-openpgp-keys, --verify-ssh-signers or both",
      );
    }
    return undefined;
  }
  return {
    signed: verifySigned ?? "commit",
    ...(verifyOpenpgpKeys === undefined ? {} : { openpgpKeysFile: verifyOpenpgpKeys }),
    ...(verifySshSigners === undefined ? {} : { sshSignersFile: verifySshSigners }),
  };
}
