import { formatJsonDocument } from "../document/json-document.ts";
import { alignColumns, columnWidths, plainCell } from "../terminal/columns.ts";
import { escapeControl } from "../terminal/escape-control.ts";

/** The images published, in the order in which they were pushed. */
export interface PublicationReport {
  readonly module: string;
  readonly version: string;
  readonly images: readonly PublicationImage[];
}

/** An image, and whether it was pushed. */
export interface PublicationImage {
  readonly image: string;
  readonly digest: string;
  readonly change: "pushed" | "unchanged";
}

/**
 * Formats one line per image:
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

/** Formats the publication as one JSON document, `converge.dev/v1` `ModulePublication`. */
export function publicationJson({ module, version, images }: PublicationReport): string {
  return formatJsonDocument("ModulePublication", {
    module,
    version,
    images: images.map(({ image, digest, change }) => ({ image, digest, change })),
  });
}
