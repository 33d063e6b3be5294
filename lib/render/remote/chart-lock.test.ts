import test from "ava";

import { firstLockDigest, lockDigest } from "./chart-lock.ts";

const listed = [
  {
    alias: "store",
    name: "db",
    version: ">=1.0.0 <2",
    repository: "oci://registry.example.com/charts",
    condition: "db.enabled",
    tags: ["a&b", "c"],
    "import-values": ["data", { parent: "p", child: "c" }],
  },
  { name: "web", version: "^0.1", repository: "https://charts.example.com/" },
  { name: "own", version: "0.1.0", enabled: true },
];
const locked = [
  { name: "db", version: "1.2.0", repository: "oci://registry.example.com/charts" },
  { name: "web", version: "0.1.9", repository: "https://charts.example.com/" },
  { name: "own", version: "0.1.0", repository: "" },
];

// The digests are those of Helm 4.3.
test("the digest of Chart.lock is the same as Helm's", (t) => {
  t.is(
    lockDigest({ listed, locked }),
    "sha256:0bac1115cf330ab79d942b7e0f27b2feb8b8d5c4f9a559423fa0c4647e407a2a",
  );
  t.is(firstLockDigest(listed), "sha256:417687b93a710f4f62314837a008bcbdab5bdd661bca4ddaf3a02aed3335e7bb");
});

test("an alias of a repository counts as its address in the digest of Chart.lock", (t) => {
  const [db, web, own] = listed;
  const aliased = [db ?? {}, { ...web, repository: "@example" }, own ?? {}];
  t.is(lockDigest({ listed: aliased, locked }), lockDigest({ listed, locked }));
});
