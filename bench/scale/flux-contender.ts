import { randomUUID } from "node:crypto";
import { join } from "node:path";

import type { LiveObject } from "../../e2e/control-plane/api.ts";
import { writeKubeconfig } from "../../e2e/control-plane/kubeconfig.ts";
import { fluxControllers, isBuilt, peerPath } from "../../e2e/peers/build-peers.ts";
import { stringField } from "../../lib/object/json.ts";
import type { ContenderSite, RunningContender, ScaleContender } from "./contender.ts";
import { annotateObject, createObject, defineKinds, untilObjects } from "./custom-objects.ts";
import { startController, totalUsage, type Controller } from "./controller-process.ts";
import { eachOf } from "./each-of.ts";
import { sharedFolder } from "./unit-files.ts";

const kustomizations = "/apis/kustomize.toolkit.fluxcd.io/v1/namespaces";
const repositories = "/apis/source.toolkit.fluxcd.io/v1/namespaces";
const source = "fleet";

/** The controllers of Flux, with the concurrency and the request rate that its own benchmark uses. */
export const fluxContender: ScaleContender = {
  name: "Flux",
  ignoresDrift: true,
  unavailable,
  start: async (site) => start(site, { folderOf: (unit) => `units/${unit}` }),
};

/**
 * The same in the layout of its own benchmark: all Kustomizations share one folder, and the artifact has no
 * other file. No commit can change one of these units.
 */
export const fluxWithOneFolder: ScaleContender = {
  name: "Flux, one folder",
  until: "unchanged, on request",
  unavailable,
  start: async (site) => start(site, { folderOf: () => sharedFolder, ignore: `/*\n!/${sharedFolder}\n` }),
};

/** The layout of the units. */
interface Layout {
  readonly folderOf: (unit: string) => string;
  /** Files that are left out of the artifact, as in .gitignore; the name is a variable then. */
  readonly ignore?: string;
}

function unavailable(): string | undefined {
  return fluxControllers.every(isBuilt)
    ? undefined
    : "Flux is not measured: make bench-scale builds its controllers";
}

async function start(site: ContenderSite, layout: Layout): Promise<RunningContender> {
  for (const controller of fluxControllers) {
    const module = `github.com/fluxcd/${controller}`;
    await defineKinds(site.cluster, { peer: controller, module, folder: "config/crd/bases" });
  }
  const flux = new Flux(site);
  await flux.createUnits(layout);
  return flux;
}

class Flux implements RunningContender {
  readonly #site: ContenderSite;
  readonly #kubeconfig: string;
  #running: readonly Controller[];

  constructor(site: ContenderSite) {
    const { cluster, folder, user, namespace } = site;
    const { server, ca, adminToken: token } = cluster;
    const as = { user, groups: ["system:masters"] };
    this.#site = site;
    this.#kubeconfig = writeKubeconfig(join(folder, "kubeconfig"), { server, ca, token, namespace, as });
    // After the controllers have ended.
    site.ends.teardown(async () => this.#dropFinalizers());
    this.#running = this.#start();
  }

  /** Nobody else would: the namespace would never be gone. */
  async #dropFinalizers(): Promise<void> {
    const { cluster, namespace, units } = this.#site;
    const body = { metadata: { finalizers: null } };
    await cluster.api("PATCH", `${repositories}/${namespace}/gitrepositories/${source}`, body);
    await eachOf(units, async (unit) => {
      await cluster.api("PATCH", `${kustomizations}/${namespace}/kustomizations/${unit}`, body);
    });
  }

  /** Creates the source, and a Kustomization for every unit, as in flux-benchmark. */
  async createUnits({ folderOf, ignore }: Layout): Promise<void> {
    const { cluster, namespace, git, repository, units } = this.#site;
    await createObject(cluster, `${repositories}/${namespace}/gitrepositories`, {
      apiVersion: "source.toolkit.fluxcd.io/v1",
      kind: "GitRepository",
      metadata: { name: source },
      spec: { url: `${git.origin}/${repository.name}`, ref: { branch: "main" }, interval: "1m", ignore },
    });
    await eachOf(units, async (name) =>
      createObject(cluster, `${kustomizations}/${namespace}/kustomizations`, {
        apiVersion: "kustomize.toolkit.fluxcd.io/v1",
        kind: "Kustomization",
        metadata: { name },
        spec: {
          sourceRef: { kind: "GitRepository", name: source },
          path: `./${folderOf(name)}`,
          ...(ignore === undefined ? {} : { postBuild: { substitute: { name } } }),
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
    const path = `${repositories}/${namespace}/gitrepositories/${source}`;
    await annotateObject(cluster, path, requestedAt(randomUUID()));
  }

  async requestAll(): Promise<void> {
    const { cluster, namespace, units } = this.#site;
    const token = randomUUID();
    await eachOf(units, async (unit) =>
      annotateObject(cluster, `${kustomizations}/${namespace}/kustomizations/${unit}`, requestedAt(token)),
    );
    await this.#until(
      ({ status }) => status?.["lastHandledReconcileAt"] === token && isReady(status),
      units.length,
    );
  }

  usage(): ReturnType<RunningContender["usage"]> {
    return totalUsage(this.#running);
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
    const address = "127.0.0.1:12790";
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
    const { cluster, namespace } = this.#site;
    const collection = `${kustomizations}/${namespace}/kustomizations`;
    await untilObjects(cluster, { collection, isWanted, count, controllers: this.#running });
  }
}

function requestedAt(token: string): Readonly<Record<string, string>> {
  return { "reconcile.fluxcd.io/requestedAt": token };
}

function isReady(status: LiveObject["status"]): boolean {
  const conditions = status?.["conditions"];
  return (
    Array.isArray(conditions) &&
    conditions.some(({ type, status: value }) => type === "Ready" && value === "True")
  );
}
