/** The entry point of the thread that renders: see `builtin-renderer.ts`. */
import { performance } from "node:perf_hooks";
import { constrainedMemory } from "node:process";
import { parentPort, workerData } from "node:worker_threads";

import { loadModule } from "./load-module.ts";
import { memoryLimit } from "./memory-limit.ts";
import type { MaybeEncrypted } from "../encrypted-files.ts";
import type { TemplateLookup } from "../../object/render-context.ts";
import { waitForAnswer } from "./wait-for-answer.ts";
import type { RenderOrder, ThreadData } from "./render-order.ts";
import { RendererInstance } from "./renderer-instance.ts";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- given by builtin-renderer.ts
const { file, channel } = workerData as ThreadData;
const host = {
  now: () => performance.timeOrigin + performance.now(),
  passed: () => performance.now(),
  lookUp: (wanted: TemplateLookup) => {
    parentPort?.postMessage({ type: "lookup", wanted }, []);
    const answer = waitForAnswer(channel);
    return typeof answer === "string" ? answer : "{}";
  },
  decrypt: (encrypted: MaybeEncrypted) => {
    parentPort?.postMessage({ type: "decrypt", ...encrypted }, []);
    const answer = waitForAnswer(channel);
    return answer instanceof Uint8Array || answer === "refused" ? answer : undefined;
  },
};
const module = loadModule(new URL(file), memoryLimit(constrainedMemory()));
let instance: RendererInstance | undefined = new RendererInstance(module, host);

parentPort?.on("message", (order: RenderOrder) => {
  instance ??= new RendererInstance(module, host);
  const answer = instance.render(order);
  if (instance.isWorn) {
    instance = undefined;
  }
  const moved = answer.type === "rendered" ? [answer.output.buffer] : [];
  parentPort?.postMessage(answer, moved);
});
