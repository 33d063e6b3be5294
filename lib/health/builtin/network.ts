import {
  type BuiltinProject,
  current,
  currentOn,
  failed,
  failedOn,
  phase,
  project,
  rule,
  suspended,
  waiting,
} from "./shape/rule-shape.ts";
import { attachedCases } from "./shape/attached-cases.ts";

/** Objects of Gloo report a state for each reporting namespace; older ones a number. */
const gloo = [
  failed(
    "status.statuses.exists(n, string(status.statuses[n].state) in ['Rejected', 'Warning', '2', '3'])",
    "status.statuses.map(n, status.statuses[n].reason)[0]",
  ),
  suspended("status.statuses.exists(n, string(status.statuses[n].state) in ['Pending', '0'])"),
  current(
    "size(status.statuses) > 0 && status.statuses.all(n, string(status.statuses[n].state) in ['Accepted', '1'])",
  ),
  failed("string(status.state) in ['Rejected', 'Warning', '2', '3']", "status.reason"),
  suspended("string(status.state) in ['Pending', '0']"),
  current("string(status.state) in ['Accepted', '1']"),
  waiting(),
];

/** Networking: Gateway API, service meshes, ingress controllers, load balancers, CNI plugins. */
export const networkProjects: readonly BuiltinProject[] = [
  project(
    "Gateway API",
    rule(
      "gateway.networking.k8s.io",
      "GatewayClass",
      ...failedOn("Accepted=False"),
      ...currentOn("Accepted"),
      waiting(),
    ),
    rule(
      "gateway.networking.k8s.io",
      "Gateway",
      ...failedOn("Accepted=False"),
      failed(
        "conditions.Programmed.status == 'False' && conditions.Programmed.reason in ['Invalid', 'NoResources']",
        "conditions.Programmed.message",
      ),
      failed(
        "status.listeners.exists(l, l.conditions.exists(c, c.type == 'ResolvedRefs' && c.status == 'False'))",
      ),
      ...currentOn("Programmed", "Ready"),
      waiting(),
    ),
    rule(
      "gateway.networking.k8s.io",
      "HTTPRoute GRPCRoute TLSRoute TCPRoute UDPRoute",
      ...attachedCases("parents"),
    ),
    rule("gateway.networking.k8s.io", "BackendTLSPolicy", ...attachedCases("ancestors")),
    rule("gateway.networking.k8s.io", "ReferenceGrant", current()),
    rule(
      "gateway.envoyproxy.io",
      "BackendTrafficPolicy ClientTrafficPolicy SecurityPolicy EnvoyExtensionPolicy EnvoyPatchPolicy",
      ...attachedCases("ancestors"),
    ),
    rule(
      "gateway.nginx.org",
      "NginxGateway NginxProxy ClientSettingsPolicy ObservabilityPolicy UpstreamSettingsPolicy",
    ),
    rule("inference.networking.k8s.io", "InferencePool", ...attachedCases("parents")),
  ),
  project(
    "Gloo",
    rule("gateway.solo.io", "*", ...gloo),
    rule("gloo.solo.io", "*", ...gloo),
    rule("enterprise.gloo.solo.io", "*", ...gloo),
  ),
  project(
    "Istio",
    rule(
      "install.istio.io",
      "IstioOperator",
      ...phase("status.status", { current: "healthy", failed: "error", suspended: "action_required" }),
    ),
    rule("sailoperator.io", "Istio IstioRevision IstioCNI ZTunnel"),
    rule(
      "networking.istio.io",
      "*",
      failed("status.validationMessages.exists(m, m.?level.orValue('') == 'ERROR')"),
      ...failedOn("Reconciled=False"),
      current(),
    ),
    rule("security.istio.io", "*", current()),
    rule("telemetry.istio.io", "*", current()),
  ),
  project(
    "Linkerd",
    rule("policy.linkerd.io", "HTTPRoute", ...attachedCases("parents")),
    rule("policy.linkerd.io", "*", current()),
    rule("linkerd.io", "*", current()),
  ),
  project(
    "Contour",
    rule(
      "projectcontour.io",
      "HTTPProxy",
      ...phase(
        "status.currentStatus",
        { current: "valid", failed: "invalid orphaned" },
        "status.description",
      ),
    ),
    rule("projectcontour.io", "ExtensionService ContourConfiguration ContourDeployment"),
  ),
  project("Traefik", rule("traefik.io", "*", current()), rule("traefik.containo.us", "*", current())),
  project(
    "NGINX Ingress Controller",
    rule(
      "k8s.nginx.org",
      "VirtualServer VirtualServerRoute TransportServer Policy",
      ...phase("status.state", { current: "valid", failed: "invalid", suspended: "" }, "status.message"),
    ),
  ),
  project(
    "Kong",
    rule(
      "configuration.konghq.com",
      "*",
      ...failedOn("Programmed=False/Invalid"),
      ...currentOn("Programmed"),
      current("!has(self.status)"),
    ),
    rule("gateway-operator.konghq.com", "ControlPlane DataPlane GatewayConfiguration"),
  ),
  project(
    "APISIX",
    rule(
      "apisix.apache.org",
      "*",
      ...failedOn("ResourcesAvailable=False", "Accepted=False"),
      ...currentOn("ResourcesAvailable", "Accepted"),
      waiting(),
    ),
  ),
  project(
    "Emissary",
    rule(
      "getambassador.io",
      "*",
      ...phase("status.state", { current: "running", failed: "error" }, "status.reason"),
      current("!has(self.status)"),
    ),
  ),
  project(
    "HAProxy and others",
    rule("ingress.v1.haproxy.org", "*", current()),
    rule("cis.f5.com", "*", ...phase("status.status", { current: "ok", failed: "error" }, "status.error")),
  ),
  project("MetalLB", rule("metallb.io", "*", current()), rule("frrk8s.metallb.io", "*", current())),
  project(
    "Cilium",
    rule(
      "cilium.io",
      "CiliumNetworkPolicy CiliumClusterwideNetworkPolicy",
      ...failedOn("Valid=False"),
      current(),
    ),
    rule("cilium.io", "*", current()),
  ),
  project(
    "Calico",
    rule(
      "operator.tigera.io",
      "TigeraStatus Installation APIServer Goldmane Whisker",
      ...failedOn("Degraded"),
      ...currentOn("Available", "Ready"),
      waiting(),
    ),
    rule("crd.projectcalico.org", "*", current()),
    rule("projectcalico.org", "*", current()),
  ),
  project(
    "NMState",
    rule(
      "nmstate.io",
      "NodeNetworkConfigurationPolicy",
      suspended("conditions.Ignored.status == 'True'"),
      ...failedOn("Degraded"),
      waiting("conditions.Progressing.status == 'True'", "conditions.Progressing.message"),
      ...currentOn("Available"),
      waiting(),
    ),
    rule(
      "nmstate.io",
      "NodeNetworkConfigurationEnactment",
      ...failedOn("Failing"),
      ...currentOn("Available"),
      waiting(),
    ),
  ),
  project("ExternalDNS", rule("externaldns.k8s.io", "DNSEndpoint", current())),
  project("Submariner", rule("submariner.io", "*", current())),
  project(
    "AWS Load Balancer Controller",
    rule("elbv2.k8s.aws", "*", current()),
    rule("vpcresources.k8s.aws", "*", current()),
    rule("application-networking.k8s.aws", "*", ...attachedCases("ancestors")),
  ),
  project(
    "GKE",
    rule(
      "networking.gke.io",
      "ManagedCertificate",
      ...phase("status.certificateStatus", {
        current: "active",
        failed: "provisioningfailed provisioningfailedpermanently renewalfailed",
      }),
    ),
    rule("networking.gke.io", "*", current()),
    rule("cloud.google.com", "*", current()),
  ),
];
