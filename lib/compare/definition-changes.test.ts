import test from "ava";

import { compared } from "../../fixtures/compared-sets.ts";
import { defines, object } from "../../fixtures/planned.ts";
import type { JsonObject, JsonValue } from "../object/json.ts";

const version = (name: string, size: JsonObject, flags: JsonObject = {}): JsonObject => ({
  name,
  served: true,
  storage: name === "v1",
  schema: {
    openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties: { size } } } },
  },
  ...flags,
});
const definition = (...versions: readonly JsonValue[]): JsonObject =>
  object("CustomResourceDefinition/gadgets.example.com", {
    body: defines("example.com", "Gadget", { versions }),
  });
const gadget = (size: JsonValue): JsonObject =>
  object("example.com/v1/Gadget/one", { body: { spec: { size } } });
const integer = { type: "integer" };

test("a change of a CRD that breaks stored objects or drops versions is reported", async (t) => {
  const { definitions } = await compared(
    [
      definition(
        version("v1alpha1", integer),
        version("v1beta1", integer),
        version("v0", integer, { served: false }),
        version("v1", integer),
      ),
      gadget(5),
    ],
    [
      definition(
        version("v1beta1", integer, { served: false }),
        version("v1", { type: "integer", maximum: 3 }),
      ),
      gadget(5),
    ],
  );
  t.deepEqual(
    definitions.map(({ risk, version: name, message, object: ref }) => [
      risk,
      name,
      message.split(":")[0],
      ref,
    ]),
    [
      ["version-removed", "v1alpha1", "the version is removed", undefined],
      ["version-unserved", "v1beta1", "the version is no longer served", undefined],
      ["schema", "v1", "spec.size", undefined],
      ["stored-object", "v1", "spec.size", "example.com/namespaces/shop/Gadget/one"],
    ],
  );
});

test("an object that is changed along with its CRD is not broken, and a wider schema breaks nothing", async (t) => {
  const strict = definition(version("v1", { type: "integer", maximum: 3 }));
  const repaired = await compared([definition(version("v1", integer)), gadget(5)], [strict, gadget(2)]);
  t.deepEqual(
    repaired.definitions.map(({ risk }) => risk),
    ["schema"],
  );
  const wider = await compared([strict, gadget(2)], [definition(version("v1", integer)), gadget(2)]);
  t.deepEqual(wider.definitions, []);
});

test("removing a CRD deletes its objects, and changing its scope is refused", async (t) => {
  const before = definition(version("v1", integer));
  const removed = await compared([before, object("ConfigMap/a")], [object("ConfigMap/a")]);
  t.deepEqual(
    removed.definitions.map(({ risk }) => risk),
    ["removed"],
  );
  const spec = before["spec"] as JsonObject;
  const moved = await compared([before], [{ ...before, spec: { ...spec, scope: "Cluster" } }]);
  t.deepEqual(
    moved.definitions.map(({ risk, message }) => [risk, message.split(": ")[1]]),
    [["refused", "spec.scope"]],
  );
});

test("a CRD validation rule with oldSelf is checked against the base", async (t) => {
  const fixed = {
    type: "integer",
    "x-kubernetes-validations": [{ rule: "self == oldSelf", message: "is fixed" }],
  };
  const { findings } = await compared(
    [definition(version("v1", fixed)), gadget(5)],
    [definition(version("v1", fixed)), gadget(6)],
    { level: "warn" },
  );
  t.regex(findings.map(({ message }) => message).join(), /spec\.size: is fixed/);
});
