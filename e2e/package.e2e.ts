import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import test from "ava";

import manifest from "../package.json" with { type: "json" };
import { openPage, startBrowser } from "./browser.ts";

const checkout = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "converge-package-"));
const program = join(folder, "empty/node_modules/.bin/converge");

function run(command: string, words: readonly string[]): string {
  return execFileSync(command, words, { cwd: checkout, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/**
 * The package as it would be published, installed on its own. Its dependencies are those of the checkout: no
 * network.
 */
test.before(() => {
  const libraries = Object.keys(manifest.dependencies).map((name) => `./node_modules/${name}`);
  const tarball =
    run("npm", ["pack", "--silent", "--pack-destination", folder]).trim().split("\n").at(-1) ?? "";
  const prefix = ["--prefix", join(folder, "empty")];
  const quiet = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
  run("npm", ["install", ...prefix, ...quiet, join(folder, tarball), ...libraries]);
});

test.after.always(() => {
  rmSync(folder, { recursive: true });
});

test("the installed package plans as the source does", (t) => {
  const words = ["plan", "fixtures/wordpress"];
  t.is(run(program, words), run(process.execPath, ["cmd/converge.mjs", ...words]));
});

test("kubectl finds the installed package as a plugin", (t) => {
  t.is(run(`${dirname(program)}/kubectl-converge`, ["version"]), run(program, ["version"]));
});

test("programs can use the installed package as a library", (t) => {
  const cwd = join(folder, "empty");
  copyFileSync(join(checkout, "examples/plan-and-print.ts"), join(cwd, "plan-and-print.ts"));
  const words = ["plan-and-print.ts", join(checkout, "fixtures/wordpress")];
  t.regex(execFileSync(process.execPath, words, { cwd, encoding: "utf8" }), /^group 1\n/);
});

test("the HTML plan of the installed package works in a browser", async (t) => {
  const browser = await startBrowser();
  try {
    const html = run(program, ["plan", "fixtures/wordpress", "-o", "html"]);
    const trouble = await openPage(browser, html, async (page) => {
      t.true((await page.locator("#boxes").textContent())?.includes("StatefulSet"));
      await page.locator("#search").fill("deployment wordpress");
      await page.keyboard.press("Enter");
      t.regex(await page.locator("#panel").innerText(), /depends-on/);
    });
    t.deepEqual(trouble, []);
  } finally {
    await browser.close();
  }
});
