import { testChanges, testRules } from "../../../../fixtures/checked-builtin.ts";

const map = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: map }\nimmutable: true\ndata: { a: b }\n";
testRules(map, [
  ["metadata name", "A", "Invalid metadata.name"],
  ["data", { "a b": "c" }, "Invalid data[a b]"],
  ["binaryData", { a: "" }, "Invalid data[a]"],
  ["data a", "x".repeat(1_048_577), "TooLong "],
]);
testChanges(map, [
  ["data a", "c", "Forbidden data"],
  ["immutable", false, "Forbidden immutable"],
  ["metadata labels", { a: "b" }],
]);

const secret =
  "apiVersion: v1\nkind: Secret\nmetadata: { name: tls }\ntype: kubernetes.io/tls\nstringData: { tls.crt: a, tls.key: b }\n";
testRules(secret, [
  ["stringData tls.key", undefined, "Required data[tls.key]"],
  ["stringData", { "tls.crt": "a", "tls.key": "b", "a b": "c" }, "Invalid data[a b]"],
  ["type", "kubernetes.io/dockerconfigjson", "Required data[.dockerconfigjson]"],
  ["type", "kubernetes.io/dockercfg", "Required data[.dockercfg]"],
  ["type", "kubernetes.io/ssh-auth", "Required data[ssh-privatekey]"],
  ["type", "kubernetes.io/basic-auth", "Required data[password]", "Required data[username]"],
  [
    "type",
    "kubernetes.io/service-account-token",
    "Required metadata.annotations[kubernetes.io/service-account.name]",
  ],
  ["type", "example.com/own"],
]);
testChanges(secret, [["type", "Opaque", "Invalid type"]]);

testRules("apiVersion: v1\nkind: Namespace\nmetadata: { name: a }\n", [
  ["metadata name", "a.b", "Invalid metadata.name"],
  ["metadata name", "a b", "Invalid metadata.labels", "Invalid metadata.name"],
  ["spec", { finalizers: ["own"] }, "Invalid spec.finalizers"],
]);
testRules("apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: a }\n", [
  ["metadata finalizers", ["mine"], "Invalid metadata.finalizers[0]"],
  ["metadata finalizers", ["example.com/mine", "orphan"]],
  ["metadata name", "A", "Invalid metadata.name"],
]);
