import { randomBytes } from "node:crypto";

import test from "ava";

import { objectField, type JsonObject } from "../object/json.ts";
import { approvalObject, readApproval } from "./approval-record.ts";

const place = { release: "shop", namespace: "web" };
const key = Buffer.from("a key").toString("base64");

test("the approval key and the begun plan are read back from their Secret", (t) => {
  const record = { key, begun: JSON.stringify({ digest: "d" }) };
  const secret = approvalObject(place, record);
  t.like(secret, { metadata: { name: "converge.shop.approval", namespace: "web" } });
  t.deepEqual(readApproval(secret), record);
  t.deepEqual(readApproval(approvalObject(place, { key, begun: undefined })), { key, begun: undefined });
});

test("a begun plan that does not fit into the approval Secret is left out", (t) => {
  const begun = randomBytes(1_100_000).toString("latin1");
  t.deepEqual(readApproval(approvalObject(place, { key, begun })), { key, begun: undefined });
});

test("an approval Secret of another type is not read, and a damaged plan is dropped", (t) => {
  const secret = approvalObject(place, { key, begun: "{}" });
  t.is(readApproval({ ...secret, type: "Opaque" }), undefined);
  const damaged: JsonObject = { ...secret, data: { ...objectField(secret, "data"), begun: "AAAA" } };
  t.deepEqual(readApproval(damaged), { key, begun: undefined });
});
