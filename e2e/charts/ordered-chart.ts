/** Charts that order their parts, written for a test: each has a Deployment and a ConfigMap of its name. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { ExecutionContext } from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { startKubelet } from "../control-plane/stand-in-kubelet.ts";
import { configMap, deployment, readyWhile, refTo } from "../apply/manifests.ts";
import { beginConverge, type RunningCommand } from "../apply/running-command.ts";
import { openSite, type Site } from "../apply/site.ts";
import { moment, objectWritesOf } from "../apply/server-order.ts";
import type { Recorded } from "../../fixtures/recording-shell.ts";
import { rendererPath } from "./renderers.ts";

/** A chart to write. */
export interface OrderedChart {
  readonly name: string;
  readonly apiVersion?: string;
  /** More fields of its `Chart.yaml`. */
  readonly fields?: JsonObject;
  readonly subcharts?: readonly OrderedChart[];
  /** The objects of its templates instead of a Deployment and a ConfigMap. */
  readonly objects?: readonly JsonObject[];
}

const readyAfter = { "converge.test/ready-after": "1s" };

/**
 * A Deployment and a ConfigMap of a name, with the revision of the values in both. Its pods become ready once
 * the ConfigMaps of the parts that it overlaps have been sent too, or else after a second.
 */
export function part(
  name: string,
  annotations: Readonly<Record<string, string>> = {},
  overlapped: readonly string[] = [],
): readonly JsonObject[] {
  const sent = overlapped.map((other) => refTo("{{ .Release.Namespace }}", ["", "ConfigMap", other]));
  const ready = sent.length === 0 ? readyAfter : readyWhile(...sent);
  const pod = { ...ready, revision: "{{ .Values.global.revision }}" };
  return [
    deployment(name, { annotations, pod }),
    configMap(name, { revision: "{{ .Values.global.revision }}" }, annotations),
  ];
}

/** The annotations of a member of a resource group. */
export function inGroup(group: string, ...needs: readonly string[]): Readonly<Record<string, string>> {
  return {
    "helm.sh/resource-group": group,
    ...(needs.length === 0 ? {} : { "helm.sh/depends-on/resource-groups": JSON.stringify(needs) }),
  };
}

/** A dependency in a `Chart.yaml`. */
export function dependency(name: string, fields: JsonObject = {}): JsonObject {
  return { name, version: "0.1.0", ...fields };
}

function writeChart(folder: string, chart: OrderedChart): void {
  const { name, apiVersion = "v3", fields = {}, subcharts = [], objects = part(name) } = chart;
  mkdirSync(join(folder, "templates"), { recursive: true });
  writeFileSync(
    join(folder, "Chart.yaml"),
    JSON.stringify({ apiVersion, name, version: "0.1.0", ...fields }),
  );
  writeFileSync(join(folder, "values.yaml"), "global: { revision: one }\n");
  const texts = objects.map((object) => `---\n${JSON.stringify(object)}\n`);
  writeFileSync(join(folder, "templates", "objects.yaml"), texts.join(""));
  for (const subchart of subcharts) {
    writeChart(join(folder, "charts", subchart.name), subchart);
  }
}

/** A site on which one chart is deployed. */
export interface ChartSite extends Site {
  readonly chart: string;
  readonly converge: (verb: string, ...flags: readonly string[]) => Promise<Recorded>;
  /** Begins `converge apply` with the chart. */
  readonly beginApply: (...flags: readonly string[]) => RunningCommand;
  /** Returns when the objects of a part were last sent. */
  readonly sent: (name: string) => Promise<number>;
  /** Asserts that a part was sent once the other was ready. */
  readonly follows: (later: string, earlier: string) => Promise<void>;
  /** Asserts that a part was sent before the other was ready. */
  readonly overlaps: (one: string, other: string) => Promise<void>;
}

/** Opens a site with a chart in a folder of its own. */
export async function openChart(t: ExecutionContext, chart: OrderedChart): Promise<ChartSite> {
  const site = await openSite(t);
  startKubelet(t, site.cluster, site.namespace);
  const path = await rendererPath();
  const folder = mkdtempSync(join(tmpdir(), "converge-ordered-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  writeChart(folder, chart);
  const sent = async (name: string): Promise<number> => moment(await site.get(`configmaps/${name}`));
  const ready = async (name: string): Promise<number> => moment(await site.get(`apps/deployments/${name}`));
  const home = ["--release", site.release, "-n", site.namespace];
  return {
    ...site,
    chart: folder,
    converge: (verb, ...flags) => site.run([verb, folder, ...home, ...flags], { path }),
    beginApply: (...flags) =>
      beginConverge(["apply", folder, ...home, ...flags], site.cluster.kubeconfig, { path }),
    sent,
    follows: async (later, earlier) => {
      t.true((await sent(later)) > (await ready(earlier)), `${later} was sent before ${earlier} was ready`);
    },
    overlaps: async (one, other) => {
      t.true((await sent(one)) < (await ready(other)), `${one} waited for ${other}`);
    },
  };
}

/** The positions of writes, from the first to the last that matches. */
export function span(writes: readonly string[], pattern: RegExp): readonly [first: number, last: number] {
  return [
    writes.findIndex((write) => pattern.test(write)),
    writes.findLastIndex((write) => pattern.test(write)),
  ];
}

/** Asserts that a chart is refused with a message, before anything is sent, and by `validate` too. */
export async function assertRefused(
  t: ExecutionContext,
  chart: OrderedChart,
  message: RegExp,
): Promise<void> {
  const site = await openChart(t, chart);
  const mark = await site.cluster.auditMark();
  const applied = await site.converge("apply");
  t.is(applied.code, 2, applied.stdout);
  t.regex(applied.stderr, message);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
  const checked = await site.converge("validate");
  t.is(checked.code, 2);
  t.regex(checked.stdout + checked.stderr, message);
}
