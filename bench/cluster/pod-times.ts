import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { createInterface } from "node:readline";

import type { Access } from "../../e2e/control-plane/kubeconfig.ts";

/** The times at which the server reported a pod as created, and as ready: milliseconds of the same clock. */
interface PodTime {
  readonly made: number;
  readonly ready?: number;
}

/** The pods in a watch of the benchmark. */
export interface PodTimes {
  readonly of: (name: string) => PodTime | undefined;
  readonly stop: () => void;
}

interface PodEvent {
  readonly object: {
    readonly metadata: { readonly name?: string };
    readonly status?: {
      readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    };
  };
}

/** Watches the pods of a namespace until it is stopped. */
export async function watchPods({ server, ca, token }: Access, namespace: string): Promise<PodTimes> {
  const lives = new Map<string, PodTime>();
  const request = get(new URL(`/api/v1/namespaces/${namespace}/pods?watch=1`, server), {
    ca,
    headers: { authorization: `Bearer ${token ?? ""}` },
  });
  const [response]: IncomingMessage[] = await once(request, "response");
  if (response === undefined) {
    throw new Error("the watch of pods was not answered");
  }
  createInterface(response).on("line", (line) => {
    const { object }: PodEvent = JSON.parse(line);
    const { name = "" } = object.metadata;
    const life = lives.get(name) ?? { made: performance.now() };
    const isReady = object.status?.conditions?.some(
      ({ type, status }) => type === "Ready" && status === "True",
    );
    lives.set(name, isReady === true ? { ready: performance.now(), ...life } : life);
  });
  response.on("error", () => {
    // It was stopped.
  });
  return {
    of: (name) => lives.get(name),
    stop: () => {
      response.destroy();
    },
  };
}
