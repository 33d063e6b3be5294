/**
 * Rules for the spec of a pod.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import {
  reportDuplicate,
  reportForbidden,
  reportInvalid,
  checkOneOf,
  checkOneOfOrDefault,
  reportRequired,
  requiredText,
  reportTooLong,
} from "../check/faults.ts";
import { checkAddress } from "../check/addresses.ts";
import { checkLabels } from "../check/labels.ts";
import {
  dnsLabel,
  dnsSubdomain,
  dnsSubdomainWithUnderscore,
  type NameRule,
  qualifiedLabel,
} from "../check/names.ts";
import { inRange } from "../check/numbers.ts";
import {
  fieldPart,
  countOf,
  itemsOf,
  has,
  isSet,
  isTrueAt,
  listAt,
  numberAt,
  type Part,
  reportedAt,
  textAt,
  textOf,
  textsAt,
} from "../check/part.ts";
import { checkContainers, checkEphemeralContainers } from "./containers.ts";
import { checkFileKeyVolumes } from "./file-key-volumes.ts";
import { podContext } from "./pod-context.ts";
import { checkPodResources } from "./pod-resources.ts";
import { claimsSince } from "./resources.ts";
import {
  checkHostProcess,
  checkHostUsers,
  checkOperatingSystem,
  checkPodSecurityContext,
} from "./pod-security.ts";
import { checkAffinity, checkTolerations, checkTopologySpread } from "./scheduling.ts";
import { checkVolumes } from "./volumes.ts";

/** The facts besides the spec that the rules of a pod depend on. */
export interface PodKind {
  /** Whether it is a Pod, not a template. */
  readonly isPod: boolean;
  /** The name of the Pod. */
  readonly name?: string;
  /** Volumes that are added to those of the spec, by name: the claims of a StatefulSet. */
  readonly added?: ReadonlyMap<string, Part>;
  /** Fields that the API server does not check. */
  readonly unchecked?: readonly string[];
}

/** Checks the spec of a pod, with the defaults of the API server. */
export function checkPodSpec(spec: Part, kind: PodKind): void {
  const own = checkVolumes(fieldPart(spec, "volumes"), kind.name ?? "");
  const volumes = kind.added === undefined ? own : new Map([...own, ...kind.added]);
  const pod = podContext(spec, kind.isPod, volumes);
  if (spec.run.minor >= claimsSince) {
    checkResourceClaims(fieldPart(spec, "resourceClaims"));
  }
  checkContainers(pod);
  checkEphemeralContainers(pod);
  checkPodResources(spec, pod.claims);
  checkHostNetworkPorts(spec, kind.isPod);
  checkOneOfOrDefault(fieldPart(spec, "restartPolicy"), ["Always", "OnFailure", "Never"]);
  checkOneOfOrDefault(fieldPart(spec, "dnsPolicy"), [
    "ClusterFirst",
    "ClusterFirstWithHostNet",
    "Default",
    "None",
  ]);
  checkLabels(fieldPart(spec, "nodeSelector"));
  checkPodSecurityContext(spec);
  checkAffinity(fieldPart(spec, "affinity"));
  checkDns(spec);
  checkGates(spec);
  checkTopologySpread(fieldPart(spec, "topologySpreadConstraints"));
  checkHostProcess(spec);
  checkHostUsers(spec);
  checkNames(spec, kind.unchecked ?? []);
  checkTolerations(fieldPart(spec, "tolerations"));
  checkHostAliases(fieldPart(spec, "hostAliases"));
  const preemption = fieldPart(spec, "preemptionPolicy");
  if (isSet(preemption) && requiredText(preemption)) {
    checkOneOf(preemption, ["PreemptLowerPriority", "Never"]);
  }
  checkOperatingSystem(spec);
  checkFileKeyVolumes(spec);
}

function checkResourceClaims(claims: Part): void {
  const names = new Set<string>();
  for (const claim of itemsOf(claims)) {
    const [place, name] = [fieldPart(claim, "name"), textAt(claim, "name")];
    if (requiredText(place)) {
      if (names.has(name)) {
        reportDuplicate(place, name);
      } else {
        reportInvalid(place, dnsLabel(name));
      }
    }
    names.add(name);
    const given = ["resourceClaimName", "resourceClaimTemplateName"].filter((one) => has(claim, one));
    if (given.length !== 1) {
      reportInvalid(
        claim,
        given.length === 0
          ? "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`"
          : "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified",
      );
    }
    for (const one of given) {
      reportInvalid(fieldPart(claim, one), dnsSubdomain(textAt(claim, one)));
    }
  }
}

function checkHostNetworkPorts(spec: Part, isPod: boolean): void {
  if (!isTrueAt(spec, "hostNetwork")) {
    return;
  }
  for (const container of listAt(spec, "containers")) {
    for (const port of listAt(container, "ports")) {
      const own = numberAt(port, "containerPort") ?? 0;
      const host = numberAt(port, "hostPort") ?? 0;
      const actual = isPod && host === 0 ? own : host;
      if (actual !== 0 && actual !== own) {
        reportInvalid(fieldPart(port, "hostPort"), "must match `containerPort` when `hostNetwork` is true");
      }
    }
  }
}

function checkDns(spec: Part): void {
  const config = fieldPart(spec, "dnsConfig");
  const nameservers = fieldPart(config, "nameservers");
  if (textAt(spec, "dnsPolicy") === "None" && countOf(nameservers) === 0) {
    reportRequired(
      isSet(config) ? nameservers : config,
      "must provide at least one DNS nameserver when `dnsPolicy` is None",
    );
    return;
  }
  if (!isSet(config)) {
    return;
  }
  reportInvalid(nameservers, countOf(nameservers) > 3 ? "must not have more than 3 nameservers" : undefined);
  for (const nameserver of itemsOf(nameservers)) {
    checkAddress(nameserver);
  }
  checkSearches(config);
  for (const option of listAt(config, "options")) {
    if (textAt(option, "name") === "") {
      reportRequired(option, "must not be empty");
    }
  }
}

function checkSearches(config: Part): void {
  const searches = fieldPart(config, "searches");
  if (countOf(searches) > 32) {
    reportInvalid(searches, "must not have more than 32 search paths");
  }
  if (textsAt(config, "searches").join(" ").length > 2048) {
    reportInvalid(searches, "must not have more than 2048 characters (including spaces) in the search list");
  }
  for (const search of itemsOf(searches)) {
    const isRelaxed = search.run.minor >= 33;
    const text = textOf(search);
    if (!(isRelaxed && text === ".")) {
      reportInvalid(search, (isRelaxed ? dnsSubdomainWithUnderscore : dnsSubdomain)(text.replace(/\.$/, "")));
    }
  }
}

function checkGates(spec: Part): void {
  for (const gate of listAt(spec, "readinessGates")) {
    reportInvalid(fieldPart(gate, "conditionType"), qualifiedLabel(textAt(gate, "conditionType")));
  }
  const names = new Set<string>();
  for (const gate of listAt(spec, "schedulingGates")) {
    const name = textAt(gate, "name");
    reportInvalid(gate, qualifiedLabel(name));
    if (names.has(name)) {
      reportDuplicate(gate, name);
    }
    names.add(name);
  }
}

const namedFields: readonly (readonly [name: string, rule: NameRule])[] = [
  ["nodeName", dnsSubdomain],
  ["hostname", dnsLabel],
  ["subdomain", dnsLabel],
  ["priorityClassName", dnsSubdomain],
];

function checkNames(spec: Part, unchecked: readonly string[]): void {
  const field = has(spec, "serviceAccountName") ? "serviceAccountName" : "serviceAccount";
  const account = fieldPart(spec, field);
  if (textOf(account) !== "" && !unchecked.includes(field)) {
    reportInvalid(reportedAt(account, spec, "serviceAccountName"), dnsSubdomain(textOf(account)));
  }
  for (const [name, rule] of namedFields) {
    const text = textAt(spec, name);
    if (text !== "" && !unchecked.includes(name)) {
      reportInvalid(fieldPart(spec, name), rule(text));
    }
  }
  if (has(spec, "runtimeClassName")) {
    reportInvalid(fieldPart(spec, "runtimeClassName"), dnsSubdomain(textAt(spec, "runtimeClassName")));
  }
  inRange(fieldPart(spec, "activeDeadlineSeconds"), 1, 2_147_483_647);
  if (has(spec, "hostnameOverride") && spec.run.minor >= 35) {
    checkHostnameOverride(spec);
  }
}

function checkHostnameOverride(spec: Part): void {
  const place = fieldPart(spec, "hostnameOverride");
  const name = textOf(place);
  for (const flag of ["setHostnameAsFQDN", "hostNetwork"]) {
    if (isTrueAt(spec, flag)) {
      reportForbidden(place, `may not be specified when ${flag} is true`);
    }
  }
  if (name.length > 64) {
    reportTooLong(place, 64);
  }
  reportInvalid(place, dnsSubdomain(name));
}

function checkHostAliases(aliases: Part): void {
  for (const alias of itemsOf(aliases)) {
    checkAddress(fieldPart(alias, "ip"));
    for (const hostname of listAt(alias, "hostnames")) {
      reportInvalid(hostname, dnsSubdomain(textOf(hostname)));
    }
  }
}
