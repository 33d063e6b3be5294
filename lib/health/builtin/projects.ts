import { cloudProjects } from "./cloud.ts";
import { dataProjects } from "./data.ts";
import { deliveryProjects } from "./delivery.ts";
import { networkProjects } from "./network.ts";
import { observabilityProjects } from "./observability.ts";
import { platformProjects } from "./platform.ts";
import { securityProjects } from "./security.ts";
import type { BuiltinProject } from "./shape/rule-shape.ts";
import { storageProjects } from "./storage.ts";

/** The projects whose kinds have rules. A new one is one entry in the list of its area. */
export const projects: readonly BuiltinProject[] = [
  ...cloudProjects,
  ...dataProjects,
  ...deliveryProjects,
  ...networkProjects,
  ...observabilityProjects,
  ...platformProjects,
  ...securityProjects,
  ...storageProjects,
];
