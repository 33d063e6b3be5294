import test from "ava";

import { type ApiDeprecation, apiVersionFate } from "./api-deprecation.ts";
import { newestMinor, oldestMinor } from "./supported-versions.ts";
import { loadBuiltinSchemas } from "./load-builtin-schemas.ts";
import { versionFates } from "./api-lifecycle-table.ts";

interface Case {
  readonly kind: string;
  readonly of: string;
  readonly in: number;
  readonly fate: ApiDeprecation | undefined;
}

const hasFate = test.macro({
  exec(t, { kind, of, in: minor, fate }: Case) {
    t.deepEqual(apiVersionFate({ apiVersion: of, kind, minor }), fate);
  },
  title: (_, { kind, of, in: minor, fate }) =>
    `${of} ${kind} in Kubernetes 1.${minor} is ${fate?.state ?? "neither deprecated nor removed"}`,
});

const removed = (removedIn: number, use?: string): ApiDeprecation => ({
  state: "removed",
  removedIn,
  ...(use === undefined ? {} : { use }),
});
const deprecated = (removedIn: number, use?: string): ApiDeprecation => ({
  state: "deprecated",
  removedIn,
  ...(use === undefined ? {} : { use }),
});

test(hasFate, { kind: "Deployment", of: "extensions/v1beta1", in: 36, fate: removed(16, "apps/v1") });
test(hasFate, { kind: "Deployment", of: "apps/v1beta2", in: 15, fate: deprecated(16, "apps/v1") });
test(hasFate, { kind: "Deployment", of: "apps/v1", in: 36, fate: undefined });
const ingress = { kind: "Ingress", of: "networking.k8s.io/v1beta1" };
test(hasFate, { ...ingress, in: 18, fate: undefined });
test(hasFate, { ...ingress, in: 19, fate: deprecated(22, "networking.k8s.io/v1") });
test(hasFate, { ...ingress, in: 22, fate: removed(22, "networking.k8s.io/v1") });
test(hasFate, { kind: "PodSecurityPolicy", of: "policy/v1beta1", in: 25, fate: removed(25) });
test(hasFate, { kind: "CronJob", of: "batch/v1beta1", in: 30, fate: removed(25, "batch/v1") });
const flow = { kind: "FlowSchema", of: "flowcontrol.apiserver.k8s.io/v1beta3" };
test(hasFate, { ...flow, in: 31, fate: deprecated(32, "flowcontrol.apiserver.k8s.io/v1") });
test(hasFate, { ...flow, in: 32, fate: removed(32, "flowcontrol.apiserver.k8s.io/v1") });
const endpoints: ApiDeprecation = { state: "deprecated", use: "discovery.k8s.io/v1 EndpointSlice" };
test(hasFate, { kind: "Endpoints", of: "v1", in: 33, fate: endpoints });
test(hasFate, { kind: "Endpoints", of: "v1", in: 32, fate: undefined });
test(hasFate, { kind: "constructor", of: "__proto__", in: 36, fate: undefined });
// The replacement was added after the deprecation.
const scaler = { kind: "HorizontalPodAutoscaler", of: "autoscaling/v2beta1" };
test(hasFate, { ...scaler, in: 22, fate: deprecated(25) });
test(hasFate, { ...scaler, in: 23, fate: deprecated(25, "autoscaling/v2") });

test("removed API versions are not served, deprecated ones and their replacements are", async (t) => {
  for (let minor = oldestMinor; minor <= newestMinor; minor += 1) {
    const schemas = await loadBuiltinSchemas(minor);
    for (const { apiVersion, kind } of versionFates()) {
      const { state, use } = apiVersionFate({ apiVersion, kind, minor }) ?? {};
      if (state !== undefined) {
        t.is(schemas?.serves(apiVersion, kind), state === "deprecated", `1.${minor}: ${apiVersion} ${kind}`);
      }
      if (use !== undefined) {
        const [version = "", other = kind] = use.split(" ");
        t.true(schemas?.serves(version, other), `1.${minor}: ${use} for ${apiVersion} ${kind}`);
      }
    }
  }
});

test("the deprecation table lists each kind of an API version once, not removed before it is deprecated", (t) => {
  const names = versionFates().map(({ apiVersion, kind }) => `${apiVersion} ${kind}`);
  t.is(new Set(names).size, names.length);
  for (const { deprecated: begin, removed: end = Infinity } of versionFates()) {
    t.true(begin > 0 && end >= begin);
  }
});
