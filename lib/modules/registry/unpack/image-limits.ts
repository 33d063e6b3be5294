const mebibyte = 1024 * 1024;

/** The limits of an image; one that exceeds them is refused. */
export interface ImageLimits {
  /** Entries of all layers, including those that a later layer removes. */
  readonly files: number;
  /** Nesting depth of folders. */
  readonly depth: number;
  /** Bytes of a path component, as in file systems. */
  readonly nameBytes: number;
  /** Bytes of a whole path. */
  readonly pathBytes: number;
  /** Bytes of one file. */
  readonly fileBytes: number;
  /** Bytes of all layers when unpacked; also of all layers as downloaded. */
  readonly totalBytes: number;
}

/** The limits that apply to every image. */
export const imageLimits: ImageLimits = {
  files: 20_000,
  depth: 64,
  nameBytes: 255,
  pathBytes: 2048,
  fileBytes: 128 * mebibyte,
  totalBytes: 512 * mebibyte,
};
