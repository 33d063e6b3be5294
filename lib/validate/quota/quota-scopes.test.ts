import { containerNamed, testExcess, quotaWith } from "../../../fixtures/quota-findings.ts";

const scoped = (scope: string, spec: string, isCounted: boolean): void => {
  const { title, documents } = {
    title: `a pod with ${spec === "" ? "no optional fields" : spec} ${isCounted ? "counts" : "does not count"} for a quota with ${scope.slice(2)}`,
    documents: [
      quotaWith("pods: 0", scope),
      `{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {${spec === "" ? "" : `${spec}, `}containers: [${containerNamed("a")}]}}`,
    ],
  };
  if (isCounted) {
    testExcess(title, documents, "pods used 1, hard 0");
  } else {
    testExcess(title, documents);
  }
};
const selects = (requirement: string): string => `, scopeSelector: {matchExpressions: [{${requirement}}]}`;
scoped(", scopes: [Terminating]", "activeDeadlineSeconds: 5", true);
scoped(", scopes: [Terminating]", "", false);
scoped(", scopes: [NotTerminating]", "activeDeadlineSeconds: 5", false);
scoped(", scopes: [BestEffort]", "", true);
scoped(", scopes: [NotBestEffort]", "", false);
scoped(", scopes: [BestEffort]", "resources: {requests: {cpu: 1}}", false);
scoped(", scopes: [PriorityClass]", "priorityClassName: high", true);
scoped(selects("scopeName: PriorityClass, operator: In, values: [high]"), "priorityClassName: high", true);
scoped(selects("scopeName: PriorityClass, operator: In, values: [low]"), "priorityClassName: high", false);
scoped(selects("scopeName: PriorityClass, operator: NotIn, values: [high]"), "", true);
scoped(
  selects("scopeName: PriorityClass, operator: NotIn, values: [high]"),
  "priorityClassName: high",
  false,
);
scoped(selects("scopeName: PriorityClass, operator: DoesNotExist"), "", true);
scoped(
  ", scopes: [CrossNamespacePodAffinity]",
  "affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: a, namespaces: [b]}]}}",
  true,
);
scoped(
  ", scopes: [CrossNamespacePodAffinity]",
  "affinity: {podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, podAffinityTerm: {topologyKey: a}}]}}",
  false,
);
scoped(", scopes: [VolumeAttributesClass]", "", false);
testExcess(
  "a quota for a VolumeAttributesClass counts only the claims of that class",
  [
    quotaWith(
      "persistentvolumeclaims: 0",
      selects("scopeName: VolumeAttributesClass, operator: In, values: [fast]"),
    ),
    "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: a}, spec: {volumeAttributesClassName: fast}}",
    "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: b}, spec: {}}",
  ],
  "persistentvolumeclaims used 1, hard 0",
);
