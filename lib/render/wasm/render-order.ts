import type { MessagePort } from "node:worker_threads";

import type { TemplateLookup } from "../../object/render-context.ts";
import type { ChartOptions } from "../chart-options.ts";
import type { MaybeEncrypted } from "../encrypted-files.ts";

/**
 * A part of a chart that to render instead of its manifests: the lines of the templates in place of the
 * lines that they render, or `NOTES.txt`.
 */
export type ChartPart = "lines" | "notes";

/** The request that the renderers get, as `renderers/main.go` reads it. */
export interface RendererRequest {
  readonly type: "chart" | "kustomization";
  /** The real path of a folder or an archive. */
  readonly path: string;
  readonly release: string;
  readonly namespace: string;
  readonly isUpgrade: boolean;
  /** Empty for the default of Helm. */
  readonly kubeVersion: string;
  readonly apiVersions: readonly string[];
  readonly options: Pick<ChartOptions, "values" | "set" | "setString" | "setFile" | "setJson" | "setLiteral">;
  /** The number of the revision; 1 if undefined. */
  readonly revision?: number | undefined;
  readonly part?: ChartPart | undefined;
  /** Whether calls of `lookup` are answered. */
  readonly looksUp?: boolean;
  /** Set for a chart that a kustomization names. */
  readonly inflation?: Inflation | undefined;
}

/** The way in which a kustomization has a chart rendered, as `renderers/inflation.go` reads it. */
export interface Inflation {
  /** The text of its `valuesFile`; the values of the chart if undefined. */
  readonly valuesText?: string;
  /** The texts of its `additionalValuesFiles`. */
  readonly additional: readonly string[];
  /** Its `valuesInline` in JSON. */
  readonly inline: string;
  readonly merge: string;
  readonly nameTemplate: string;
  readonly includeCRDs: boolean;
  readonly skipHooks: boolean;
  readonly skipTests: boolean;
}

/** An order to the thread of the renderer. */
export interface RenderOrder {
  readonly request: RendererRequest;
  /** The real path of the folder, or the archive, that nothing is read outside of. */
  readonly root: string;
  /** Whether files that options name have to be below the root, too. */
  readonly confinesOptions: boolean;
  /** Standard input, for options that name it. */
  readonly input: Uint8Array;
  /** Whether the chart is from a server: no file in its archive is decrypted. */
  readonly isFetched?: boolean;
  /** Files by absolute paths, besides those on disk. */
  readonly added?: ReadonlyMap<string, Uint8Array>;
}

/** A call of `lookup` that the thread waits for. */
export interface LookupCall {
  readonly type: "lookup";
  readonly wanted: TemplateLookup;
}

/** A file that the thread has read, and waits for the decrypted content of. */
export interface DecryptCall extends MaybeEncrypted {
  readonly type: "decrypt";
}

/** The means by which a thread waits for answers. */
export interface AnswerChannel {
  /** Becomes 1 when the port has an answer. */
  readonly state: Int32Array<SharedArrayBuffer>;
  /** Receives the answers as JSON. */
  readonly port: MessagePort;
}

/** The data that a thread starts with. */
export interface ThreadData {
  /** The URL of the compressed module. */
  readonly file: string;
  readonly channel: AnswerChannel;
}

/** The answer of the thread. */
export type RenderAnswer =
  | { readonly type: "rendered"; readonly output: Uint8Array<ArrayBuffer>; readonly said: string }
  | { readonly type: "failed"; readonly reason: string; readonly said: string };
