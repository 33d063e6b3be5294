/** Charts in units that use `lookup` and the number of the revision. */
import test from "ava";

import { openFleet, setWritesOf } from "../sync/fleet.ts";
import { line, type LogLine } from "../sync/sidecar.ts";
import { openSyncSite, readyAt } from "../sync/sync-site.ts";

const chartFile = "apiVersion: v2\nname: shop\nversion: 1.0.0\n";

/** The name of the user is kept by lookup alone: it is not random, and changes with the chart. */
const web = `{{- $own := lookup "v1" "Secret" .Release.Namespace "web" }}
apiVersion: v1
kind: Secret
metadata: { name: web }
data:
  user: {{ if $own }}{{ $own.data.user }}{{ else }}{{ .Values.user | b64enc }}{{ end }}
  password: {{ if $own }}{{ $own.data.password }}{{ else }}{{ randAlphaNum 12 | b64enc }}{{ end }}
---
apiVersion: v1
kind: ConfigMap
metadata: { name: web }
data:
  revision: {{ .Release.Revision | quote }}
  isUpgrade: {{ .Release.IsUpgrade | quote }}
  text: {{ .Values.text }}
`;

function chart(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return {
    "deploy/Chart.yaml": chartFile,
    "deploy/values.yaml": JSON.stringify(values),
    "deploy/templates/web.yaml": web,
  };
}

function rechecked(said: LogLine): boolean {
  return line("runEnded", { reason: "recheck", verdict: "converged" })(said);
}

test("an unchanged chart writes nothing, drift keeps the revision number, and a new commit increments it", async (t) => {
  const { repository, beginSync, get, patch, cluster, at, requests, run, release, namespace } =
    await openSyncSite(t);
  // The first state lasts until the next rendering only.
  const first = cluster.until(at("configmaps/web"), (map) => map !== undefined);
  const sidecar = beginSync(["--recheck", "1s"]);
  await readyAt(sidecar, await repository.commit(chart({ user: "first", text: "a" })));
  t.like((await first)?.data, { revision: "1", isUpgrade: "false" });
  const secret = (await get("secrets/web"))?.data;
  t.regex(
    sidecar
      .log()
      .map((said) => JSON.stringify(said))
      .join("\n"),
    /has read the cluster by 1 lookup: Secret/,
  );

  // The second rendering is that of an upgrade.
  await cluster.until(at("configmaps/web"), (map) => map?.data?.["isUpgrade"] === "true");
  t.is((await get("configmaps/web"))?.data?.["revision"], "2");
  await sidecar.received(rechecked);
  const mark = await cluster.auditMark();
  await sidecar.received(rechecked);
  await sidecar.received(rechecked);
  t.deepEqual(setWritesOf(await requests(mark)), []);

  await patch("configmaps/web", { data: { text: "drift" } });
  await cluster.until(at("configmaps/web"), (map) => map?.data?.["text"] === "a");
  t.is((await get("configmaps/web"))?.data?.["revision"], "2");

  await readyAt(sidecar, await repository.commit(chart({ user: "second", text: "b" })));
  t.like((await get("configmaps/web"))?.data, { revision: "3", text: "b" });
  t.deepEqual((await get("secrets/web"))?.data, secret);
  await sidecar.stop();

  const again = beginSync(["--recheck", "1s"]);
  const later = await cluster.auditMark();
  await again.received(rechecked, 0);
  await again.stop();
  t.deepEqual(setWritesOf(await requests(later)), []);
  const { stdout } = await run(["history", release, "-n", namespace, "-o", "json"]);
  t.is((stdout.match(/"number"|"revision"/g) ?? []).length, 3, stdout);
});

test("lookup in a unit reads what its service account may read, and reports a refusal", async (t) => {
  const { repository, configure, beginFleet, create, namespace, cluster, at } = await openFleet(t);
  await create("serviceaccounts", { metadata: { name: "deployer" } });
  const grant = async (name: string, rules: readonly object[]): Promise<void> => {
    const group = "rbac.authorization.k8s.io";
    await create(`${group}/roles`, { metadata: { name }, rules });
    await create(`${group}/rolebindings`, {
      metadata: { name },
      roleRef: { apiGroup: group, kind: "Role", name },
      subjects: [{ kind: "ServiceAccount", name: "deployer", namespace }],
    });
  };
  await grant("writes", [
    { apiGroups: ["", "coordination.k8s.io"], resources: ["configmaps", "secrets", "leases"], verbs: ["*"] },
  ]);
  configure([{ name: "shop", namespace, serviceAccount: "deployer", recheck: "1s" }]);
  await repository.commit({
    "shop/Chart.yaml": chartFile,
    "shop/templates/web.yaml": `apiVersion: v1
kind: ConfigMap
metadata: { name: web }
data: { isFound: {{ not (empty (lookup "v1" "ServiceAccount" .Release.Namespace "deployer")) | quote }} }
`,
  });
  const sidecar = beginFleet();
  const refused = await sidecar.received((said) => JSON.stringify(said).includes("LookupRefused"), 0);
  t.regex(JSON.stringify(refused), /looks up ServiceAccount, which this account must not read/);
  await cluster.until(at("configmaps/web"), (map) => map?.data?.["isFound"] === "false");
  await grant("reads", [{ apiGroups: [""], resources: ["serviceaccounts"], verbs: ["get"] }]);
  await cluster.until(at("configmaps/web"), (map) => map?.data?.["isFound"] === "true");
});
