import { argoProjects } from "./argo.ts";
import { cloudProjects } from "./cloud.ts";
import { clustersProjects } from "./clusters.ts";
import { dataProcessingProjects } from "./data-processing.ts";
import { databasesProjects } from "./databases.ts";
import { deliveryProjects } from "./delivery.ts";
import { messagingProjects } from "./messaging.ts";
import { networkProjects } from "./network.ts";
import { observabilityProjects } from "./observability.ts";
import { openshiftProjects } from "./openshift.ts";
import { platformProjects } from "./platform.ts";
import { securityProjects } from "./security.ts";
import { storageProjects } from "./storage.ts";
import { workloadsProjects } from "./workloads.ts";
import type { BuiltinProject } from "./shape/rule-shape.ts";

/** The projects whose kinds have rules. A new one is one entry in the list of its area. */
export const projects: readonly BuiltinProject[] = [
  ...argoProjects,
  ...cloudProjects,
  ...clustersProjects,
  ...dataProcessingProjects,
  ...databasesProjects,
  ...deliveryProjects,
  ...messagingProjects,
  ...networkProjects,
  ...observabilityProjects,
  ...openshiftProjects,
  ...platformProjects,
  ...securityProjects,
  ...storageProjects,
  ...workloadsProjects,
];
