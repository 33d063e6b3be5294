import { stringField } from "../../object/json.ts";
import { RegistryError } from "../../oci/model/registry-error.ts";
import { entriesOfArchive } from "../chart-archive.ts";
import { parseChartDocument } from "../chart-dependencies.ts";
import { type ChartReference, formatReference, isExact } from "./chart-reference.ts";

/**
 * Checks the archive of a chart: its size when unpacked, the paths in it, and that it is the chart that was
 * asked for. Returns its version. Throws RegistryError `refused`.
 */
export function checkArchive(archive: Uint8Array, reference: ChartReference): string {
  const refusal = (fact: string): RegistryError =>
    new RegistryError("refused", `${formatReference(reference)}: ${fact}`);
  const entries = entriesOfArchive(archive);
  if (entries === undefined) {
    throw refusal("it is not an archive of a chart, or unpacks to more than 100 MB");
  }
  const outside = entries.find(({ path }) => /^[/\\]|^[A-Za-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(path));
  if (outside !== undefined) {
    throw refusal(`its file ${JSON.stringify(outside.path.slice(0, 120))} leads out of the chart`);
  }
  const metadata = entries.find(({ path }) => /^(?:\.\/)?[^/]+\/Chart\.yaml$/.test(path));
  const text = metadata === undefined ? "" : Buffer.from(metadata.content).toString("utf8");
  const { value } = parseChartDocument("Chart.yaml", text);
  const [name, version] = [stringField(value, "name") ?? "", stringField(value, "version") ?? ""];
  if (name !== reference.name || (isExact(reference.version) && bare(version) !== bare(reference.version))) {
    throw refusal(`it is the chart ${JSON.stringify(`${name} ${version}`.slice(0, 120))} instead`);
  }
  return version;
}

function bare(version: string): string {
  return version.replace(/^v/, "");
}
