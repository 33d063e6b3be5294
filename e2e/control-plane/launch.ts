/** The command line of each program of the control plane. */
import { join } from "node:path";

import type { CertificateName } from "./certificates.ts";
import { nodeStagesFolder, type ControlPlaneProgram } from "./program.ts";
import { reservePort } from "./reserve-port.ts";

/** The loopback ports of one control plane. */
export interface Ports {
  readonly etcd: number;
  readonly etcdPeer: number;
  readonly server: number;
  readonly kubelet: number;
}

/** Finds free ports for a control plane. */
export async function findPorts(): Promise<Ports> {
  return {
    etcd: await reservePort(),
    etcdPeer: await reservePort(),
    server: await reservePort(),
    kubelet: await reservePort(),
  };
}

/** The folder and the ports of a control plane. */
export interface Place {
  readonly folder: string;
  readonly ports: Ports;
}

/** Files in the folder of a control plane. */
export const files = {
  audit: "audit.log",
  auditPolicy: "audit-policy.json",
  certificates: "certificates",
  cluster: "cluster.json",
  containerLog: "container.log",
  kubeconfig: "kubeconfig",
  kwok: "kwok.yaml",
  tokens: "tokens.csv",
} as const;

/**
 * Logs requests without their bodies, and without those of the control plane's own components, which never
 * stop.
 */
export const auditPolicy = {
  apiVersion: "audit.k8s.io/v1",
  kind: "Policy",
  omitStages: ["RequestReceived"],
  rules: [
    {
      level: "None",
      users: ["system:kube-controller-manager", "system:kube-scheduler", "system:apiserver", "kwok"],
    },
    { level: "None", nonResourceURLs: ["/readyz*", "/livez*", "/healthz*"] },
    { level: "Metadata" },
  ],
} as const;

/** The arguments of each program of the control plane. */
export const argumentsOf: Readonly<Record<ControlPlaneProgram, (place: Place) => readonly string[]>> = {
  etcd,
  "kube-apiserver": (place) => [...server(place), ...authentication(place)],
  "kube-controller-manager": controllerManager,
  "kube-scheduler": (place) => [
    ...client(place, "kube-scheduler"),
    "--leader-elect=false",
    "--secure-port=0",
    ...clientLimits,
  ],
  kwok,
};

const clientLimits = ["--kube-api-qps=500", "--kube-api-burst=1000"];

function certificate(place: Place, file: string): string {
  return join(place.folder, files.certificates, file);
}

function client(place: Place, name: CertificateName): readonly string[] {
  return [`--kubeconfig=${join(place.folder, `${name}.kubeconfig`)}`];
}

function etcd({ folder, ports }: Place): readonly string[] {
  const url = `http://127.0.0.1:${ports.etcd}`;
  const peer = `http://127.0.0.1:${ports.etcdPeer}`;
  return [
    `--data-dir=${join(folder, "etcd")}`,
    `--listen-client-urls=${url}`,
    `--advertise-client-urls=${url}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
    "--unsafe-no-fsync",
    "--log-level=error",
  ];
}

function server(place: Place): readonly string[] {
  const { folder, ports } = place;
  return [
    `--etcd-servers=http://127.0.0.1:${ports.etcd}`,
    "--bind-address=127.0.0.1",
    "--advertise-address=127.0.0.1",
    "--endpoint-reconciler-type=none",
    `--secure-port=${ports.server}`,
    `--tls-cert-file=${certificate(place, "server.crt")}`,
    `--tls-private-key-file=${certificate(place, "server.key")}`,
    "--service-cluster-ip-range=10.96.0.0/12",
    "--allow-privileged=true",
    "--enable-aggregator-routing=false",
    "--profiling=false",
    `--audit-policy-file=${join(folder, files.auditPolicy)}`,
    `--audit-log-path=${join(folder, files.audit)}`,
    // A single file without rotation: readers remember offsets in it.
    "--audit-log-maxsize=100000",
    `--kubelet-certificate-authority=${certificate(place, "ca.crt")}`,
    `--kubelet-client-certificate=${certificate(place, "kubelet-client.crt")}`,
    `--kubelet-client-key=${certificate(place, "kubelet-client.key")}`,
    "--kubelet-preferred-address-types=InternalIP",
  ];
}

function authentication(place: Place): readonly string[] {
  return [
    "--authorization-mode=RBAC",
    `--client-ca-file=${certificate(place, "ca.crt")}`,
    `--token-auth-file=${join(place.folder, files.tokens)}`,
    "--service-account-issuer=https://kubernetes.default.svc",
    `--service-account-key-file=${certificate(place, "service-account.key")}`,
    `--service-account-signing-key-file=${certificate(place, "service-account.key")}`,
    `--requestheader-client-ca-file=${certificate(place, "front-proxy-ca.crt")}`,
    "--requestheader-allowed-names=front-proxy-client",
    "--requestheader-username-headers=X-Remote-User",
    "--requestheader-group-headers=X-Remote-Group",
    "--requestheader-extra-headers-prefix=X-Remote-Extra-",
    `--proxy-client-cert-file=${certificate(place, "front-proxy-client.crt")}`,
    `--proxy-client-key-file=${certificate(place, "front-proxy-client.key")}`,
  ];
}

function controllerManager(place: Place): readonly string[] {
  return [
    ...client(place, "kube-controller-manager"),
    "--leader-elect=false",
    "--secure-port=0",
    `--service-account-private-key-file=${certificate(place, "service-account.key")}`,
    `--root-ca-file=${certificate(place, "ca.crt")}`,
    `--cluster-signing-cert-file=${certificate(place, "ca.crt")}`,
    `--cluster-signing-key-file=${certificate(place, "ca.key")}`,
    ...clientLimits,
  ];
}

function kwok(place: Place): readonly string[] {
  const stages = ["fast/node-initialize.yaml", "heartbeat/node-heartbeat.yaml"];
  const configurations = [
    ...stages.map((stage) => join(nodeStagesFolder(), stage)),
    join(place.folder, files.kwok),
  ];
  return [
    ...client(place, "kwok"),
    ...configurations.map((file) => `--config=${file}`),
    "--manage-all-nodes",
    "--cidr=10.0.0.1/16",
    "--node-ip=127.0.0.1",
    `--node-port=${place.ports.kubelet}`,
    `--server-address=127.0.0.1:${place.ports.kubelet}`,
    `--tls-cert-file=${certificate(place, "server.crt")}`,
    `--tls-private-key-file=${certificate(place, "server.key")}`,
    "--node-lease-duration-seconds=40",
  ];
}
