import { field } from "../../object/json.ts";
import { changeField, changeItems, fillIn } from "./pod-defaults.ts";
import { inSpec, type KindDefaults } from "./workload-defaults.ts";

/** Node: the server taints a new one as not ready. */
export const nodeKind: KindDefaults = {
  defaults: (object) => object,
  unknown: { status: "always", spec: { taints: "always" } },
};

/** CSINode. The number of volumes of a driver is not a quantity, unlike other fields named `allocatable`. */
export const csiNodeKind: KindDefaults = {
  defaults: inSpec((spec) =>
    changeItems(spec, "drivers", (driver) =>
      fillIn(
        changeField(driver, "allocatable", (allocatable) => ({
          ...allocatable,
          count: Number(field(allocatable, "count")),
        })),
        { topologyKeys: null },
      ),
    ),
  ),
  unknown: {},
};

/** CertificateSigningRequest: the server records who has created it. */
export const signingRequestKind: KindDefaults = {
  defaults: (object) => object,
  unknown: {
    status: "always",
    spec: { username: "always", uid: "always", groups: "always", extra: "always" },
  },
};

/** Event of the core group, whose fields are stored even if they are empty. */
export const eventKind: KindDefaults = {
  defaults: (object) =>
    fillIn(object, {
      source: {},
      firstTimestamp: null,
      lastTimestamp: null,
      eventTime: null,
      reportingComponent: "",
      reportingInstance: "",
    }),
  unknown: {},
};

/** Event of events.k8s.io. */
export const newEventKind: KindDefaults = {
  defaults: (object) =>
    fillIn(object, {
      deprecatedSource: {},
      deprecatedFirstTimestamp: null,
      deprecatedLastTimestamp: null,
      regarding: {},
    }),
  unknown: {},
};
