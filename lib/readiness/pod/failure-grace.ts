/** The time a container may wait for a reason before its workload counts as failed, in milliseconds. */
const tolerances: ReadonlyMap<string, number> = new Map([
  // An invalid name does not become valid by waiting.
  ["InvalidImageName", 0],
  // The kubelet pulls at once and again after 10 s: after two attempts it is not a hiccup of the registry.
  ["ErrImagePull", 20_000],
  ["ImagePullBackOff", 20_000],
  ["ErrImageNeverPull", 20_000],
  ["ImageInspectError", 20_000],
  ["RegistryUnavailable", 20_000],
  ["SignatureValidationFailed", 20_000],
  ["CreateContainerError", 20_000],
  ["RunContainerError", 20_000],
  ["PreCreateHookError", 20_000],
  ["PreStartHookError", 20_000],
  ["PostStartHookError", 20_000],
  // A Secret or ConfigMap created by a controller may appear a little later than the pod.
  ["CreateContainerConfigError", 60_000],
  // If the allowed restarts are not used up.
  ["CrashLoopBackOff", 60_000],
]);

/**
 * A container that was restarted this often and crashes again is not just waiting for another one to start.
 */
const restartsAllowed = 3;

/**
 * The time a container may wait for that reason before its workload counts as failed, in milliseconds;
 * undefined if the reason is harmless (`ContainerCreating`).
 */
export function toleranceOf(reason: string, restarts: number): number | undefined {
  return reason === "CrashLoopBackOff" && restarts >= restartsAllowed ? 0 : tolerances.get(reason);
}
