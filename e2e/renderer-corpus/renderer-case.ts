/** A chart with values, or a kustomization. */
export interface RendererCase {
  readonly name: string;
  readonly type: "chart" | "kustomization";
  /** The real path of a folder, or of an archive of a chart. */
  readonly path: string;
  /** The real path of the folder that nothing is read outside of. */
  readonly root: string;
  /** Options of `helm template`. */
  readonly words: readonly string[];
}
