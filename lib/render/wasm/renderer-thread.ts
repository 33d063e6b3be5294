/** The entry point of the thread that renders: see `builtin-renderer.ts`. */
import { performance } from "node:perf_hooks";
import { constrainedMemory } from "node:process";
import { parentPort, workerData } from "node:worker_threads";

import { loadModule } from "./load-module.ts";
import { memoryLimit } from "./memory-limit.ts";
import type { RenderOrder } from "./render-order.ts";
import { RendererInstance } from "./renderer-instance.ts";

const clock = {
  now: () => performance.timeOrigin + performance.now(),
  passed: () => performance.now(),
};
const module = loadModule(new URL(String(workerData)), memoryLimit(constrainedMemory()));
let instance: RendererInstance | undefined = new RendererInstance(module, clock);

parentPort?.on("message", (order: RenderOrder) => {
  instance ??= new RendererInstance(module, clock);
  const answer = instance.render(order);
  if (instance.isWorn) {
    instance = undefined;
  }
  const moved = answer.type === "rendered" ? [answer.output.buffer] : [];
  parentPort?.postMessage(answer, moved);
});
