import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { parseAllDocuments } from "yaml";

import { runGo } from "../../e2e/control-plane/go.ts";
import type { LiveObject } from "../../e2e/control-plane/api.ts";
import { writeKubeconfig } from "../../e2e/control-plane/kubeconfig.ts";
import { untilDefined } from "../../e2e/control-plane/until-defined.ts";
import type { TestCluster } from "../../e2e/control-plane/test-cluster.ts";
import {
  fluxControllers,
  isBuilt,
  peerModule,
  type PeerName,
  peerPath,
} from "../../e2e/peers/build-peers.ts";
import type { ContenderSite, RunningContender, ScaleContender } from "./contender.ts";
import { startController, type Controller } from "./controller-process.ts";
import { stringField } from "../../lib/object/json.ts";
import { eachOf } from "./each-of.ts";

const kustomizations = "/apis/kustomize.toolkit.fluxcd.io/v1/namespaces";
const repositories = "/apis/source.toolkit.fluxcd.io/v1/namespaces";
const source = "fleet";

/** The controllers of Flux, with the concurrency and the request rate that its own benchmark uses. */
export const fluxContender: ScaleContender = {
  name: "Flux",
  unavailable: () =>
    fluxControllers.every(isBuilt)
      ? undefined
      : "Flux is not measured: make bench-scale builds its controllers",
  start: async (site) => {
    for (const controller of fluxControllers) {
      await defineKinds(site.cluster, controller);
    }
    const flux = new Flux(site);
    await flux.createUnits();
    return flux;
  },
};

class Flux implements RunningContender {
  readonly #site: ContenderSite;
  readonly #kubeconfig: string;
  #running: readonly Controller[];

  constructor(site: ContenderSite) {
    const { cluster, folder, user, namespace } = site;
    const { server, ca, adminToken: token } = cluster;
    this.#site = site;
    this.#kubeconfig = writeKubeconfig(join(folder, "kubeconfig"), {
      server,
      ca,
      token,
      namespace,
      as: { user, groups: ["system:masters"] },
    });
    this.#running = this.#start();
  }

  /** Creates the source, and a Kustomization for every unit, as in flux-benchmark. */
  async createUnits(): Promise<void> {
    const { cluster, namespace, git, repository, units } = this.#site;
    await create(cluster, `${repositories}/${namespace}/gitrepositories`, {
      apiVersion: "source.toolkit.fluxcd.io/v1",
      kind: "GitRepository",
      metadata: { name: source },
      spec: { url: `${git.origin}/${repository.name}`, ref: { branch: "main" }, interval: "1m" },
    });
    await eachOf(units, async (name) =>
      create(cluster, `${kustomizations}/${namespace}/kustomizations`, {
        apiVersion: "kustomize.toolkit.fluxcd.io/v1",
        kind: "Kustomization",
        metadata: { name },
        spec: {
          sourceRef: { kind: "GitRepository", name: source },
          path: `./units/${name}`,
          targetNamespace: namespace,
          interval: "10m",
          retryInterval: "1m",
          timeout: "1m",
          prune: true,
          wait: true,
        },
      }),
    );
  }

  async ready(commit: string, units: readonly string[]): Promise<void> {
    const awaited = new Set(units);
    await this.#until(
      ({ metadata, status }) =>
        awaited.has(metadata.name) &&
        String(status?.["lastAppliedRevision"]).endsWith(commit) &&
        isReady(status),
      units.length,
    );
  }

  async verified(commit: string, units: readonly string[]): Promise<void> {
    await this.ready(commit, units);
  }

  async notify(): Promise<void> {
    const { cluster, namespace } = this.#site;
    await request(cluster, `${repositories}/${namespace}/gitrepositories/${source}`, randomUUID());
  }

  async requestAll(): Promise<void> {
    const { cluster, namespace, units } = this.#site;
    const token = randomUUID();
    await eachOf(units, async (unit) =>
      request(cluster, `${kustomizations}/${namespace}/kustomizations/${unit}`, token),
    );
    await this.#until(
      ({ status }) => status?.["lastHandledReconcileAt"] === token && isReady(status),
      units.length,
    );
  }

  usage(): ReturnType<RunningContender["usage"]> {
    const used = this.#running.map(({ usage }) => usage());
    return {
      cpu: used.reduce((sum, { cpu }) => sum + cpu, 0),
      mebibytes: used.reduce((sum, { mebibytes }) => sum + mebibytes, 0),
      peakMebibytes: used.reduce((sum, { peakMebibytes }) => sum + peakMebibytes, 0),
    };
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.map(async ({ stop }) => stop()));
  }

  /** Its status does not change when nothing has; its log names the units that were reconciled. */
  async restart(): Promise<void> {
    this.#running = this.#start();
    const waiting = new Set(this.#site.units);
    const [, kustomize] = this.#running;
    for await (const line of kustomize?.lines() ?? []) {
      if (
        line["controller"] === "kustomization" &&
        stringField(line, "msg")?.startsWith("Reconciliation finished") === true
      ) {
        waiting.delete(stringField(line, "name") ?? "");
      }
      if (waiting.size === 0) {
        return;
      }
    }
  }

  #start(): readonly Controller[] {
    const { folder, ends, namespace } = this.#site;
    const common = [
      "--enable-leader-election=false",
      "--watch-all-namespaces=false",
      "--metrics-addr=127.0.0.1:0",
      "--health-addr=127.0.0.1:0",
      "--log-level=info",
      "--kube-api-qps=500",
      "--kube-api-burst=1000",
      "--concurrent=20",
    ];
    const address = "127.0.0.1:39790";
    const storage = [
      `--storage-path=${folder}`,
      `--storage-addr=${address}`,
      `--storage-adv-addr=${address}`,
    ];
    const environment = {
      KUBECONFIG: this.#kubeconfig,
      RUNTIME_NAMESPACE: namespace,
      POD_NAMESPACE: namespace,
      TMPDIR: folder,
    };
    return fluxControllers.map((name) => {
      const words = name === "source-controller" ? [...common, ...storage] : common;
      return startController({ program: peerPath(name), words, environment, ends });
    });
  }

  async #until(isWanted: (object: LiveObject) => boolean, count: number): Promise<void> {
    await Promise.race([this.#follow(isWanted, count), ...this.#running.map(({ failed }) => failed)]);
  }

  async #follow(isWanted: (object: LiveObject) => boolean, count: number): Promise<void> {
    const { cluster, namespace } = this.#site;
    const wanted = new Set<string>();
    for await (const object of cluster.follow(`${kustomizations}/${namespace}/kustomizations`)) {
      if (isWanted(object)) {
        wanted.add(object.metadata.name);
      } else {
        wanted.delete(object.metadata.name);
      }
      if (wanted.size >= count) {
        return;
      }
    }
  }
}

function isReady(status: LiveObject["status"]): boolean {
  const conditions = status?.["conditions"];
  return (
    Array.isArray(conditions) &&
    conditions.some(({ type, status: value }) => type === "Ready" && value === "True")
  );
}

async function create(cluster: TestCluster, path: string, object: object): Promise<void> {
  const { status, text } = await cluster.api("POST", path, object);
  if (status !== 201) {
    throw new Error(text);
  }
}

async function request(cluster: TestCluster, path: string, token: string): Promise<void> {
  const annotations = { "reconcile.fluxcd.io/requestedAt": token };
  const { status, text } = await cluster.api("PATCH", path, { metadata: { annotations } });
  if (status !== 200) {
    throw new Error(text);
  }
}

/** Creates the custom resources of a controller, from the files of its module. */
async function defineKinds(cluster: TestCluster, controller: PeerName): Promise<void> {
  const words = ["list", "-m", "-f", "{{.Dir}}", `github.com/fluxcd/${controller}`];
  const folder = join((await runGo(peerModule(controller), words)).trim(), "config/crd/bases");
  for (const file of readdirSync(folder).toSorted()) {
    for (const document of parseAllDocuments(readFileSync(join(folder, file), "utf8"))) {
      const object: LiveObject | null = document.toJS();
      if (object !== null) {
        await define(cluster, object);
      }
    }
  }
}

async function define(cluster: TestCluster, definition: LiveObject): Promise<void> {
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${definition.metadata.name}`;
  const { status, text } = await cluster.api("APPLY", `${path}?fieldManager=bench&force=true`, definition);
  if (status >= 300) {
    throw new Error(text);
  }
  await untilDefined(cluster, definition.metadata.name);
}
