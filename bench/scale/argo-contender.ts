import { randomUUID } from "node:crypto";
import { chmodSync, copyFileSync } from "node:fs";
import { delimiter, join } from "node:path";

import type { LiveObject } from "../../e2e/control-plane/api.ts";
import { writeKubeconfig } from "../../e2e/control-plane/kubeconfig.ts";
import { isBuilt, peerPath } from "../../e2e/peers/build-peers.ts";
import type { ContenderSite, ContenderUsage, RunningContender, ScaleContender } from "./contender.ts";
import { type Controller, startController, totalUsage } from "./controller-process.ts";
import { annotateObject, createObject, defineKinds, moduleFolder, untilObjects } from "./custom-objects.ts";
import { eachOf } from "./each-of.ts";

const module = "github.com/argoproj/argo-cd/v3";
const verifier = "git-verify-wrapper.sh";
const refresh = "argocd.argoproj.io/refresh";
/** Ports that Linux gives to no connection. */
const [redis, repoServer] = ["127.0.0.1:12791", 12_792];

/**
 * The application controller and the repo server of Argo CD, with the request rate of the other contenders,
 * and the concurrency that its documentation recommends for 1,000 Applications:
 * https://argo-cd.readthedocs.io/en/stable/operator-manual/high_availability/
 */
export const argoContender: ScaleContender = {
  name: "Argo CD",
  unavailable: () =>
    isBuilt("argo-cd") ? undefined : "Argo CD is not measured: make bench-scale builds its controllers",
  start: async (site) => {
    await defineKinds(site.cluster, {
      peer: "argo-cd",
      module,
      folder: "manifests/crds",
      isWanted: (file) => file === "application-crd.yaml" || file === "appproject-crd.yaml",
    });
    const scripts = await moduleFolder("argo-cd", module);
    // The repo server runs it for every commit, and files of Go modules cannot be executed.
    copyFileSync(join(scripts, "hack", verifier), join(site.folder, verifier));
    chmodSync(join(site.folder, verifier), 0o755);
    const argo = new Argo(site);
    await argo.configure();
    argo.start();
    await argo.createUnits();
    return argo;
  },
};

class Argo implements RunningContender {
  readonly #site: ContenderSite;
  readonly #applications: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #redis: Controller;
  #running: readonly Controller[] = [];

  constructor(site: ContenderSite) {
    const { cluster, folder, user, namespace, ends } = site;
    const { server, ca, adminToken: token } = cluster;
    const as = { user, groups: ["system:masters"] };
    this.#site = site;
    this.#applications = `/apis/argoproj.io/v1alpha1/namespaces/${namespace}/applications`;
    this.#environment = {
      KUBECONFIG: writeKubeconfig(join(folder, "kubeconfig"), { server, ca, token, namespace, as }),
      // The cluster of the Applications is that of the kubeconfig.
      ARGOCD_FAKE_IN_CLUSTER: "true",
      ARGOCD_GPG_ENABLED: "false",
      ARGOCD_K8S_CLIENT_QPS: "500",
      ARGOCD_K8S_CLIENT_BURST: "1000",
      TMPDIR: folder,
      HOME: folder,
      PATH: [folder, process.env["PATH"]].join(delimiter),
    };
    this.#redis = this.#startPart("redis", [`--address=${redis}`]);
    ends.teardown(this.#redis.stop);
  }

  /** Creates the objects that an installation has, and the project of all units. */
  async configure(): Promise<void> {
    const { cluster, namespace } = this.#site;
    const labels = { "app.kubernetes.io/part-of": "argocd" };
    const core = `/api/v1/namespaces/${namespace}`;
    // An Ingress without a load balancer would make its unit wait forever.
    const health = { "resource.customizations.health.networking.k8s.io_Ingress": healthyInLua };
    for (const [kind, name, data] of [
      ["configmaps", "argocd-cm", health],
      ["configmaps", "argocd-rbac-cm", {}],
      ["secrets", "argocd-secret", { "server.secretkey": Buffer.from(randomUUID()).toString("base64") }],
    ] as const) {
      await createObject(cluster, `${core}/${kind}`, { metadata: { name, labels }, data });
    }
    await createObject(cluster, `/apis/argoproj.io/v1alpha1/namespaces/${namespace}/appprojects`, {
      apiVersion: "argoproj.io/v1alpha1",
      kind: "AppProject",
      metadata: { name: "default" },
      spec: {
        sourceRepos: ["*"],
        destinations: [{ server: "*", namespace: "*" }],
        clusterResourceWhitelist: [{ group: "*", kind: "*" }],
      },
    });
  }

  /** Starts the controllers. */
  start(): void {
    this.#running = [
      this.#startPart("repo-server", [
        `--redis=${redis}`,
        "--address=127.0.0.1",
        `--port=${repoServer}`,
        "--metrics-address=127.0.0.1",
        "--metrics-port=12793",
        "--disable-tls",
        "--client-ca-path=",
      ]),
      this.#startPart("application-controller", [
        `--redis=${redis}`,
        `--repo-server=127.0.0.1:${repoServer}`,
        "--repo-server-plaintext",
        "--metrics-port=12794",
        "--status-processors=50",
        "--operation-processors=25",
        `--namespace=${this.#site.namespace}`,
      ]),
    ];
  }

  /** Creates an Application for every unit. */
  async createUnits(): Promise<void> {
    const { cluster, namespace, git, repository, units } = this.#site;
    await eachOf(units, async (name) =>
      createObject(cluster, this.#applications, {
        apiVersion: "argoproj.io/v1alpha1",
        kind: "Application",
        metadata: { name },
        spec: {
          project: "default",
          source: {
            repoURL: `${git.origin}/${repository.name}`,
            targetRevision: "main",
            path: `units/${name}`,
          },
          destination: { server: "https://kubernetes.default.svc", namespace },
          syncPolicy: { automated: { prune: true, selfHeal: true } },
        },
      }),
    );
  }

  async ready(commit: string, units: readonly string[]): Promise<void> {
    const awaited = new Set(units);
    await this.#until(
      (object) => awaited.has(object.metadata.name) && isReadyAt(object, commit),
      units.length,
    );
  }

  async verified(commit: string, units: readonly string[]): Promise<void> {
    await this.ready(commit, units);
  }

  /** Requests a refresh of all Applications of the repository, as its webhook does. */
  async notify(): Promise<void> {
    const { cluster, units } = this.#site;
    await eachOf(units, async (unit) =>
      annotateObject(cluster, `${this.#applications}/${unit}`, { [refresh]: "normal" }),
    );
  }

  async requestAll(): Promise<void> {
    await this.notify();
    // The controller removes the annotation.
    await this.#until(
      ({ metadata, status }) => metadata.annotations?.[refresh] === undefined && isHealthy(status),
      this.#site.units.length,
    );
  }

  usage(): ContenderUsage {
    return totalUsage([this.#redis, ...this.#running]);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.map(async ({ stop }) => stop()));
  }

  /** Refreshes all units: by itself it would trust their status until the next interval. */
  async restart(): Promise<void> {
    this.start();
    await this.requestAll();
  }

  #startPart(part: string, words: readonly string[]): Controller {
    return startController({
      program: peerPath("argo-cd"),
      words: [part, ...words],
      environment: this.#environment,
      ends: this.#site.ends,
    });
  }

  async #until(isWanted: (object: LiveObject) => boolean, count: number): Promise<void> {
    const controllers = [this.#redis, ...this.#running];
    await untilObjects(this.#site.cluster, { collection: this.#applications, isWanted, count, controllers });
  }
}

const healthyInLua = 'hs = {}\nhs.status = "Healthy"\nreturn hs\n';

/** The status of an Application. */
interface Reported {
  readonly sync?: { readonly status: string; readonly revision?: string };
  readonly health?: { readonly status: string };
}

function isReadyAt({ status }: LiveObject, commit: string): boolean {
  const { sync }: Reported = status ?? {};
  return sync?.revision === commit && isHealthy(status);
}

function isHealthy(status: LiveObject["status"]): boolean {
  const { sync, health }: Reported = status ?? {};
  return sync?.status === "Synced" && health?.status === "Healthy";
}
