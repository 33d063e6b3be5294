import type { JsonObject } from "../../lib/object/json.ts";

const safe = {
  allowPrivilegeEscalation: false,
  runAsNonRoot: true,
  capabilities: { drop: ["ALL"] },
  seccompProfile: { type: "RuntimeDefault" },
};

function pod(container: JsonObject, spec: JsonObject = {}, metadata: JsonObject = {}): JsonObject {
  return { metadata, spec: { containers: [{ name: "a", image: "nginx", ...container }], ...spec } };
}

function secured(context: JsonObject, spec: JsonObject = {}): JsonObject {
  return pod({ securityContext: { ...safe, ...context } }, spec);
}

const plain = { name: "b", image: "nginx" };

/** Pods, as templates, that violate controls of the Pod Security Standards, or none. */
export const podTemplates: readonly JsonObject[] = [
  pod({}),
  secured({}),
  pod({}, { initContainers: [plain], hostNetwork: true, hostPID: true }),
  pod({
    ports: [
      { containerPort: 80, hostPort: 80 },
      { containerPort: 81, hostPort: 8081 },
    ],
  }),
  pod({ ports: [{ containerPort: 80 }] }, { hostNetwork: true }),
  pod({ securityContext: { privileged: true, capabilities: { add: ["NET_ADMIN", "CHOWN", "SYS_TIME"] } } }),
  secured({ capabilities: { drop: ["ALL"], add: ["NET_BIND_SERVICE", "CHOWN"] } }),
  secured({ capabilities: { drop: ["NET_RAW"] } }),
  secured(
    {},
    {
      volumes: [
        { name: "h", hostPath: { path: "/" } },
        { name: "n", nfs: { server: "s", path: "/" } },
        { name: "e" },
      ],
    },
  ),
  secured({ runAsUser: 0 }),
  secured({ runAsNonRoot: false }),
  pod(
    { securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } } },
    { securityContext: { runAsNonRoot: true, runAsUser: 0, seccompProfile: { type: "RuntimeDefault" } } },
  ),
  pod({}, { securityContext: { runAsNonRoot: false, seccompProfile: { type: "Unconfined" } } }),
  secured({ seccompProfile: { type: "Unconfined" } }),
  secured(
    { seLinuxOptions: { type: "spc_t", user: "u", role: "r" } },
    {
      containers: [
        { name: "a", image: "x", securityContext: safe },
        { ...plain, securityContext: { ...safe, seLinuxOptions: { type: "container_engine_t" } } },
      ],
    },
  ),
  secured(
    { appArmorProfile: { type: "Unconfined" } },
    { securityContext: { appArmorProfile: { type: "Unconfined" } } },
  ),
  secured({ procMount: "Unmasked" }, { hostUsers: false }),
  secured(
    {},
    {
      securityContext: {
        sysctls: [
          { name: "kernel.msgmax", value: "1" },
          { name: "net.ipv4.tcp_rmem", value: "1" },
        ],
      },
    },
  ),
  pod({
    livenessProbe: { httpGet: { port: 80, host: "example.com" } },
    lifecycle: { preStop: { httpGet: { port: 80, host: "127.0.0.1" } } },
  }),
  pod({}, { os: { name: "windows" } }),
  pod(
    {},
    {
      os: { name: "windows" },
      hostNetwork: true,
      securityContext: { windowsOptions: { hostProcess: true }, runAsNonRoot: true },
    },
  ),
  pod({ securityContext: { runAsUser: 0 } }, { hostUsers: false }),
];

/** The labels of namespaces. */
export const securityLabels: readonly Readonly<Record<string, string>>[] = [
  { enforce: "baseline", warn: "baseline" },
  { enforce: "restricted" },
  { enforce: "restricted", "enforce-version": "v1.24", warn: "restricted", "warn-version": "v1.30" },
  { enforce: "baseline", "enforce-version": "v1.28", audit: "restricted" },
  { warn: "restricted", "warn-version": "latest", enforce: "privileged" },
];
