import type { PodTimes } from "./pod-times.ts";

/** A simulated pod of the graph: its delay until it is ready, and the pods it waits for. */
interface GraphPod {
  readonly name: string;
  /** Milliseconds. */
  readonly readyAfter: number;
  readonly waitsFor: readonly string[];
}

const layers = 10;

/**
 * Pods in ten layers, each waiting for one to three of the previous layer, ready 0.3 to 1.8 s after their
 * start.
 */
export function podGraph(count: number): readonly GraphPod[] {
  const random = randomNumbers(7);
  const width = count / layers;
  return Array.from({ length: count }, (_, index) => {
    const layer = Math.floor(index / width);
    const edges = layer === 0 ? 0 : 1 + Math.floor(random() * 3);
    const waitsFor = Array.from({ length: edges }, () => podName(layer - 1, Math.floor(random() * width)));
    return {
      name: podName(layer, index % width),
      readyAfter: 300 + Math.floor(random() * 1500),
      waitsFor: [...new Set(waitsFor)],
    };
  });
}

function podName(layer: number, place: number): string {
  return `pod-${layer}-${String(place).padStart(2, "0")}`;
}

/** The same pseudo-random numbers in every run: mulberry32. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The graph as a multi-document YAML text. */
export function podGraphText(pods: readonly GraphPod[], namespace: string): string {
  return pods
    .map(({ name, readyAfter, waitsFor }) => {
      const refs = waitsFor.map((other) => `/namespaces/${namespace}/Pod/${other}`);
      const dependsOn = refs.length === 0 ? "" : `    config.kubernetes.io/depends-on: ${refs.join(",")}\n`;
      return `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  namespace: ${namespace}
  annotations:
    converge.test/ready-after: ${readyAfter}ms
${dependsOn}spec:
  terminationGracePeriodSeconds: 0
  containers:
    - name: web
      image: registry.example.com/web:1.4.2
`;
    })
    .join("---\n");
}

/**
 * The critical path through the graph in seconds, if each pod started the moment its last dependency became
 * ready. The time that a pod takes from its start is as observed on the server.
 */
export function criticalSeconds(pods: readonly GraphPod[], lives: Pick<PodTimes, "of">): number {
  const ends = new Map<string, number>();
  // Each layer comes after the one it waits for.
  for (const { name, waitsFor } of pods) {
    const start = Math.max(0, ...waitsFor.map((other) => ends.get(other) ?? 0));
    const { made, ready } = lives.of(name) ?? {};
    ends.set(name, made === undefined || ready === undefined ? Number.NaN : start + (ready - made) / 1000);
  }
  return Math.max(...ends.values());
}
