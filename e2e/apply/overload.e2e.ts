import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { writeKubeconfig } from "../control-plane/kubeconfig.ts";
import { type DecideHandling, startFaultProxy } from "./faults/fault-proxy.ts";
import type { Handling, ProxiedRequest } from "./faults/request-handling.ts";
import { configMap } from "./manifests.ts";
import { openSite } from "./site.ts";

const refusal = { type: "refuse", status: 429, retryAfter: 1 } as const satisfies Handling;

function settings(amount: number): readonly JsonObject[] {
  return Array.from({ length: amount }, (_, index) => configMap(`settings-${index}`));
}

function isSettings({ method, path }: ProxiedRequest): boolean {
  return method === "PATCH" && path.includes("/configmaps/settings-");
}

/** Applies ConfigMaps through a proxy, and expects that to succeed. */
async function applyThrough(t: ExecutionContext, amount: number, decide: DecideHandling): Promise<void> {
  const site = await openSite(t);
  using folder = mkdtempDisposableSync(join(tmpdir(), "converge-overload-"));
  const proxy = await startFaultProxy(site.cluster, decide);
  t.teardown(proxy.close);
  const token = site.cluster.adminToken;
  const kubeconfig = writeKubeconfig(join(folder.path, "kubeconfig"), { ...proxy, token });
  const words = ["apply", site.write(settings(amount)), "--release", "many", "-n", site.namespace];
  const { code, stdout } = await site.run(words, { kubeconfig });
  t.is(code, 0, stdout);
}

test("each request refused with 429 is sent once more, and no other request is repeated", async (t) => {
  let [sent, refused] = [0, 0];
  await applyThrough(t, 300, (asked) => {
    const isTurn = asked.number % 10 === 0 && asked.stream === undefined;
    sent += isSettings(asked) ? 1 : 0;
    refused += isSettings(asked) && isTurn ? 1 : 0;
    return isTurn ? refusal : { type: "pass" };
  });
  t.true(refused > 20);
  t.is(sent, 300 + refused);
});

test("writes that pause after a 429 do not block other writes", async (t) => {
  const accepted = new Set<string>();
  const resting = new Set<string>();
  let most = 0;
  await applyThrough(t, 300, (asked) => {
    if (!isSettings(asked)) {
      return { type: "pass" };
    }
    // The first hundred objects are accepted, the next hundred are refused once.
    const isRefused = accepted.size >= 100 && asked.time === 1 && resting.size < 100;
    (isRefused ? resting : accepted).add(asked.path);
    most = Math.max(most, resting.difference(accepted).size);
    // Long enough for the others to be sent meanwhile.
    return isRefused ? { ...refusal, retryAfter: 8 } : { type: "pass" };
  });
  // If pausing writes kept their slots, no more than 32 (the default concurrency) would pause at a time.
  t.true(most > 32, `${most} writes rested at the same time`);
});

test("concurrency recovers after a burst of 429", async (t) => {
  const amount = 900;
  const [burst, recovered] = [100, 600];
  const size = 16;
  const gate = new Gate(size);
  let [seen, accepted] = [0, 0];
  await applyThrough(t, amount, (asked) => {
    if (!isSettings(asked)) {
      return { type: "pass" };
    }
    seen += 1;
    if (seen > burst && seen <= 2 * burst) {
      return refusal;
    }
    accepted += 1;
    // From here on writes are held until sixteen are in flight, except for the last ones.
    const isHeld = accepted > recovered && accepted <= recovered + 15 * size;
    return isHeld ? gate.pass() : { type: "pass" };
  });
  t.is(gate.opened, 15);
});

/** Holds requests until that many of them have arrived. */
class Gate {
  opened = 0;
  readonly #size: number;
  #held: (() => void)[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  async pass(): Promise<Handling> {
    await new Promise<void>((resolve) => {
      this.#held.push(resolve);
      if (this.#held.length === this.#size) {
        this.opened += 1;
        for (const go of this.#held) {
          go();
        }
        this.#held = [];
      }
    });
    return { type: "pass" };
  }
}
