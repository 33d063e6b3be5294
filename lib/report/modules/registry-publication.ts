import { formatJsonDocument } from "../document/json-document.ts";
import { alignColumns, columnWidths, plainCell } from "../terminal/columns.ts";
import { escapeControl } from "../terminal/escape-control.ts";

/** What was published: every image in the order in which it was pushed. */
export interface PublicationReport {
  readonly module: string;
  readonly version: string;
  readonly images: readonly PublicationImage[];
}

/** An image with what was done about it. */
export interface PublicationImage {
  readonly image: string;
  readonly digest: string;
  readonly change: "pushed" | "unchanged";
}

/**
 * A line an image:
 *
 *     pushed     registry.example.com/modules/echo:v1.0.0          sha256:6635c7…
 *     unchanged  registry.example.com/modules/echo/release:v1.0.0  sha256:59b36d…
 */
export function formatPublication({ images }: PublicationReport): string {
  const lines = images.map(({ change, image, digest }) =>
    [change, image, digest].map((text) => plainCell(escapeControl(text))),
  );
  return `${alignColumns(lines, columnWidths(lines)).join("\n")}\n`;
}

/** The same for programs: one JSON document, `converge.dev/v1` `ModulePublication`. */
export function publicationJson({ module, version, images }: PublicationReport): string {
  return formatJsonDocument("ModulePublication", {
    module,
    version,
    images: images.map(({ image, digest, change }) => ({ image, digest, change })),
  });
}
