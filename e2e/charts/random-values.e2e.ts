/** Random values in a chart are generated once, by whichever tool. */
import test, { type ExecutionContext } from "ava";

import type { Recorded } from "../../fixtures/recording-shell.ts";
import { randomChart } from "../../fixtures/random-chart.ts";
import { openSite, type Site } from "../apply/site.ts";

/** A site with a chart of random values, which a stand-in for helm renders. */
interface RandomSite extends Site {
  readonly converge: (...words: readonly string[]) => Promise<Recorded>;
  /** The password in the Secret, the checksum in the ConfigMap and the settings around another password. */
  readonly values: () => Promise<readonly (string | undefined)[]>;
  /** Changes the text around the random part of the settings. */
  readonly setHost: (host: string) => void;
}

async function openRandomSite(t: ExecutionContext): Promise<RandomSite> {
  const site = await openSite(t);
  const { chart, path, setHost } = randomChart(t);
  return {
    ...site,
    setHost,
    converge: (verb = "apply", ...words) =>
      site.run([verb, chart, "--renderer=path", "--release", site.release, "-n", site.namespace, ...words], {
        path,
      }),
    values: async () => {
      const secret = await site.get("secrets/db");
      const config = await site.get("configmaps/web");
      return [text(secret?.data?.["password"]), config?.data?.["checksum"], text(secret?.data?.["settings"])];
    },
  };
}

function text(encoded: string | undefined): string | undefined {
  return encoded === undefined ? undefined : Buffer.from(encoded, "base64").toString("utf8");
}

test("a second apply keeps random values, and writes nothing", async (t) => {
  const { converge, values, cluster, requests } = await openRandomSite(t);
  const first = await converge("apply");
  t.is(first.code, 0, first.stderr);
  t.regex(
    first.stderr,
    /warning: Secret\/db: data\.settings, stringData\.password differ .* this run generates them/,
  );
  const made = await values();
  const mark = await cluster.auditMark();
  const again = await converge("apply");
  t.is(again.code, 0, again.stderr);
  t.false(again.stderr.includes("ValueRandom"), again.stderr);
  t.deepEqual(await values(), made);
  t.deepEqual(
    (await requests(mark)).filter(({ verb }) => !["get", "list", "watch"].includes(verb)),
    [],
  );
  t.is((await converge("diff")).code, 0);
});

test("the text around a random value is still updated", async (t) => {
  const { converge, values, setHost } = await openRandomSite(t);
  await converge("apply");
  const [password, , settings = ""] = await values();
  setHost("db-new");
  t.is((await converge("apply")).code, 0);
  const [kept, , changed = ""] = await values();
  t.is(kept, password);
  t.is(changed, settings.replace("db-old", "db-new"));
  t.not(changed, settings);
});

test("adopting a Secret keeps its password instead of a random one", async (t) => {
  const { converge, create, values } = await openRandomSite(t);
  await create("secrets", { metadata: { name: "db" }, data: { password: "b2xk" } });
  const { code, stderr } = await converge("apply");
  t.is(code, 0, stderr);
  const [password] = await values();
  t.is(password, "old");
});

test("values that depend on a random Secret are regenerated with it", async (t) => {
  const { converge, values, cluster, at } = await openRandomSite(t);
  await converge("apply");
  const [password, checksum] = await values();
  await cluster.api("DELETE", at("secrets/db"));
  t.is((await converge("apply")).code, 0);
  const [renewed, other] = await values();
  t.not(renewed, password);
  t.not(other, checksum);
});

test("random values are regenerated with --keep-random=false, with a warning", async (t) => {
  const { converge, values } = await openRandomSite(t);
  await converge("apply");
  const [password, checksum] = await values();
  const { code, stdout, stderr } = await converge("apply", "--keep-random=false");
  t.is(code, 0, stderr);
  t.regex(
    stderr,
    /warning: Secret\/db: data\.settings, stringData\.password differ .* each run changes them/,
  );
  const [renewed = "", other] = await values();
  t.not(renewed, password);
  t.not(other, checksum);
  t.false((stdout + stderr).includes(renewed));
});
