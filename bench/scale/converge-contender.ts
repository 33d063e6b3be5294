import { createHmac, randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { LiveObject } from "../../e2e/control-plane/api.ts";
import { writeKubeconfig } from "../../e2e/control-plane/kubeconfig.ts";
import { type SidecarProcess, startSidecar, usageOf } from "../../e2e/soak/sidecar-process.ts";
import { defineUnits } from "../../e2e/sync/reported-unit.ts";
import { type JsonObject, stringField } from "../../lib/object/json.ts";
import type { ContenderSite, RunningContender, ScaleContender } from "./contender.ts";
import { annotateObject, untilObjects } from "./custom-objects.ts";
import { eachOf } from "./each-of.ts";

/** `converge sync` of the built package. */
export function convergeContender(program: string): ScaleContender {
  return {
    name: "converge sync",
    unavailable: () => undefined,
    start: async (site) => {
      await defineUnits(site.cluster);
      return new ConvergeSync(site, program);
    },
  };
}

type Status = NonNullable<LiveObject["status"]>;

class ConvergeSync implements RunningContender {
  readonly #site: ContenderSite;
  readonly #start: () => SidecarProcess;
  readonly #secret = randomUUID();
  #sidecar: SidecarProcess;
  /** The position in the log from which units may be ready at a newer commit. */
  #from = 0;

  constructor(site: ContenderSite, program: string) {
    const { cluster, folder, namespace, user, ends } = site;
    const secretFile = join(folder, "push-secret");
    writeFileSync(secretFile, this.#secret);
    const { server, ca, adminToken: token } = cluster;
    const kubeconfig = writeKubeconfig(join(folder, "kubeconfig"), { server, ca, token, namespace });
    const words = [
      `--config=${writeConfiguration(site)}`,
      `--state-dir=${join(folder, "state")}`,
      `--webhook-secret-file=${secretFile}`,
      `--as=${user}`,
      "--as-group=system:masters",
      "--identity=bench-0",
      ...["--page", "--metrics", "--webhook"].flatMap((flag) => [flag, "127.0.0.1:0"]),
    ];
    this.#site = site;
    this.#start = () => {
      const sidecar = startSidecar({ program, words, kubeconfig, keeps: isRead });
      ends.teardown(async () => {
        sidecar.signal("SIGKILL");
        await sidecar.ended;
      });
      return sidecar;
    };
    this.#sidecar = this.#start();
  }

  async ready(commit: string, units: readonly string[]): Promise<void> {
    await this.#untilUnits(units, (status) =>
      JSON.stringify(status["appliedRevision"] ?? {}).includes(commit),
    );
  }

  async verified(commit: string, units: readonly string[]): Promise<void> {
    const waiting = new Set(units);
    for (let at = this.#from; waiting.size > 0; at += 1) {
      const line = await this.#sidecar.received(() => true, at);
      if (line["type"] === "state" && line["phase"] === "Ready" && line["applied"] === commit) {
        waiting.delete(stringField(line, "unit") ?? "");
      }
    }
  }

  async notify(commit: string): Promise<void> {
    this.#from = this.#sidecar.log.length;
    const { git, repository } = this.#site;
    const body = JSON.stringify({
      ref: "refs/heads/main",
      after: commit,
      repository: { clone_url: `${git.origin}/${repository.name}` },
    });
    const signature = createHmac("sha256", this.#secret).update(body).digest("hex");
    const headers = { "X-GitHub-Event": "push", "X-Hub-Signature-256": `sha256=${signature}` };
    const response = await fetch(`${await this.#webhook()}/webhook`, { method: "POST", headers, body });
    const answer = await response.text();
    if (answer !== "ok\n") {
      throw new Error(`the push event was answered with ${response.status}: ${answer}`);
    }
  }

  async requestAll(): Promise<void> {
    const { cluster, namespace, units } = this.#site;
    const token = randomUUID();
    await eachOf(units, async (unit) => {
      const path = `${unitsPath(namespace)}/${unit}?fieldManager=somebody`;
      await annotateObject(cluster, path, { "converge.dev/reconcile": token });
    });
    await this.#untilUnits(units, (status) => status["lastHandledRequest"] === token);
  }

  usage(): ReturnType<RunningContender["usage"]> {
    const { cpu, childCpu, mebibytes, peakMebibytes } = usageOf(this.#sidecar);
    return { cpu: cpu + childCpu, mebibytes, peakMebibytes };
  }

  async stop(): Promise<void> {
    this.#sidecar.signal("SIGTERM");
    await this.#sidecar.ended;
  }

  async restart(commit: string): Promise<void> {
    this.#from = 0;
    this.#sidecar = this.#start();
    await this.verified(commit, this.#site.units);
  }

  async #untilUnits(units: readonly string[], isWanted: (status: Status) => boolean): Promise<void> {
    const { cluster, namespace } = this.#site;
    const awaited = new Set(units);
    await untilObjects(cluster, {
      collection: unitsPath(namespace),
      isWanted: ({ metadata, status }) =>
        awaited.has(metadata.name) && status?.["phase"] === "Ready" && isWanted(status),
      count: units.length,
      controllers: [],
    });
  }

  async #webhook(): Promise<string> {
    const start = "push events at ";
    const line = await this.#sidecar.received(
      (one) => one["type"] === "notice" && stringField(one, "message")?.startsWith(start) === true,
    );
    return (stringField(line, "message") ?? "").replace(start, "");
  }
}

function unitsPath(namespace: string): string {
  return `/apis/converge.dev/v1/namespaces/${namespace}/units`;
}

/** Whether a line of its log is used here. */
function isRead({ type }: JsonObject): boolean {
  return type === "state" || type === "notice";
}

function writeConfiguration({ folder, git, repository, units }: ContenderSite): string {
  const file = join(folder, "sync.yaml");
  const source = {
    url: `${git.origin}/${repository.name}`,
    ref: "main",
    auth: { allowHttp: true },
  };
  const configuration = {
    apiVersion: "converge.dev/v1",
    kind: "Sync",
    name: "bench",
    defaults: { source, interval: "1m", timeouts: { reconcile: "1m" } },
    units: units.map((name) => ({ name, source: { path: `units/${name}` } })),
  };
  writeFileSync(file, JSON.stringify(configuration));
  return file;
}
