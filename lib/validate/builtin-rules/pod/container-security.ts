/**
 * Rules for security contexts.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import {
  reportInvalid,
  reportNotSupported,
  checkOneOf,
  reportRequired,
  reportTooLong,
} from "../check/faults.ts";
import { dnsSubdomain } from "../check/names.ts";
import { systemId } from "../check/numbers.ts";
import { fieldPart, has, isSet, isTrueAt, type Part, textAt, textsAt } from "../check/part.ts";
import { descendingPath } from "../check/paths.ts";

/** Checks the security context of a container. */
export function checkContainerSecurity(security: Part, hostUsers: boolean): void {
  if (!isSet(security)) {
    return;
  }
  systemId(fieldPart(security, "runAsUser"));
  systemId(fieldPart(security, "runAsGroup"));
  if (security.run.minor >= 33 && has(security, "procMount")) {
    checkOneOf(fieldPart(security, "procMount"), ["Default", "Unmasked"]);
    if (hostUsers && textAt(security, "procMount") === "Unmasked") {
      reportInvalid(fieldPart(security, "procMount"), "`hostUsers` must be false to use `Unmasked`");
    }
  }
  checkSeccompProfile(fieldPart(security, "seccompProfile"));
  checkEscalation(security);
  checkWindowsOptions(fieldPart(security, "windowsOptions"));
  checkAppArmor(fieldPart(security, "appArmorProfile"));
}

function checkEscalation(security: Part): void {
  if (fieldPart(security, "allowPrivilegeEscalation").value !== false) {
    return;
  }
  if (isTrueAt(security, "privileged")) {
    reportInvalid(security, "cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
  }
  if (textsAt(fieldPart(security, "capabilities"), "add").includes("CAP_SYS_ADMIN")) {
    reportInvalid(
      security,
      "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN",
    );
  }
}

const profileTypes = ["Localhost", "RuntimeDefault", "Unconfined"];

/** Checks a seccomp profile. */
export function checkSeccompProfile(profile: Part): void {
  if (!isSet(profile)) {
    return;
  }
  const type = textAt(profile, "type");
  const file = fieldPart(profile, "localhostProfile");
  if (type === "") {
    reportRequired(fieldPart(profile, "type"), "type is required when seccompProfile is set");
  } else if (!profileTypes.includes(type)) {
    reportNotSupported(fieldPart(profile, "type"), profileTypes);
  }
  if (type !== "Localhost") {
    reportInvalid(file, isSet(file) ? "can only be set when seccomp type is Localhost" : undefined);
  } else if (isSet(file)) {
    descendingPath(file);
  } else {
    reportRequired(file, "must be set when seccomp type is Localhost");
  }
}

/** Checks an AppArmor profile. */
export function checkAppArmor(profile: Part): void {
  if (!isSet(profile)) {
    return;
  }
  const type = textAt(profile, "type");
  const file = fieldPart(profile, "localhostProfile");
  if (type === "") {
    reportRequired(fieldPart(profile, "type"), "type is required when appArmorProfile is set");
  } else if (!profileTypes.includes(type)) {
    reportNotSupported(fieldPart(profile, "type"), profileTypes);
  } else if (type === "Localhost") {
    checkLocalProfile(file, textAt(profile, "localhostProfile"));
  } else if (isSet(file)) {
    reportInvalid(file, "can only be set when AppArmor type is Localhost");
  }
}

function checkLocalProfile(file: Part, name: string): void {
  if (name.trim() !== name) {
    reportInvalid(file, "must not be padded with whitespace");
  } else if (name === "") {
    reportRequired(file, "must be set when AppArmor type is Localhost");
  }
  if (name.length > 4095) {
    reportTooLong(file, 4095);
  }
}

/** Checks the options of a Windows container or pod. */
export function checkWindowsOptions(options: Part): void {
  if (!isSet(options)) {
    return;
  }
  const credential = fieldPart(options, "gmsaCredentialSpec");
  if (has(options, "gmsaCredentialSpecName")) {
    reportInvalid(
      fieldPart(options, "gmsaCredentialSpecName"),
      dnsSubdomain(textAt(options, "gmsaCredentialSpecName")),
    );
  }
  if (isSet(credential)) {
    const size = Buffer.byteLength(textAt(options, "gmsaCredentialSpec"));
    reportInvalid(credential, size === 0 ? "gmsaCredentialSpec cannot be an empty string" : undefined);
    reportInvalid(credential, size > 64 * 1024 ? "gmsaCredentialSpec size must be under 64 KiB" : undefined);
  }
  if (has(options, "runAsUserName")) {
    reportInvalid(fieldPart(options, "runAsUserName"), userNameFault(textAt(options, "runAsUserName")));
  }
}

function userNameFault(text: string): string | undefined {
  const parts = text.split("\\");
  if (text === "") {
    return "runAsUserName cannot be an empty string";
  }
  if (/\p{Cc}/u.test(text)) {
    return "runAsUserName cannot contain control characters";
  }
  if (parts.length > 2) {
    return "runAsUserName cannot contain more than one backslash";
  }
  const user = parts.at(-1) ?? "";
  return (parts.length === 2 ? domainFault(parts[0] ?? "") : undefined) ?? userFault(user);
}

const netBios = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const dnsDomain =
  /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

function domainFault(domain: string): string | undefined {
  if (domain.length >= 256) {
    return "runAsUserName's Domain length must be under 256 characters";
  }
  return netBios.test(domain) || dnsDomain.test(domain)
    ? undefined
    : "runAsUserName's Domain doesn't match the NetBios nor the DNS format";
}

function userFault(user: string): string | undefined {
  if (user === "" || user.length > 104) {
    return "runAsUserName's User must have 1 to 104 characters";
  }
  if (/^[. ]+$/.test(user)) {
    return "runAsUserName's User cannot contain only periods or spaces";
  }
  return /["/\\:;|=,+*?<>@[\]]/.test(user)
    ? "runAsUserName's User cannot contain the following characters: \"/\\:;|=,+*?<>@[]"
    : undefined;
}
