/**
 * `make pictures`: records the pictures of the documentation on the control plane: the WordPress example in a
 * terminal and as a page, the page of a comparison, and the dashboard of a sidecar.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Browser } from "playwright-core";

import { openPage, startBrowser } from "../browser.ts";
import { CannotStart, runScript } from "../control-plane/cannot-start.ts";
import { testCluster, type TestCluster } from "../control-plane/test-cluster.ts";
import { takeDashboard } from "./dashboard.ts";
import { withDemoSidecar } from "./demo-sidecar.ts";
import { terminalSvg } from "./terminal-svg.ts";

const root = join(import.meta.dirname, "../..");
const images = join(root, "docs/images");

/** Runs a command of the example and returns its output. Throws CannotStart if it fails. */
function run(command: string, kubeconfig: string): string {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["cmd/converge.mjs", ...command.split(" "), "--color=always"],
    { cwd: root, encoding: "utf8", env: { ...process.env, KUBECONFIG: kubeconfig, COLUMNS: "100" } },
  );
  if (status !== 0) {
    throw new CannotStart(`converge ${command} failed:\n${stdout}${stderr}`);
  }
  return stdout;
}

/** Records a terminal in which the example is planned and applied. */
function recordTerminal(kubeconfig: string): void {
  const record = (command: string): readonly string[] => [
    `\u001B[1m$ converge ${command}\u001B[0m`,
    ...run(command, kubeconfig).trimEnd().split("\n"),
    "",
  ];
  const release = "--release wordpress -n default";
  const lines = [...record("plan fixtures/wordpress"), ...record(`apply fixtures/wordpress ${release}`)].map(
    (line) => line.replace(/ on https:\S+:\d+/, ""),
  );
  record(`delete ${release}`);
  const title =
    "converge plan prints the apply groups of a WordPress example; converge apply applies them in order";
  writeFileSync(join(images, "apply.svg"), terminalSvg(lines.slice(0, -1), title));
}

/** Takes a screenshot of the plan page of the example, with an object selected. */
async function takePlan(browser: Browser, kubeconfig: string): Promise<void> {
  const html = run("plan fixtures/wordpress -o html", kubeconfig);
  await openPage(browser, html, async (page) => {
    await page.setViewportSize({ width: 1200, height: 640 });
    await page.locator(".box").first().waitFor();
    await page.screenshot({ path: join(images, "plan.png"), animations: "disabled" });
  });
}

/** Takes a screenshot of the page of a comparison, with a changed object selected. */
async function takeComparison(browser: Browser, kubeconfig: string): Promise<void> {
  const sides = "fixtures/compare/before fixtures/compare/after";
  const html = run(`compare ${sides} -o html --fail-on none`, kubeconfig);
  await openPage(browser, html, async (page) => {
    await page.setViewportSize({ width: 1200, height: 640 });
    await page.locator(".box").getByText("web", { exact: true }).click();
    await page.locator("#panel .change-text").first().waitFor();
    await page.screenshot({ path: join(images, "compare.png"), animations: "disabled" });
  });
}

/** Takes the screenshots of the dashboard. Throws CannotStart if its namespace exists. */
async function takeSync(browser: Browser, { kubeconfig, api }: TestCluster): Promise<void> {
  const namespace = "demo";
  const { status } = await api("POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  if (status !== 201) {
    throw new CannotStart(
      `the namespace ${namespace} exists on the control plane: delete it, or wait for its deletion`,
    );
  }
  try {
    await withDemoSidecar({ kubeconfig, namespace }, async (url) =>
      takeDashboard(browser, { url, unit: "shop", run: 2, folder: images }),
    );
  } finally {
    await api("DELETE", `/api/v1/namespaces/${namespace}`);
  }
}

await runScript(async () => {
  const cluster = await testCluster();
  recordTerminal(cluster.kubeconfig);
  const browser = await startBrowser();
  try {
    await takePlan(browser, cluster.kubeconfig);
    await takeComparison(browser, cluster.kubeconfig);
    await takeSync(browser, cluster);
  } finally {
    await browser.close();
  }
});
