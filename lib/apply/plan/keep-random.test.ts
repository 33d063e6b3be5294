import test from "ava";

import { object } from "../../../fixtures/planned.ts";
import { type JsonObject, type JsonValue, stringifyJson } from "../../object/json.ts";
import { readManifests } from "../../manifest/parse-manifests.ts";
import { compareRenderings } from "../../manifest/random-fields.ts";
import type { LookedUpObject, SetLookups } from "../observe/set-lookups.ts";
import { keepRandom } from "./keep-random.ts";

interface Rendered {
  /** Two renderings of each object. */
  readonly renderings: readonly (readonly [first: JsonObject, second: JsonObject])[];
  /** The live objects, by `Kind/name`. */
  readonly live?: Readonly<Record<string, JsonObject>>;
  readonly keeps?: boolean;
}

interface Kept {
  /** The values of the set that is applied, by `Kind/name`. */
  readonly values: Readonly<Record<string, JsonObject>>;
  /** The diagnostics about random values: `warning`, or `note` for those that are kept. */
  readonly found: readonly string[];
  readonly lookedUp: readonly LookedUpObject[];
}

async function kept({ renderings, live = {}, keeps = true }: Rendered): Promise<Kept> {
  const [first, second] = [0, 1].map((at) => {
    const text = renderings.map((pair) => stringifyJson(pair[at] ?? {})).join("\n");
    return readManifests({ name: "chart.json", text }).objects;
  });
  const random = compareRenderings(first ?? [], second ?? []);
  const lookedUp: LookedUpObject[] = [];
  const lookups: Pick<SetLookups, "objects"> = {
    objects: (wanted) => {
      lookedUp.push(...wanted);
      return Promise.resolve(wanted.map(({ kind, name }) => live[`${kind}/${name}`]));
    },
  };
  const set = { objects: first ?? [], found: [], random, namespace: "default", keeps };
  const { objects, found } = await keepRandom(set, lookups);
  return {
    values: Object.fromEntries(objects.map(({ kind, name, value }) => [`${kind}/${name}`, value])),
    found: found.map(({ severity, message }) => `${severity}: ${message}`),
    lookedUp,
  };
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

function secret(body: JsonObject): JsonObject {
  return object("Secret/db", { body });
}

function config(data: JsonObject): JsonObject {
  return object("ConfigMap/web", { body: { data } });
}

/** A Secret with a password that differs in each rendering, and another value that does not. */
const passwords = [
  secret({ stringData: { password: "p-1", user: "shop" } }),
  secret({ stringData: { password: "p-2", user: "shop" } }),
] as const;
const livePassword = { "Secret/db": secret({ data: { password: base64("p-0"), user: base64("old") } }) };

/** The value with which a field of a Secret is applied, given two renderings and the live value. */
const keeps = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, part: "data" | "stringData", texts: readonly string[], expected: string) {
    const form = (text: string): string => (part === "data" ? base64(text) : text);
    const [first = "", second = "", live = ""] = texts;
    const { values } = await kept({
      renderings: [[secret({ [part]: { a: form(first) } }), secret({ [part]: { a: form(second) } })]],
      live: { "Secret/db": secret({ data: { a: base64(live) } }) },
    });
    t.deepEqual(values["Secret/db"], secret({ [part]: { a: form(expected) } }));
  },
});

test(
  keeps,
  "a random password is kept from the cluster as text in stringData",
  "stringData",
  ["p1", "p2", "p0"],
  "p0",
);
test(keeps, "a random password is kept from the cluster as base64 in data", "data", ["p1", "p2", "p0"], "p0");
test(
  keeps,
  "only the random part of a text is kept",
  "data",
  ["pg://shop:p1@new/shop", "pg://shop:p2@new/shop", "pg://shop:p0@old/shop"],
  "pg://shop:p0@new/shop",
);
test(
  keeps,
  "a text that does not match its random part is kept as a whole",
  "data",
  ["a:p1", "a:p2", "other"],
  "other",
);

test("values that do not differ between two renderings are applied as rendered, not kept from the cluster", async (t) => {
  const { values } = await kept({ renderings: [passwords], live: livePassword });
  t.deepEqual(values["Secret/db"], secret({ stringData: { password: "p-0", user: "shop" } }));
});

/** The diagnostic about a random password. */
const finds = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, rendered: Omit<Rendered, "renderings">, expected: RegExp) {
    const { found } = await kept({ renderings: [passwords], ...rendered });
    t.is(found.length, 1);
    t.regex(found[0] ?? "", expected);
  },
});

test(
  finds,
  "a random value that is kept is reported as a note",
  { live: livePassword },
  /^note: .*the values in the cluster are kept$/,
);
test(
  finds,
  "a random value that this run generates is reported as a warning",
  {},
  /^warning: .*this run generates them/,
);
test(
  finds,
  "a random value that this run replaces is reported as a warning",
  { live: livePassword, keeps: false },
  /^warning: Secret\/db: stringData\.password .*each run changes them/,
);

test("random values are not kept from the cluster if the user has disabled it", async (t) => {
  const { values } = await kept({ renderings: [passwords], live: livePassword, keeps: false });
  t.deepEqual(values["Secret/db"], passwords[0]);
});

test("diagnostics about random values do not contain the values", async (t) => {
  const { found } = await kept({ renderings: [passwords], live: livePassword });
  t.notRegex(found.join("\n"), /p-[012]/);
});

test("a set without random values looks up no live objects", async (t) => {
  const { lookedUp, found, values } = await kept({ renderings: [[config({ a: "1" }), config({ a: "1" })]] });
  t.deepEqual(lookedUp, []);
  t.deepEqual(found, []);
  t.deepEqual(values["ConfigMap/web"], config({ a: "1" }));
});

test("objects are looked up by kind and version, in the namespace of the release if they name none", async (t) => {
  const [first, second] = [1, 2].map((spec) =>
    object("Deployment/web", { namespace: "shop", body: { spec } }),
  );
  const { lookedUp } = await kept({ renderings: [passwords, [first ?? {}, second ?? {}]] });
  t.deepEqual(lookedUp, [
    { group: "", kind: "Secret", version: "v1", namespace: "default", name: "db" },
    { group: "apps", kind: "Deployment", version: "v1", namespace: "shop", name: "web" },
  ]);
});

/** The data of a ConfigMap that differs in each rendering, in a set with the Secret with the password. */
async function dataOfConfigMap(
  values: readonly JsonValue[],
  live: Rendered["live"],
): Promise<JsonValue | undefined> {
  const [first = "", second = ""] = values;
  const renderings = [passwords, [config({ a: first }), config({ a: second })]] as const;
  const found = (await kept({ renderings, ...(live && { live }) })).values["ConfigMap/web"];
  return found?.["data"];
}

const liveBoth = { ...livePassword, "ConfigMap/web": config({ a: "sum-0", b: "x" }) };

test("a random value of another object is kept if the Secrets of the set exist", async (t) => {
  t.deepEqual(await dataOfConfigMap(["sum-1", "sum-2"], liveBoth), { a: "sum-0" });
});

test("random values of other objects are applied as rendered if a Secret is created", async (t) => {
  const { "ConfigMap/web": web } = liveBoth;
  t.deepEqual(await dataOfConfigMap(["sum-1", "sum-2"], { "ConfigMap/web": web }), { a: "sum-1" });
});

test("a new object with the password of a Secret gets the kept password, as text or base64", async (t) => {
  t.deepEqual(await dataOfConfigMap(["p-1", "p-2"], livePassword), { a: "p-0" });
  t.deepEqual(await dataOfConfigMap([base64("p-1"), base64("p-2")], livePassword), { a: base64("p-0") });
});

test("random values of a set without random Secrets are applied as rendered", async (t) => {
  const { values, found } = await kept({
    renderings: [[config({ a: "1" }), config({ a: "2" })]],
    live: { "ConfigMap/web": config({ a: "0" }) },
  });
  t.deepEqual(values["ConfigMap/web"], config({ a: "1" }));
  t.regex(found[0] ?? "", /^warning: .*each run changes them/);
});

test("a random value is not kept if its type in the cluster differs", async (t) => {
  t.deepEqual(await dataOfConfigMap([1, 2], liveBoth), { a: 1 });
});

test("a random number is kept from the cluster", async (t) => {
  t.deepEqual(await dataOfConfigMap([1, 2], { ...livePassword, "ConfigMap/web": config({ a: 7 }) }), {
    a: 7,
  });
});

function webhooks(...bundles: readonly (readonly [name: string, caBundle: string])[]): JsonObject {
  return object("ValidatingWebhookConfiguration/web", {
    body: { webhooks: bundles.map(([name, caBundle]) => ({ name, clientConfig: { caBundle } })) },
  });
}

test("entries of a list are matched by their names, not by their order in the cluster", async (t) => {
  const { values } = await kept({
    renderings: [passwords, [webhooks(["a", "a1"], ["b", "b1"]), webhooks(["a", "a2"], ["b", "b2"])]],
    live: {
      ...livePassword,
      "ValidatingWebhookConfiguration/web": webhooks(["b", "b0"], ["x", "x0"], ["a", "a0"]),
    },
  });
  t.deepEqual(values["ValidatingWebhookConfiguration/web"], webhooks(["a", "a0"], ["b", "b0"]));
});

test("an entry of a list that the cluster lacks is applied as rendered", async (t) => {
  const { values } = await kept({
    renderings: [passwords, [webhooks(["a", "a1"]), webhooks(["a", "a2"])]],
    live: { ...livePassword, "ValidatingWebhookConfiguration/web": webhooks(["b", "b0"]) },
  });
  t.deepEqual(values["ValidatingWebhookConfiguration/web"], webhooks(["a", "a1"]));
});

test("a binary value of a Secret is not kept in stringData", async (t) => {
  const { values } = await kept({
    renderings: [passwords],
    live: { "Secret/db": secret({ data: { password: Buffer.from([0xff, 0xfe]).toString("base64") } }) },
  });
  t.deepEqual(values["Secret/db"], passwords[0]);
});

test("random metadata of a Secret are kept from the cluster", async (t) => {
  const sum = (checksum: string, password: string): JsonObject => ({
    ...secret({ stringData: { password } }),
    metadata: { name: "db", annotations: { checksum } },
  });
  const { values } = await kept({
    renderings: [[sum("s-1", "p-1"), sum("s-2", "p-2")]],
    live: {
      "Secret/db": {
        ...secret({ data: { password: base64("p-0") } }),
        metadata: { name: "db", annotations: { checksum: "s-0" } },
      },
    },
  });
  t.deepEqual(values["Secret/db"], sum("s-0", "p-0"));
});
