import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { compareText } from "../../../object/object-ref.ts";
import type { ImageRequest } from "../../../oci/image/fetch-manifest.ts";
import { imageOf, type OpenedRepository } from "../../../oci/open-repository.ts";
import { RegistryError } from "../../../oci/model/registry-error.ts";
import { type BuiltImage, buildImage } from "./build-image.ts";
import { type ImageFile, readModuleFiles, writtenFile } from "./module-files.ts";
import { digestThere, pushImage } from "./push-image.ts";

/** Options of publishing a module. */
export interface Publication {
  /** The folder of the module, which is published completely. */
  readonly folder: string;
  readonly module: string;
  /** `v1.2.3`. */
  readonly version: string;
  /** Channels to point to this version. */
  readonly channels: readonly string[];
  /** Whether a version may be replaced by another image. */
  readonly overwrite: boolean;
  readonly signal: AbortSignal;
}

/** An image that was published under its name. */
export interface PublishedImage {
  /** `registry.example.com/modules/echo:v1.2.3`. */
  readonly image: string;
  readonly digest: string;
  /** Whether anything was pushed: an image that exists already is left alone. */
  readonly change: "pushed" | "unchanged";
}

interface Step {
  readonly request: ImageRequest;
  readonly image: BuiltImage;
  /** Whether a tag that points to another image may be moved. */
  readonly mayMove: boolean;
}

/**
 * Publishes a version of a module: its image, its release, its channels, and last its name in the list of
 * modules, so that readers never find a reference to a missing image. Nothing is pushed if the version exists
 * as another image and may not be overwritten. The same folder gives the same digests. Throws RegistryError.
 */
export async function publishModule(
  repository: OpenedRepository,
  publication: Publication,
): Promise<readonly PublishedImage[]> {
  const steps = await planSteps(repository, publication);
  const there: (string | undefined)[] = [];
  for (const { request, image, mayMove } of steps) {
    const digest = await digestThere(request, repository.client);
    if (digest !== undefined && digest !== image.manifest.digest && !mayMove) {
      throw new RegistryError(
        "refused",
        `${request.about} already exists as another image, ${digest}: publish another version, or overwrite this one`,
      );
    }
    there.push(digest);
  }
  const published: PublishedImage[] = [];
  for (const [index, { request, image }] of steps.entries()) {
    const { digest } = image.manifest;
    const isThere = there[index] === digest;
    if (!isThere) {
      await pushImage(image, request, repository.client);
    }
    published.push({ image: request.about, digest, change: isThere ? "unchanged" : "pushed" });
  }
  return published;
}

async function planSteps(repository: OpenedRepository, publication: Publication): Promise<readonly Step[]> {
  const { module, version, channels, overwrite: mayMove, signal } = publication;
  const step = (below: string, tag: string, rest: Omit<Step, "request">): Step => ({
    request: imageOf(repository, below, { tag, signal }),
    ...rest,
  });
  const versionFile = writtenFile("version.json", JSON.stringify({ version }));
  const whole = await buildImage(await filesOf(publication));
  const release = await buildImage(await releaseFiles(publication, versionFile));
  const listed = await buildImage([versionFile]);
  return [
    step(`/${module}`, version, { image: whole, mayMove }),
    step(`/${module}/release`, version, { image: release, mayMove }),
    ...channels.map((channel) => step(`/${module}/release`, channel, { image: release, mayMove: true })),
    step("", module, { image: listed, mayMove: true }),
  ];
}

/** Digests of container images, by name: a module has this file even without such images. */
const digestsFile = "images_digests.json";

async function filesOf({ folder }: Publication): Promise<readonly ImageFile[]> {
  const files = await readModuleFiles(folder);
  const isThere = files.some(({ path }) => path === digestsFile);
  const all = isThere ? files : [...files, writtenFile(digestsFile, "{}")];
  return all.toSorted((left, right) => compareText(left.path, right.path));
}

async function releaseFiles({ folder }: Publication, version: ImageFile): Promise<readonly ImageFile[]> {
  const files = await Promise.all(
    ["changelog.yaml", "module.yaml"].map(async (path): Promise<readonly ImageFile[]> => {
      const text = await readFile(join(folder, path), "utf8").catch(() => undefined);
      return text === undefined ? [] : [writtenFile(path, text)];
    }),
  );
  return [...files.flat(), version];
}
