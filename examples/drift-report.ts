/**
 * Prints what differs between a folder and the cluster, and which objects of the release are not ready:
 * `node drift-report.ts manifests/ shop`.
 */
import { connect, diff, status } from "converge";

const [path = "manifests/", release = "shop"] = process.argv.slice(2);
await using cluster = await connect();

const { changed, objects } = await diff(cluster, { release, paths: [path] });
for (const { ref, verb, changes } of objects.filter((object) => object.verb !== "unchanged")) {
  console.log(`${verb} ${ref}`);
  for (const { field, before, after } of changes) {
    console.log(`  ${field}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`);
  }
}

const found = await status(cluster, { release });
for (const { ref, reconcile, message } of found?.objects ?? []) {
  if (reconcile !== "Succeeded") {
    console.log(`${reconcile} ${ref}: ${message}`);
  }
}
console.log(
  `release ${release}: ${changed ? "drifted" : "no drift"}, ${found?.healthy === true ? "healthy" : "not healthy"}`,
);
process.exitCode = changed || found?.healthy !== true ? 1 : 0;
