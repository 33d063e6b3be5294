import {
  field,
  type JsonValue,
  listField,
  objectField,
  stringField,
  stringsField,
} from "../../object/json.ts";
import { profileControls } from "./profile-controls.ts";
import {
  containersThat,
  distinct,
  isUserNamespaced,
  namedContainers,
  nounFor,
  type PodControl,
  type PodView,
  type PodViolation,
  quoteNames,
  securityContext,
  settersOf,
} from "./pod-view.ts";

const defaultCapabilities: ReadonlySet<string> = new Set(
  "AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE SETFCAP SETGID SETPCAP SETUID SYS_CHROOT".split(
    " ",
  ),
);

function addedCapabilities(container: JsonValue): readonly string[] {
  const added = stringsField(objectField(securityContext(container), "capabilities"), "add");
  return added.filter((name) => !defaultCapabilities.has(name));
}

function checkCapabilities(pod: PodView): PodViolation | undefined {
  const names = containersThat(pod, (container) => addedCapabilities(container).length > 0);
  const added = distinct(pod.containers.flatMap(addedCapabilities));
  const detail = `${namedContainers(names)} must not include ${quoteNames(added)} in securityContext.capabilities.add`;
  return names.length === 0 ? undefined : { reason: "non-default capabilities", detail };
}

function checkHostNamespaces({ spec }: PodView): PodViolation | undefined {
  const shared = ["hostNetwork", "hostPID", "hostIPC"].filter((name) => field(spec, name) === true);
  const detail = shared.map((name) => `${name}=true`).join(", ");
  return shared.length === 0 ? undefined : { reason: "host namespaces", detail };
}

function checkHostPaths({ spec }: PodView): PodViolation | undefined {
  const names = listField(spec, "volumes")
    .filter((volume) => (field(volume, "hostPath") ?? null) !== null)
    .map((volume) => stringField(volume, "name") ?? "");
  const detail = `${nounFor(names.length, "volume")} ${quoteNames(names)}`;
  return names.length === 0 ? undefined : { reason: "hostPath volumes", detail };
}

function hostPorts(container: JsonValue): readonly string[] {
  return listField(container, "ports")
    .map((port) => field(port, "hostPort") ?? 0)
    .filter((port) => typeof port === "number" && port !== 0)
    .map(String);
}

function checkHostPorts(pod: PodView): PodViolation | undefined {
  const names = containersThat(pod, (container) => hostPorts(container).length > 0);
  const ports = distinct(pod.containers.flatMap(hostPorts));
  const verb = names.length === 1 ? "uses" : "use";
  const detail = `${namedContainers(names)} ${verb} ${nounFor(ports.length, "hostPort")} ${ports.join(", ")}`;
  return names.length === 0 ? undefined : { reason: "hostPort", detail };
}

function hostsOf(container: JsonValue): readonly string[] {
  const lifecycle = objectField(container, "lifecycle");
  const handlers = [
    ...["livenessProbe", "readinessProbe", "startupProbe"].map((name) => objectField(container, name)),
    ...["postStart", "preStop"].map((name) => objectField(lifecycle, name)),
  ];
  return handlers
    .flatMap((handler) => [objectField(handler, "httpGet"), objectField(handler, "tcpSocket")])
    .map((action) => stringField(action, "host") ?? "")
    .filter((host) => host !== "");
}

function checkProbeHosts(pod: PodView): PodViolation | undefined {
  const names = distinct(containersThat(pod, (container) => hostsOf(container).length > 0));
  const hosts = distinct(pod.containers.flatMap(hostsOf));
  const verb = names.length === 1 ? "uses" : "use";
  const reason = "probe or lifecycle host";
  const detail = `${namedContainers(names)} ${verb} ${nounFor(hosts.length, reason)} ${quoteNames(hosts)}`;
  return names.length === 0 ? undefined : { reason, detail };
}

function checkPrivileged(pod: PodView): PodViolation | undefined {
  const names = containersThat(pod, (one) => field(securityContext(one), "privileged") === true);
  const detail = `${namedContainers(names)} must not set securityContext.privileged=true`;
  return names.length === 0 ? undefined : { reason: "privileged", detail };
}

function procMount(container: JsonValue): readonly string[] {
  const mount = stringField(securityContext(container), "procMount") ?? "Default";
  return mount === "Default" ? [] : [mount];
}

/** Checks `procMount`, whatever the user namespace. */
export function checkProcMount(pod: PodView): PodViolation | undefined {
  const names = containersThat(pod, (container) => procMount(container).length > 0);
  const mounts = quoteNames(distinct(pod.containers.flatMap(procMount)));
  const detail = `${namedContainers(names)} must not set securityContext.procMount to ${mounts}`;
  return names.length === 0 ? undefined : { reason: "procMount", detail };
}

const sysctls: readonly (readonly [since: number, names: string])[] = [
  [
    0,
    "kernel.shm_rmid_forced net.ipv4.ip_local_port_range net.ipv4.tcp_syncookies net.ipv4.ping_group_range net.ipv4.ip_unprivileged_port_start",
  ],
  [27, "net.ipv4.ip_local_reserved_ports"],
  [
    29,
    "net.ipv4.tcp_keepalive_time net.ipv4.tcp_fin_timeout net.ipv4.tcp_keepalive_intvl net.ipv4.tcp_keepalive_probes",
  ],
  [32, "net.ipv4.tcp_rmem net.ipv4.tcp_wmem"],
  [37, "net.ipv4.tcp_notsent_lowat net.ipv4.tcp_slow_start_after_idle"],
];

function checkSysctls({ spec, version }: PodView): PodViolation | undefined {
  const allowed = new Set(
    sysctls.filter(([since]) => since <= version).flatMap(([, names]) => names.split(" ")),
  );
  const names = listField(securityContext(spec), "sysctls")
    .map((sysctl) => stringField(sysctl, "name") ?? "")
    .filter((name) => !allowed.has(name));
  return names.length === 0 ? undefined : { reason: "forbidden sysctls", detail: names.join(", ") };
}

function runsHostProcess(part: JsonValue): boolean {
  return field(objectField(securityContext(part), "windowsOptions"), "hostProcess") === true;
}

function checkHostProcess(pod: PodView): PodViolation | undefined {
  const setters = settersOf(runsHostProcess(pod.spec), containersThat(pod, runsHostProcess));
  const detail = `${setters} must not set securityContext.windowsOptions.hostProcess=true`;
  return setters === "" ? undefined : { reason: "hostProcess", detail };
}

/**
 * The controls of the level Baseline
 * (https://kubernetes.io/docs/concepts/security/pod-security-standards/).
 */
export const baselineControls: readonly PodControl[] = [
  ...profileControls,
  { id: "capabilities_baseline", check: checkCapabilities },
  { id: "hostNamespaces", check: checkHostNamespaces },
  { id: "hostPathVolumes", check: checkHostPaths },
  { id: "hostPorts", check: checkHostPorts },
  { id: "hostProbesAndHostLifecycle", since: 34, check: checkProbeHosts },
  { id: "privileged", check: checkPrivileged },
  { id: "procMount", check: (pod) => (isUserNamespaced(pod) ? undefined : checkProcMount(pod)) },
  { id: "sysctls", check: checkSysctls },
  { id: "windowsHostProcess", check: checkHostProcess },
];
