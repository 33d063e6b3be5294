/** Plans a folder and prints the groups of its objects: `node plan-and-print.ts manifests/`. */
import { plan } from "converge";

const { refused, diagnostics, plan: planned } = await plan({ paths: process.argv.slice(2) });

for (const { severity, message } of diagnostics) {
  console.error(`${severity}: ${message}`);
}
for (const { index, objects } of planned.groups) {
  console.log(`group ${index}`);
  for (const { ref, waitsFor } of objects) {
    const waits = waitsFor.map(({ on, until }) => `${on} is ${until}`).join(", ");
    console.log(`  ${ref}${waits === "" ? "" : ` waits until ${waits}`}`);
  }
}
process.exitCode = refused ? 1 : 0;
