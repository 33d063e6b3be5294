/** A real Chromium for the tests of pages. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

import { type Browser, chromium } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome"];

/** Starts the machine's Chromium: that of CONVERGE_CHROMIUM, or the first on PATH. It reaches no network of its own accord. */
export async function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

function findChromium(): string {
  const named = process.env["CONVERGE_CHROMIUM"];
  const found =
    named ??
    (process.env["PATH"] ?? "")
      .split(delimiter)
      .flatMap((folder) => names.map((name) => join(folder, name)))
      .find((path) => existsSync(path));
  if (found === undefined) {
    throw new Error("no Chromium on PATH: install it, or set CONVERGE_CHROMIUM to its path");
  }
  return found;
}
