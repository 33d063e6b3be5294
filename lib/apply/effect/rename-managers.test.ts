import test from "ava";

import { managedBy } from "../../../fixtures/applied-object.ts";
import { renamingPatch } from "./rename-managers.ts";

const versions = { lost: "example.com/v1beta1", apiVersion: "example.com/v1" };

test("field ownership of a version that is no longer served is merged into that of a served version", (t) => {
  const served = managedBy("other", { "f:c": {} }, { apiVersion: "example.com/v1alpha1" });
  const managedFields = [
    managedBy("converge", { "f:a": {} }, { apiVersion: versions.lost }),
    managedBy("converge", { "f:b": {} }, { apiVersion: versions.apiVersion }),
    served,
  ];
  const patch = renamingPatch({ metadata: { resourceVersion: "7", managedFields } }, versions);
  t.like(patch?.body, [
    { value: [{ apiVersion: versions.apiVersion, fieldsV1: { "f:a": {}, "f:b": {} } }, served] },
    { path: "/metadata/resourceVersion", value: "7" },
  ]);
});

test("an object without fields of the version that is no longer served needs no patch", (t) => {
  const managedFields = [managedBy("converge", { "f:a": {} }, { apiVersion: versions.apiVersion })];
  t.is(renamingPatch({ metadata: { managedFields } }, versions), undefined);
});
