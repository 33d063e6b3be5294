import test from "ava";

import { imageOf } from "../../lib/oci/open-repository.ts";
import { buildImage } from "../../lib/modules/registry/push/build-image.ts";
import { writtenFile } from "../../lib/modules/registry/push/module-files.ts";
import { pushImage } from "../../lib/modules/registry/push/push-image.ts";
import { type ControlledClock, controlledClock } from "../sync/controlled-clock.ts";
import { moduleConfig, type ModuleSite, openModuleSite, openModules } from "./module-site.ts";

const echo = { name: "echo", channels: ["alpha"] };

test("an image with paths outside its folder is refused, and its release continues with a valid image", async (t) => {
  const { site, clock } = await openSite(t);
  await site.publish({ ...echo, version: "v1.1.0", channels: [] });
  await pushOver(site, "v1.1.0", { "module.yaml": "name: echo\n", "../evil.yaml": "kind: ConfigMap\n" });
  await site.publish({ ...echo, version: "v1.2.0" });
  const refused = {
    "1.0.0": "Deployed",
    "1.1.0": `Pending: Download error: ${site.registry.host}/modules/echo:v1.1.0: "../evil.yaml" leads out of its folder by \`..\``,
    "1.2.0": "Pending: awaiting for v1.1.0 release to be deployed",
  };
  t.deepEqual(await site.untilReleases("echo", refused), refused);
  await site.publish({ ...echo, version: "v1.1.0", channels: [] });
  later(clock);
  await site.untilRuns("echo", "v1.2.0");
  const updated = { "1.0.0": "Superseded", "1.1.0": "Superseded", "1.2.0": "Deployed" };
  t.deepEqual(await site.untilReleases("echo", updated), updated);
});

test("an image without a readable module.yaml is reported, and is pulled again once it is fixed", async (t) => {
  const { site, clock } = await openSite(t);
  await site.publish({ ...echo, version: "v1.1.0" });
  await site.untilRuns("echo", "v1.1.0");
  await site.publish({ ...echo, version: "v1.2.0", channels: [] });
  await pushOver(site, "v1.2.0", { "module.yaml": "name: other\n" });
  await site.publish({ ...echo, version: "v1.3.0" });
  const refused = {
    "1.0.0": "Superseded",
    "1.1.0": "Deployed",
    "1.2.0": "Pending: Download error: module.yaml belongs to module other",
    "1.3.0": "Pending: awaiting for v1.2.0 release to be deployed",
  };
  t.deepEqual(await site.untilReleases("echo", refused), refused);
  await site.publish({ ...echo, version: "v1.2.0", channels: [] });
  later(clock);
  await site.untilRuns("echo", "v1.3.0");
  t.is((await site.untilReleases("echo", { "1.3.0": "Deployed" }))["1.2.0"], "Superseded");
});

interface ImageSite {
  readonly site: ModuleSite;
  readonly clock: ControlledClock;
}

/** Opens a site with echo at v1.0.0. */
async function openSite(t: Parameters<typeof openModuleSite>[0]): Promise<ImageSite> {
  const site = await openModuleSite(t);
  const clock = controlledClock();
  await site.publish({ ...echo, version: "v1.0.0" });
  await site.addSource();
  await site.put(moduleConfig("echo", { enabled: true }));
  site.begin(["--release-channel", "Alpha"], clock);
  await site.untilRuns("echo", "v1.0.0");
  return { site, clock };
}

/** Pushes an image of those files over a version; the contents of `release` stay. */
async function pushOver(
  site: ModuleSite,
  tag: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const repository = openModules(site.registry);
  const { signal } = new AbortController();
  const image = await buildImage(Object.entries(files).map(([path, text]) => writtenFile(path, text)));
  await pushImage(image, imageOf(repository, "/echo", { tag, signal }), repository.client);
}

/** Advances the clock past the longest pause between two pulls. */
function later(clock: ControlledClock): void {
  clock.set(600_000);
  clock.wake(() => true);
}
