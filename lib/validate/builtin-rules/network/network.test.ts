import { testChanges, testRules } from "../../../../fixtures/checked-builtin.ts";

const service = `
apiVersion: v1
kind: Service
metadata: { name: web }
spec:
  type: LoadBalancer
  selector: { app: web }
  externalTrafficPolicy: Local
  loadBalancerClass: example.com/a
  ports: [{ name: a, port: 80, targetPort: http }, { name: b, port: 81 }]
`;

testRules(service, [
  ["metadata name", "A", "Invalid metadata.name"],
  ["spec ports", [], "Required spec.ports"],
  ["spec ports 0 port", 0, "Invalid spec.ports[0].port"],
  ["spec ports 0 port", 99_999, "Invalid spec.ports[0].port"],
  ["spec ports 0 targetPort", 70_000, "Invalid spec.ports[0].targetPort"],
  ["spec ports 0 targetPort", "a_b", "Invalid spec.ports[0].targetPort"],
  ["spec ports 0 protocol", "ICMP", "NotSupported spec.ports[0].protocol"],
  ["spec ports 0 name", "", "Required spec.ports[0].name"],
  ["spec ports 1 name", "a", "Duplicate spec.ports[1].name"],
  ["spec ports 1 port", 80, "Duplicate spec.ports[1]", "Duplicate spec.ports[1].nodePort"],
  ["spec ports 1", { name: "b", port: 80, protocol: "UDP" }],
  [
    "spec",
    {
      type: "LoadBalancer",
      allocateLoadBalancerNodePorts: false,
      ports: [
        { name: "a", port: 1 },
        { name: "b", port: 1 },
      ],
    },
    "Duplicate spec.ports[1]",
  ],
  [
    "spec",
    {
      type: "NodePort",
      ports: [
        { name: "a", port: 1 },
        { name: "b", port: 1, protocol: "UDP", nodePort: 30_000 },
        { name: "c", port: 2, nodePort: 30_000 },
      ],
    },
    "Duplicate spec.ports[2].nodePort",
  ],
  ["spec ports 0 appProtocol", "a b", "Invalid spec.ports[0].appProtocol"],
  ["spec selector app", "a b", "Invalid spec.selector"],
  [
    "spec type",
    "Other",
    "Forbidden spec.loadBalancerClass",
    "Invalid spec.externalTrafficPolicy",
    "NotSupported spec.type",
  ],
  ["spec sessionAffinity", "Other", "NotSupported spec.sessionAffinity"],
  [
    "spec",
    {
      sessionAffinity: "ClientIP",
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 0 } },
      ports: [{ port: 80 }],
    },
    "Invalid spec.sessionAffinityConfig.clientIP.timeoutSeconds",
  ],
  ["spec", { type: "ExternalName" }, "Required spec.externalName"],
  [
    "spec",
    { type: "ExternalName", externalName: "a_b", clusterIP: "None" },
    "Forbidden spec.clusterIPs",
    "Invalid spec.externalName",
  ],
  ["spec", { clusterIP: "None" }],
  ["spec", { clusterIP: "x", ports: [{ port: 0 }] }, "Invalid spec.clusterIPs[0]"],
  ["spec", { ports: [{ port: 80, nodePort: 30_000 }] }, "Forbidden spec.ports[0].nodePort"],
  ["spec", { externalIPs: ["127.0.0.1"], ports: [{ port: 80 }] }, "Invalid spec.externalIPs[0]"],
  ["spec externalTrafficPolicy", "Other", "NotSupported spec.externalTrafficPolicy"],
  ["spec internalTrafficPolicy", "Other", "NotSupported spec.internalTrafficPolicy"],
  ["spec trafficDistribution", "Other", "NotSupported spec.trafficDistribution"],
  ["spec loadBalancerSourceRanges", ["10.0.0.1/8"], "Invalid spec.LoadBalancerSourceRanges[0]"],
  ["spec ipFamilies", ["IPv5"], "NotSupported spec.ipFamilies[0]"],
  ["spec healthCheckNodePort", 70_000, "Invalid spec.healthCheckNodePort"],
]);
testChanges(service, [
  ["spec loadBalancerClass", "example.com/b", "Invalid spec.loadBalancerClass"],
  ["spec clusterIP", "None", "Invalid spec.clusterIPs[0]"],
  ["spec type", "ClusterIP"],
  ["spec clusterIP", ""],
]);

const path = "spec.rules[0].http.paths[0]";
testRules(
  `
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: web }
spec:
  tls: [{ hosts: [a.example.com], secretName: tls }]
  rules:
    - host: a.example.com
      http: { paths: [{ path: /, pathType: Prefix, backend: { service: { name: web, port: { number: 80 } } } }] }
`,
  [
    ["spec rules", [], "Invalid spec"],
    ["spec rules 0 host", "10.0.0.1", "Invalid spec.rules[0].host"],
    ["spec rules 0 host", "*", "Invalid spec.rules[0].host"],
    ["spec rules 0 http paths", [], "Required spec.rules[0].http.paths"],
    ["spec rules 0 http paths 0 pathType", undefined, `Required ${path}.pathType`],
    ["spec rules 0 http paths 0 pathType", "Glob", `NotSupported ${path}.pathType`],
    ["spec rules 0 http paths 0 path", "a", `Invalid ${path}.path`],
    ["spec rules 0 http paths 0 path", "//", `Invalid ${path}.path`],
    ["spec rules 0 http paths 0 backend", {}, `Invalid ${path}.backend`],
    ["spec rules 0 http paths 0 backend service name", "", `Required ${path}.backend.service.name`],
    ["spec rules 0 http paths 0 backend service name", "A", `Invalid ${path}.backend.service.name`],
    ["spec rules 0 http paths 0 backend service port", {}, `Required ${path}.backend`],
    ["spec rules 0 http paths 0 backend service port", { number: 1, name: "a" }, `Invalid ${path}.backend`],
    [
      "spec rules 0 http paths 0 backend service port number",
      70_000,
      `Invalid ${path}.backend.service.port.number`,
    ],
    ["spec tls 0 secretName", "A", "Invalid spec.tls[0].secretName"],
    ["spec tls 0 hosts 0", "A", "Invalid spec.tls[0].hosts[0]"],
    ["spec ingressClassName", "A", "Invalid spec.ingressClassName"],
    [
      "spec defaultBackend",
      { resource: { kind: "a/b" } },
      "Invalid spec.defaultBackend.resource.kind",
      "Required spec.defaultBackend.resource.name",
    ],
  ],
);

testRules(
  `
apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata: { name: nginx }
spec: { controller: example.com/ingress, parameters: { kind: A, name: b } }
`,
  [
    ["spec controller", "a", "Invalid spec.controller"],
    ["spec controller", "", "Required spec.controller"],
    ["spec parameters scope", "Namespace", "Required spec.parameters.namespace"],
    ["spec parameters namespace", "a", "Forbidden spec.parameters.namespace"],
  ],
);

testRules(
  `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: policy }
spec:
  podSelector: {}
  policyTypes: [Ingress]
  ingress: [{ ports: [{ port: 80, endPort: 90 }], from: [{ ipBlock: { cidr: 10.0.0.0/8, except: [10.1.0.0/16] } }] }]
`,
  [
    ["spec policyTypes 0", "Other", "NotSupported spec.policyTypes[0]"],
    ["spec podSelector", { matchLabels: { a: "b c" } }, "Invalid spec.podSelector.matchLabels"],
    ["spec ingress 0 ports 0 port", 0, "Invalid spec.ingress[0].ports[0].port"],
    ["spec ingress 0 ports 0 port", "http", "Invalid spec.ingress[0].ports[0].endPort"],
    ["spec ingress 0 ports 0 endPort", 70, "Invalid spec.ingress[0].ports[0].endPort"],
    ["spec ingress 0 ports 0 protocol", "ICMP", "NotSupported spec.ingress[0].ports[0].protocol"],
    ["spec ingress 0 from 0", {}, "Required spec.ingress[0].from[0]"],
    ["spec ingress 0 from 0 podSelector", {}, "Forbidden spec.ingress[0].from[0]"],
    ["spec ingress 0 from 0 ipBlock cidr", "10.0.0.0", "Invalid spec.ingress[0].from[0].ipBlock.cidr"],
    [
      "spec ingress 0 from 0 ipBlock except 0",
      "11.0.0.0/16",
      "Invalid spec.ingress[0].from[0].ipBlock.except[0]",
    ],
  ],
);
