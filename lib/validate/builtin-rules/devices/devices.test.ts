import { testChanges, testRules } from "../../../../fixtures/checked-builtin.ts";

const requests = "devices: { requests: [{ name: gpu, exactly: { deviceClassName: a } }] }";
const group = "apiVersion: resource.k8s.io/v1";

testChanges(`{ ${group}, kind: ResourceClaim, metadata: { name: a }, spec: { ${requests} } }`, [
  ["spec devices requests 0 exactly deviceClassName", "b", "Invalid spec"],
  // The API server sets these defaults.
  ["spec devices requests 0 exactly", { deviceClassName: "a", allocationMode: "ExactCount", count: 1 }],
  ["spec devices requests 0 exactly derivedAttributes", [{}]],
  ["metadata labels", { a: "b" }],
]);
testChanges(
  `{ ${group}, kind: ResourceClaimTemplate, metadata: { name: a }, spec: { spec: { ${requests} } } }`,
  [["spec spec devices requests 0 exactly count", 2, "Invalid spec"]],
);

testRules(`{ ${group}, kind: ResourceClaim, metadata: { name: a }, spec: { ${requests} } }`, [
  // A request with both forms: faults by the type of an alternative are reported, too.
  [
    "spec devices requests 0 firstAvailable",
    [{ name: "a" }, { name: "a", deviceClassName: "b" }],
    "Duplicate spec.devices.requests[0].firstAvailable[1]",
    "Invalid spec.devices.requests[0]",
    "Required spec.devices.requests[0].firstAvailable[0].deviceClassName",
  ],
]);

const slice = `{ ${group}, kind: ResourceSlice, metadata: { name: a }, spec: { driver: a.b, nodeName: a, pool: { name: a, resourceSliceCount: 1 }, devices: [{ name: a }] } }`;
testChanges(slice, [
  ["spec driver", "b.c", "Invalid spec.driver"],
  ["spec nodeName", "b", "Invalid spec.nodeName"],
  ["spec pool name", "b", "Invalid spec.pool.name"],
  ["spec pool generation", 2],
  ["spec devices", [{ name: "b" }]],
]);

const many = (amount: number, more: object = {}): { name: string }[] =>
  Array.from({ length: amount }, (_, index) => ({ name: `d${index}`, ...more }));
const attributes = Object.fromEntries(many(33).map(({ name }) => [name, { int: 1 }]));
testRules(slice, [
  ["spec devices", many(128)],
  ["spec devices", many(129), "TooMany spec.devices"],
  ["spec devices", many(65, { taints: [{ key: "a", effect: "NoSchedule" }] }), "TooMany spec.devices"],
  ["spec devices 0 attributes", attributes, "Invalid spec.devices[0]"],
  [
    "spec devices 0 bindingConditions",
    ["a", "a"],
    "Duplicate spec.devices[0].bindingConditions[1]",
    "Invalid spec.devices[0].bindingFailureConditions",
  ],
  [
    "spec devices 0",
    { name: "a", bindingConditions: ["a"], bindingFailureConditions: ["a"] },
    "Invalid spec.devices[0].bindingFailureConditions[0]",
  ],
  [
    "spec devices 0 consumesCounters",
    [{ counterSet: "a", counters: { "B c": { value: "1" } } }],
    "Invalid spec.devices[0].consumesCounters[0].counters",
  ],
]);

const perDevice = `{ ${group}, kind: ResourceSlice, metadata: { name: a }, spec: { driver: a.b, perDeviceNodeSelection: true, pool: { name: a, resourceSliceCount: 1 }, devices: [{ name: a, allNodes: true }] } }`;
testRules(perDevice, [
  ["spec devices 0 allNodes", false, "Invalid spec.devices[0].allNodes", "Required spec.devices[0]"],
  ["spec devices 0 nodeName", "a", "Invalid spec.devices[0]"],
  ["spec devices 0 nodeName", "", "Invalid spec.devices[0].nodeName"],
  [
    "spec perDeviceNodeSelection",
    false,
    "Invalid spec.devices[0]",
    "Invalid spec.perDeviceNodeSelection",
    "Required spec",
  ],
]);

testRules(`{ ${group}, kind: DeviceClass, metadata: { name: a }, spec: {} }`, [
  ["spec extendedResourceName", "example.com/gpu"],
  ["spec selectors", [{ cel: { expression: "device.nothing" } }], "Invalid spec.selectors[0].cel.expression"],
  ["spec selectors", [{ cel: { expression: "cel.bind(a, device.driver, a == 'b')" } }]],
  ["spec selectors", [{ cel: { expression: "device.attributes['a'].b" } }]],
  [
    "spec selectors",
    [{ cel: { expression: "a".repeat(10_241) } }],
    "TooLong spec.selectors[0].cel.expression",
  ],
]);
