/** The lifecycle of simulated pods, as stages of KWOK. README.md lists the annotations that control it. */

/** A stage of KWOK: the change of an object of a kind in a state, after a delay. */
export interface Stage {
  readonly apiVersion: "kwok.x-k8s.io/v1alpha1";
  readonly kind: "Stage";
  readonly metadata: { readonly name: string };
  readonly spec: Readonly<Record<string, unknown>>;
}

/** The jq expression that reads an annotation of a test. */
export function annotation(name: string): string {
  return `.metadata.annotations["converge.test/${name}"]`;
}

/** The delay that an annotation sets, as `2s` or `500ms`; by default this many milliseconds. */
export function delayFrom(name: string, milliseconds = 0): Readonly<Record<string, unknown>> {
  return { durationMilliseconds: milliseconds, durationFrom: { expressionFrom: annotation(name) } };
}

/** The single decision about a pod, in jq: the name of its next stage. So stages never compete for it. */
const nextStage = `
(${annotation("pod")} // (if ${annotation("ready-when")} then "unready" else "" end)) as $mode
| (${annotation("ready-after")} // "") as $recovery
| [.status.containerStatuses[]?] as $containers
| ([$containers[].state.waiting.reason? // empty] | first // "") as $waiting
| ([.status.initContainerStatuses[]?.state.waiting.reason? // empty] | first // "") as $init
| ([.metadata.ownerReferences[]?.kind] | index("Job")) as $job
| if .metadata.deletionTimestamp then "delete"
  elif .status.phase == "Pending" then
    if $mode == "" and $recovery == "" then "ready"
    elif ($containers | length) == 0 then "start"
    elif $waiting == "ErrImagePull" then "image-pull-back-off"
    elif $mode == "image-pull-back-off" and $waiting != "ImagePullBackOff" then "err-image-pull"
    elif $mode == "init-crash-loop" and $init != "CrashLoopBackOff" then "init-crash"
    elif $recovery != "" and $mode != "crash-loop" and $mode != "unready" then "ready"
    elif $waiting == "ImagePullBackOff" then "err-image-pull-again"
    elif $mode == "init-crash-loop" then "init-crash-again"
    elif $mode == "crash-loop" then "crash"
    elif $mode == "unready" then "run-unready"
    else "ready" end
  elif .status.phase == "Running" then
    if $waiting == "CrashLoopBackOff" then (if $recovery != "" then "ready" else "crash-again" end)
    elif $mode == "unready" and $recovery != "" and ($containers | all(.ready | not)) then "ready"
    elif $mode == "unready" then "none"
    elif $mode == "fail" then "fail"
    elif $job or (${annotation("complete-after")} != null) then "complete"
    else "none" end
  else "none" end`;

function conditions(initialized: boolean, ready: boolean): string {
  const status = { Initialized: initialized, Ready: ready, ContainersReady: ready };
  const lines = Object.entries(status).map(
    ([type, isTrue]) =>
      `- { type: ${type}, status: "${isTrue ? "True" : "False"}", lastTransitionTime: {{ Now | Quote }} }\n`,
  );
  const gates = `{{ range .spec.readinessGates }}- { type: {{ .conditionType | Quote }}, status: "True", lastTransitionTime: {{ Now | Quote }} }\n{{ end }}`;
  return `conditions:\n${lines.join("")}${gates}`;
}

/** The status of every container of a list of the pod, all in one state. `more` are further lines of each. */
function containers(list: "containers" | "initContainers", state: string, more: string): string {
  const field = list === "containers" ? "containerStatuses" : "initContainerStatuses";
  return `{{ with .spec.${list} }}${field}:
{{ range $index, $item := . }}
- name: {{ $item.name | Quote }}
  image: {{ $item.image | Quote }}
  imageID: ""
  state: ${state}
${more}
{{ end }}{{ end }}
`;
}

/** A KWOK template for the value of an annotation, with a default for pods without it. */
function annotated(name: string, otherwise: string): string {
  return `{{ or (index $.metadata.annotations "converge.test/${name}") "${otherwise}" }}`;
}

const running = `{ running: { startedAt: {{ Now | Quote }} } }`;
const completed = terminated(0, "Completed");
const isUp = "  ready: true\n  started: true\n  restartCount: 0";
const isDown = "  ready: false\n  started: false\n  restartCount: 0";

function waiting(reason: string, message = ""): string {
  return `{ waiting: { reason: ${reason}, message: ${JSON.stringify(message)} } }`;
}

function terminated(exitCode: number | string, reason: string, message?: string): string {
  const said = message === undefined ? "" : `message: ${message}, `;
  return `{ terminated: { exitCode: ${exitCode}, reason: ${reason}, ${said}startedAt: {{ Now | Quote }}, finishedAt: {{ Now | Quote }} } }`;
}

/** The termination of a container that crashes or fails, as the annotations of its pod configure. */
const ended = terminated(
  annotated("exit-code", "1"),
  annotated("exit-reason", "Error"),
  `{{ or (index $.metadata.annotations "converge.test/termination-message") "" | Quote }}`,
);

/** A restart count one higher than before. */
function crashed(field: "containerStatuses" | "initContainerStatuses"): string {
  const before = `{{ with $.status.${field} }}{{ add (index . $index).restartCount 1 }}{{ else }}1{{ end }}`;
  return `  ready: false\n  started: false\n  restartCount: ${before}\n  lastState: ${ended}`;
}

/** A pod keeps its address. */
const addresses = `
{{ if not .status.podIP }}
hostIP: {{ NodeIPWith .spec.nodeName | Quote }}
hostIPs: [{ ip: {{ NodeIPWith .spec.nodeName | Quote }} }]
{{ $ip := PodIPWith .spec.nodeName ( or .spec.hostNetwork false ) ( or .metadata.uid "" ) ( or .metadata.name "" ) ( or .metadata.namespace "" ) }}
podIP: {{ $ip | Quote }}
podIPs: [{ ip: {{ $ip | Quote }} }]
{{ end }}
startTime: {{ or .status.startTime Now | Quote }}
`;

const initDone = containers(
  "initContainers",
  completed,
  "  ready: true\n  started: false\n  restartCount: 0",
);
const restarting = "back-off 10s restarting failed container";
const pullFailed = "failed to pull and unpack image: not found";
const pullWaits = "Back-off pulling image";
const seconds = { again: { durationMilliseconds: 10_000 }, soon: { durationMilliseconds: 300 } };

const crash = {
  delay: seconds.soon,
  status: `${conditions(true, false)}${initDone}${containers("containers", waiting("CrashLoopBackOff", restarting), crashed("containerStatuses"))}${addresses}phase: Running\n`,
  event: { type: "Warning", reason: "BackOff", message: "Back-off restarting failed container" },
};
const initCrash = {
  delay: seconds.soon,
  status: `${conditions(false, false)}${containers("initContainers", waiting("CrashLoopBackOff", restarting), crashed("initContainerStatuses"))}${containers("containers", waiting("PodInitializing"), isDown)}phase: Pending\n`,
  event: crash.event,
};
const errImagePull = {
  delay: seconds.soon,
  status: `${conditions(true, false)}${initDone}${containers("containers", waiting("ErrImagePull", pullFailed), isDown)}phase: Pending\n`,
  event: { type: "Warning", reason: "Failed", message: `Error: ErrImagePull: ${pullFailed}` },
};

interface Step {
  readonly delay?: Readonly<Record<string, unknown>>;
  readonly status: string;
  readonly event?: Readonly<Record<string, string>>;
}

const steps: Readonly<Record<string, Step>> = {
  start: {
    status: `${conditions(false, false)}${containers("initContainers", waiting("PodInitializing"), isDown)}${containers("containers", waiting("ContainerCreating"), isDown)}${addresses}phase: Pending\n`,
  },
  ready: {
    delay: delayFrom("ready-after"),
    status: `${conditions(true, true)}${initDone}${containers("containers", running, isUp)}${addresses}phase: Running\n`,
  },
  "run-unready": {
    delay: seconds.soon,
    status: `${conditions(true, false)}${initDone}${containers("containers", running, "  ready: false\n  started: true\n  restartCount: 0")}phase: Running\n`,
    event: { type: "Warning", reason: "Unhealthy", message: "Readiness probe failed: connection refused" },
  },
  crash,
  "crash-again": { ...crash, delay: seconds.again },
  "init-crash": initCrash,
  "init-crash-again": { ...initCrash, delay: seconds.again },
  "err-image-pull": errImagePull,
  "err-image-pull-again": { ...errImagePull, delay: seconds.again },
  "image-pull-back-off": {
    delay: seconds.soon,
    status: containers("containers", waiting("ImagePullBackOff", pullWaits), isDown),
    event: { type: "Warning", reason: "BackOff", message: pullWaits },
  },
  complete: {
    delay: delayFrom("complete-after"),
    status: `${conditions(true, false)}${containers("containers", completed, isDown)}phase: Succeeded\n`,
  },
  fail: {
    delay: delayFrom("complete-after"),
    status: `${conditions(true, false)}${containers("containers", ended, isDown)}phase: Failed\n`,
  },
};

function podStage(name: string, spec: Readonly<Record<string, unknown>>): Stage {
  return {
    apiVersion: "kwok.x-k8s.io/v1alpha1",
    kind: "Stage",
    metadata: { name: `pod-${name}` },
    spec: {
      resourceRef: { apiGroup: "v1", kind: "Pod" },
      selector: { matchExpressions: [{ key: nextStage, operator: "In", values: [name] }] },
      ...spec,
    },
  };
}

/**
 * All changes of a pod: it starts, becomes ready, crashes, fails to pull its image, completes, fails, is
 * deleted.
 */
export const podStages: readonly Stage[] = [
  ...Object.entries(steps).map(([name, { status, event, delay = {} }]) =>
    podStage(name, { delay, next: { statusTemplate: status, ...(event === undefined ? {} : { event }) } }),
  ),
  podStage("delete", { delay: delayFrom("delete-after"), next: { delete: true } }),
];
