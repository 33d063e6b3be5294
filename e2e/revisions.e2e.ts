/** The storage of revisions: their number, their size, and which of them can be read. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";

import test from "ava";

import type { JsonObject } from "../lib/object/json.ts";
import { configMap, service } from "./apply/manifests.ts";
import { openSite } from "./apply/site.ts";
import { historyLines, revisionSecrets, verb } from "./release-verbs.ts";

const bad = service("bad", { spec: { ports: [{ port: -1 }] } });

test("the number of revisions is limited, and the last successful one is kept even if it is older", async (t) => {
  const site = await openSite(t);
  const most = "--history-max=2";
  await site.apply([configMap("env", { a: "1" })], most);
  await site.apply([configMap("env", { a: "2" })], most);
  for (const a of ["3", "4", "5"]) {
    t.is((await site.apply([configMap("env", { a }), bad], most, "--validate=ignore")).code, 1);
  }
  const history = await historyLines(site);
  t.deepEqual(
    history.slice(1).map((line) => line.trim()),
    ["2 upgrade succeeded, deployed 1", "4 upgrade failed 2", "5 upgrade failed 2"],
  );
  t.deepEqual(await revisionSecrets(site), ["converge.shop.v2", "converge.shop.v4", "converge.shop.v5"]);
  t.is((await verb(site, "rollback")).code, 0);
  t.is((await site.get("configmaps/env"))?.["data"]?.["a"], "2");
});

test("a revision that is damaged, missing, or written by a newer converge is refused", async (t) => {
  const site = await openSite(t);
  await site.apply([configMap("env")]);
  const write = (content: string): Promise<unknown> =>
    site.patch("secrets/converge.shop.v1", { data: { content } });
  const refused = async (words: RegExp): Promise<void> => {
    for (const request of [
      ["get", "manifests"],
      ["get", "hooks"],
      ["rollback", "1"],
    ]) {
      const { code, stdout, stderr } = await verb(site, ...request);
      t.is(code, 2, request.join(" "));
      t.regex(`${stdout}${stderr}`, words);
    }
  };
  await write(gzipSync('{"format":99}\n').toString("base64"));
  await refused(
    /revision 1 cannot be read: it was written by a newer converge \(format 99, .*upgrade converge/,
  );
  await write(Buffer.from("no gzip").toString("base64"));
  await refused(/revision 1 cannot be read: its content is damaged/);
  await site.cluster.api("DELETE", site.at("secrets/converge.shop.v1"));
  await refused(/revision 1 cannot be read: Secret \S+\/converge\.shop\.v1 is missing/);
});

test("all verbs on a release need only the permissions in the docs", async (t) => {
  const site = await openSite(t);
  const rules = [
    {
      apiGroups: ["coordination.k8s.io"],
      resources: ["leases"],
      verbs: ["get", "create", "update", "delete"],
    },
    { apiGroups: [""], resources: ["secrets"], verbs: ["get", "create", "patch", "delete", "list"] },
    {
      apiGroups: [""],
      resources: ["configmaps"],
      verbs: ["get", "create", "patch", "delete", "list", "watch"],
    },
  ];
  const kubeconfig = await site.cluster.kubeconfigFor(t, { namespace: site.namespace, rules });
  const may = async (...words: readonly string[]): Promise<void> => {
    const ended = await site.run([...words, "--release", site.release, "-n", site.namespace], { kubeconfig });
    t.is(ended.code, 0, `${words.join(" ")}: ${ended.stdout}${ended.stderr}`);
  };
  for (const a of ["1", "2", "3"]) {
    await may("apply", site.write([configMap("env", { a })]), "--history-max=2");
  }
  await may("history");
  await may("get", "manifests");
  await may("rollback");
  await may("delete");
  t.deepEqual(await revisionSecrets(site), []);
});

/** Text that hardly compresses. */
function noise(seed: number, bytes: number): string {
  let text = "";
  for (let index = 0; text.length < bytes; index++) {
    text += createHash("sha512").update(`${seed} ${index}`).digest("base64");
  }
  return text;
}

test("a release of 3 MB is applied, shown, rolled back and deleted", async (t) => {
  const site = await openSite(t);
  const large = (turn: number): readonly JsonObject[] =>
    Array.from({ length: 8 }, (_, index) =>
      configMap(`large-${index}`, { noise: noise(turn * 8 + index, 400_000) }),
    );
  t.is((await site.apply(large(0))).code, 0);
  t.true((await revisionSecrets(site)).length >= 3);
  t.is((await site.apply(large(1))).code, 0);
  t.regex((await historyLines(site)).at(-1) ?? "", /2 upgrade succeeded, deployed 8/);
  const { stdout } = await verb(site, "get", "manifests", "--revision=1");
  t.true(stdout.includes(noise(3, 400_000)));
  const back = await verb(site, "rollback", "1");
  t.is(back.code, 0, back.stdout);
  t.is((await site.get("configmaps/large-3"))?.["data"]?.["noise"], noise(3, 400_000));
  t.is((await site.remove()).code, 0);
  t.deepEqual(await revisionSecrets(site), []);
  t.is(await site.get("secrets/converge-shop"), undefined);
});
