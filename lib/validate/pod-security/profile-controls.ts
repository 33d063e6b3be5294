import { type JsonValue, objectField, stringField } from "../../object/json.ts";
import {
  containersThat,
  distinct,
  nounFor,
  type PodControl,
  type PodView,
  type PodViolation,
  quoteNames,
  securityContext,
  settersOf,
} from "./pod-view.ts";

const profiles: ReadonlySet<string> = new Set(["Localhost", "RuntimeDefault"]);

function badProfile(part: JsonValue, name: string): readonly string[] {
  const type = stringField(objectField(securityContext(part), name), "type");
  return type === undefined || profiles.has(type) ? [] : [type];
}

function badAppArmor(part: JsonValue): readonly string[] {
  return badProfile(part, "appArmorProfile");
}

function badSeccomp(part: JsonValue): readonly string[] {
  return badProfile(part, "seccompProfile");
}

const appArmor = "container.apparmor.security.beta.kubernetes.io/";

function checkAppArmor(pod: PodView): PodViolation | undefined {
  const annotations = Object.entries(pod.annotations)
    .filter(
      ([name, value]) => name.startsWith(appArmor) && typeof value === "string" && !isAllowedProfile(value),
    )
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const setters = settersOf(
    badAppArmor(pod.spec).length > 0,
    containersThat(pod, (one) => badAppArmor(one).length > 0),
  );
  const noted = annotations.length === 0 ? [] : [nounFor(annotations.length, "annotation")];
  const all = [...(setters === "" ? [] : [setters]), ...noted].join(" and ");
  const values = [...distinct([pod.spec, ...pod.containers].flatMap(badAppArmor)), ...distinct(annotations)];
  const detail = `${all} must not set AppArmor profile type to ${quoteNames(values)}`;
  return all === "" ? undefined : { reason: nounFor(values.length, "forbidden AppArmor profile"), detail };
}

function isAllowedProfile(value: string): boolean {
  return value === "" || value === "runtime/default" || value.startsWith("localhost/");
}

const seLinuxTypes: ReadonlySet<string> = new Set(["", "container_init_t", "container_kvm_t", "container_t"]);

interface SeLinuxFaults {
  readonly types: readonly string[];
  readonly user: boolean;
  readonly role: boolean;
}

function seLinuxFaults(part: JsonValue, version: number): SeLinuxFaults {
  const options = objectField(securityContext(part), "seLinuxOptions");
  const type = stringField(options, "type") ?? "";
  const isAllowed = seLinuxTypes.has(type) || (version >= 31 && type === "container_engine_t");
  const isSet = (name: string): boolean => (stringField(options, name) ?? "") !== "";
  return { types: isAllowed ? [] : [type], user: isSet("user"), role: isSet("role") };
}

function checkSeLinux(pod: PodView): PodViolation | undefined {
  const faults = (part: JsonValue): SeLinuxFaults => seLinuxFaults(part, pod.version);
  const isBad = (part: JsonValue): boolean => {
    const { types, user, role } = faults(part);
    return types.length > 0 || user || role;
  };
  const setters = settersOf(isBad(pod.spec), containersThat(pod, isBad));
  const all = [pod.spec, ...pod.containers].map(faults);
  const types = distinct(all.flatMap((one) => one.types));
  const data = [
    ...(types.length > 0 ? [`${nounFor(types.length, "type")} ${quoteNames(types)}`] : []),
    ...(all.some(({ user }) => user) ? ["user may not be set"] : []),
    ...(all.some(({ role }) => role) ? ["role may not be set"] : []),
  ];
  const detail = `${setters} set forbidden securityContext.seLinuxOptions: ${data.join("; ")}`;
  return setters === "" ? undefined : { reason: "seLinuxOptions", detail };
}

/** Checks that no seccomp profile is set to another value than those allowed. */
export function checkSeccomp(pod: PodView): PodViolation | undefined {
  const setters = settersOf(
    badSeccomp(pod.spec).length > 0,
    containersThat(pod, (one) => badSeccomp(one).length > 0),
  );
  const values = quoteNames(distinct([pod.spec, ...pod.containers].flatMap(badSeccomp)));
  const detail = `${setters} must not set securityContext.seccompProfile.type to ${values}`;
  return setters === "" ? undefined : { reason: "seccompProfile", detail };
}

/** The controls of the level Baseline for profiles of Linux security modules. */
export const profileControls: readonly PodControl[] = [
  { id: "appArmorProfile", check: checkAppArmor },
  { id: "seLinuxOptions", check: checkSeLinux },
  { id: "seccompProfile_baseline", since: 19, check: checkSeccomp },
];
