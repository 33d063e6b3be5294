/** How long a container may wait for a reason before its workload counts as failed, in milliseconds. */
const tolerances: ReadonlyMap<string, number> = new Map([
  // A name that is none becomes none by waiting.
  ["InvalidImageName", 0],
  // The kubelet pulls at once and again after 10 s: two attempts, then it is no hiccup of the registry.
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
  // A Secret or ConfigMap that a controller makes may come a little later than the pod.
  ["CreateContainerConfigError", 60_000],
  // Short of the restarts that are allowed.
  ["CrashLoopBackOff", 60_000],
]);

/**
 * A container that was restarted that often and crashes again does not only wait for a neighbour to start.
 */
const restartsAllowed = 3;

/**
 * How long a container may wait for that reason before its workload counts as failed, in milliseconds;
 * undefined where the reason is no trouble (`ContainerCreating`).
 */
export function toleranceOf(reason: string, restarts: number): number | undefined {
  return reason === "CrashLoopBackOff" && restarts >= restartsAllowed ? 0 : tolerances.get(reason);
}
