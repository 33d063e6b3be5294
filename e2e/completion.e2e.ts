/** Names that shells complete are looked up in the cluster. */
import test from "ava";

import { configMap } from "./apply/manifests.ts";
import { openSite } from "./apply/site.ts";

test("namespaces, releases, revisions and objects are completed from the cluster that the arguments name", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("env")])).code, 0);
  const completed = async (...words: readonly string[]): Promise<readonly string[]> => {
    const { stdout, stderr } = await site.run(["__complete", ...words]);
    t.is(stderr, "");
    return stdout.split("\n");
  };
  t.true((await completed("namespaces", "--", "status", "-n")).includes(site.namespace));
  t.deepEqual(await completed("releases", "--", "status", "-n", site.namespace, "--release"), [
    site.release,
    "",
  ]);
  t.is((await site.apply([configMap("env"), configMap("more")])).code, 0);
  const home = ["-n", site.namespace, "--release", site.release];
  t.deepEqual(await completed("revisions", "--", "rollback", ...home), ["1", "2", ""]);
  t.deepEqual(
    await completed("revisions", "--", "get", "manifests", site.release, ...home.slice(0, 2), "--revision"),
    ["1", "2", ""],
  );
  t.deepEqual(await completed("owned", "--", "move", ...home), ["configmap/env", "configmap/more", ""]);
});
