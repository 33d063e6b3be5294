/** Prints the faults of a folder, and exits with 1 if there are any: `node validate-in-ci.ts manifests/`. */
import { validate } from "converge";

const { refused, diagnostics, validation } = await validate({
  paths: process.argv.slice(2),
  kubernetesVersion: "1.36",
});

for (const { origin, severity, code, message } of diagnostics) {
  const place = origin === undefined ? "" : `${origin.file}:${origin.line}: `;
  console.log(`${place}${severity}: ${message} [${code}]`);
}
const { objects, valid } = validation.summary;
console.log(`${valid} of ${objects} objects are valid`);
process.exitCode = refused ? 1 : 0;
