import {
  type BuiltinProject,
  currentWhen,
  currentOn,
  failedWhen,
  failedOn,
  phase,
  project,
  rule,
  suspendedWhen,
  waitingWhen,
} from "./shape/rule-shape.ts";
import { attachedCases } from "./shape/attached-cases.ts";

/** Objects of Gloo report a state for each reporting namespace; older ones a number. */
const gloo = [
  failedWhen(
    "status.statuses.exists(n, string(status.statuses[n].state) in ['Rejected', 'Warning', '2', '3'])",
    "status.statuses.map(n, status.statuses[n].reason)[0]",
  ),
  suspendedWhen("status.statuses.exists(n, string(status.statuses[n].state) in ['Pending', '0'])"),
  currentWhen(
    "size(status.statuses) > 0 && status.statuses.all(n, string(status.statuses[n].state) in ['Accepted', '1'])",
  ),
  failedWhen("string(status.state) in ['Rejected', 'Warning', '2', '3']", "status.reason"),
  suspendedWhen("string(status.state) in ['Pending', '0']"),
  currentWhen("string(status.state) in ['Accepted', '1']"),
  waitingWhen(),
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
      waitingWhen(),
    ),
    rule(
      "gateway.networking.k8s.io",
      "Gateway",
      ...failedOn("Accepted=False"),
      failedWhen(
        "conditions.Programmed.status == 'False' && conditions.Programmed.reason in ['Invalid', 'NoResources']",
        "conditions.Programmed.message",
      ),
      failedWhen(
        "status.listeners.exists(l, l.conditions.exists(c, c.type == 'ResolvedRefs' && c.status == 'False'))",
      ),
      ...currentOn("Programmed", "Ready"),
      waitingWhen(),
    ),
    rule(
      "gateway.networking.k8s.io",
      "HTTPRoute GRPCRoute TLSRoute TCPRoute UDPRoute",
      ...attachedCases("parents"),
    ),
    rule("gateway.networking.k8s.io", "BackendTLSPolicy", ...attachedCases("ancestors")),
    rule("gateway.networking.k8s.io", "ReferenceGrant", currentWhen()),
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
      failedWhen("status.validationMessages.exists(m, m.?level.orValue('') == 'ERROR')"),
      ...failedOn("Reconciled=False"),
      currentWhen(),
    ),
    rule("security.istio.io", "*", currentWhen()),
    rule("telemetry.istio.io", "*", currentWhen()),
  ),
  project(
    "Linkerd",
    rule("policy.linkerd.io", "HTTPRoute", ...attachedCases("parents")),
    rule("policy.linkerd.io", "*", currentWhen()),
    rule("linkerd.io", "*", currentWhen()),
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
  project("Traefik", rule("traefik.io", "*", currentWhen()), rule("traefik.containo.us", "*", currentWhen())),
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
      currentWhen("!has(self.status)"),
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
      waitingWhen(),
    ),
  ),
  project(
    "Emissary",
    rule(
      "getambassador.io",
      "*",
      ...phase("status.state", { current: "running", failed: "error" }, "status.reason"),
      currentWhen("!has(self.status)"),
    ),
  ),
  project(
    "HAProxy and others",
    rule("ingress.v1.haproxy.org", "*", currentWhen()),
    rule("cis.f5.com", "*", ...phase("status.status", { current: "ok", failed: "error" }, "status.error")),
  ),
  project("MetalLB", rule("metallb.io", "*", currentWhen()), rule("frrk8s.metallb.io", "*", currentWhen())),
  project(
    "Cilium",
    rule(
      "cilium.io",
      "CiliumNetworkPolicy CiliumClusterwideNetworkPolicy",
      ...failedOn("Valid=False"),
      currentWhen(),
    ),
    rule("cilium.io", "*", currentWhen()),
  ),
  project(
    "Calico",
    rule(
      "operator.tigera.io",
      "TigeraStatus Installation APIServer Goldmane Whisker",
      ...failedOn("Degraded"),
      ...currentOn("Available", "Ready"),
      waitingWhen(),
    ),
    rule("crd.projectcalico.org", "*", currentWhen()),
    rule("projectcalico.org", "*", currentWhen()),
  ),
  project(
    "NMState",
    rule(
      "nmstate.io",
      "NodeNetworkConfigurationPolicy",
      suspendedWhen("conditions.Ignored.status == 'True'"),
      ...failedOn("Degraded"),
      waitingWhen("conditions.Progressing.status == 'True'", "conditions.Progressing.message"),
      ...currentOn("Available"),
      waitingWhen(),
    ),
    rule(
      "nmstate.io",
      "NodeNetworkConfigurationEnactment",
      ...failedOn("Failing"),
      ...currentOn("Available"),
      waitingWhen(),
    ),
  ),
  project("ExternalDNS", rule("externaldns.k8s.io", "DNSEndpoint", currentWhen())),
  project("Submariner", rule("submariner.io", "*", currentWhen())),
  project(
    "AWS Load Balancer Controller",
    rule("elbv2.k8s.aws", "*", currentWhen()),
    rule("vpcresources.k8s.aws", "*", currentWhen()),
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
    rule("networking.gke.io", "*", currentWhen()),
    rule("cloud.google.com", "*", currentWhen()),
  ),
];
