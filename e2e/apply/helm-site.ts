/** A site with the real helm, for releases that start as Helm releases. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { ExecutionContext } from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { callHelm, rendererPath } from "../charts/renderers.ts";
import { openSite, type Site } from "./site.ts";

/** A site with helm. */
export interface HelmSite extends Site {
  /** Installs manifests as a chart under that name, and returns the chart; throws if that fails. */
  readonly install: (name: string, manifests: readonly JsonObject[]) => Promise<string>;
  /** Runs helm in the namespace; throws if it fails. */
  readonly helm: (...words: readonly string[]) => Promise<string>;
  /** Writes manifests as a chart and returns its path. */
  readonly chart: (manifests: readonly JsonObject[]) => string;
  /** The PATH that contains helm. */
  readonly path: string;
}

/** Opens a site, whose namespace is deleted after the test. Throws an Error if helm fails. */
export async function openHelmSite(t: ExecutionContext): Promise<HelmSite> {
  const path = await rendererPath();
  const site = await openSite(t);
  const folder = mkdtempSync(join(tmpdir(), "converge-chart-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  const helm = async (...words: readonly string[]): Promise<string> => {
    const { code, said } = await callHelm([...words, "-n", site.namespace], site.cluster.kubeconfig);
    if (code !== 0) {
      throw new Error(said);
    }
    return said;
  };
  const chart = (manifests: readonly JsonObject[]): string => {
    mkdirSync(join(folder, "templates"), { recursive: true });
    writeFileSync(join(folder, "Chart.yaml"), "apiVersion: v2\nname: shop\nversion: 1.0.0\n");
    const text = manifests.map((manifest) => `---\n${JSON.stringify(manifest)}\n`).join("");
    writeFileSync(join(folder, "templates", "all.yaml"), text);
    return folder;
  };
  return {
    ...site,
    path,
    helm,
    chart,
    install: async (name, manifests) => {
      const written = chart(manifests);
      await helm("install", name, written, "--wait", "--timeout", "5m");
      return written;
    },
  };
}
