import { downloadBytes } from "../../oci/image/download-bytes.ts";
import { fetchManifest } from "../../oci/image/fetch-manifest.ts";
import { listTags } from "../../oci/list-tags.ts";
import { RegistryError } from "../../oci/model/registry-error.ts";
import { imageOf, openRepository, type OpenedRepository } from "../../oci/open-repository.ts";
import { chooseVersion, type ChartReference, isExact, type PulledArchive } from "./chart-reference.ts";
import { dockerConfiguration, type FetchContext, fetchLimits, guardOf, userAgent } from "./fetch-context.ts";

/** The layer of an image that is the archive of a chart. */
const chartLayer = "application/vnd.cncf.helm.chart.content.v1.tar+gzip";

/** Pulls the archive of a chart from an OCI registry, over https. Throws RegistryError. */
export async function pullChart(reference: ChartReference, context: FetchContext): Promise<PulledArchive> {
  const { clock, env, settings, signal } = context;
  const repository = openRepository(
    {
      repo: `${reference.repository.replace(/^oci:\/\//i, "").replace(/\/+$/, "")}/${reference.name}`,
      scheme: "HTTPS",
      ca: settings.ca ?? "",
      dockerCfg: dockerConfiguration(env),
    },
    { clock, random: () => 0.5, userAgent, guard: guardOf(settings) },
  );
  const tag = reference.digest ?? (await tagOf(reference, repository, signal));
  const image = imageOf(repository, "", { tag, signal });
  const { digest, manifest } = await fetchManifest(image, repository.client);
  const layers = manifest.kind === "image" ? manifest.layers : [];
  const layer = layers.find(({ mediaType }) => mediaType === chartLayer);
  if (layer === undefined) {
    throw new RegistryError(
      "refused",
      `${image.about}: it is not a Helm chart: it has no layer of that type`,
    );
  }
  if (layer.size > fetchLimits.archive) {
    const limit = `the ${fetchLimits.archive} that a chart may have`;
    throw new RegistryError(
      "refused",
      `${image.about}: the chart has ${layer.size} bytes, more than ${limit}`,
    );
  }
  return { archive: await downloadBytes(layer, image, repository.client), digest };
}

/** Tags have no `+`: Helm writes `_` instead. */
async function tagOf(
  reference: ChartReference,
  { host, path, client }: OpenedRepository,
  signal: AbortSignal,
): Promise<string> {
  if (isExact(reference.version)) {
    return reference.version.replaceAll("+", "_");
  }
  const tags = await listTags({ path, about: `${host}/${path}`, signal }, client);
  const version = chooseVersion(
    tags.map((tag) => tag.replaceAll("_", "+")),
    reference,
  );
  return version.replaceAll("+", "_");
}
