import type { KindRule } from "./kind-rule.ts";
import { current } from "../condition/readiness-result.ts";

const ready = current("Ready", "ready");

/** Kinds that hold data or wait for their time: ready as soon as they are stored. */
export const staticKinds: KindRule = {
  kinds: ["/ConfigMap", "/Secret", "batch/CronJob"],
  kstatus: () => ready,
  converge: () => ready,
};

/** Kinds whose status may never be set: an Ingress without a controller is as ready as it will be. */
export const optionalStatusKinds: KindRule = {
  kinds: ["networking.k8s.io/Ingress", "extensions/Ingress"],
  converge: () => ready,
};

/**
 * A PodDisruptionBudget is ready when its controller has observed its current generation, which is required
 * of every object.
 */
export const podDisruptionBudget: KindRule = {
  kinds: ["policy/PodDisruptionBudget"],
  kstatus: () => ready,
  converge: () => ready,
};
