/** Folders with a malicious chart or kustomization. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import type { ExecutionContext } from "ava";

import { noChoices } from "../../lib/render/chart-options.ts";
import type { RenderOrder } from "../../lib/render/wasm/render-order.ts";

/** Its files, besides the `Chart.yaml`. */
export interface Hostile {
  readonly type?: "chart" | "kustomization";
  readonly files?: Readonly<Record<string, string>>;
  /** Targets of links, by their names. */
  readonly links?: Readonly<Record<string, string>>;
  /** Changes the folder further. */
  readonly prepare?: (folder: string) => void;
}

const chartFiles = { "Chart.yaml": "apiVersion: v2\nname: shop\nversion: 1.0.0\n" };

/** Creates the folder, which is deleted after the test. */
export function folderWith(
  t: ExecutionContext,
  { type = "chart", files = {}, links = {}, prepare }: Hostile,
): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "converge-hostile-")));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  for (const [name, text] of Object.entries({ ...(type === "chart" ? chartFiles : {}), ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  for (const [name, target] of Object.entries(links)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    symlinkSync(target, join(folder, name));
  }
  prepare?.(folder);
  return folder;
}

/** The rendering request for it. */
export function orderOf(root: string, { type = "chart" }: Hostile = {}): RenderOrder {
  return {
    request: {
      type,
      path: root,
      release: "shop",
      namespace: "prod",
      isUpgrade: false,
      kubeVersion: "",
      apiVersions: [],
      options: noChoices,
    },
    root,
    confinesOptions: false,
    input: new Uint8Array(),
  };
}
