const mebibyte = 1024 * 1024;

/** What an image may hold at most: more is refused, whatever it is. */
export interface ImageLimits {
  /** Entries of all layers, those that a later layer removes included. */
  readonly files: number;
  /** Folders below each other. */
  readonly depth: number;
  /** Bytes of one step of a path, as file systems have it. */
  readonly nameBytes: number;
  /** Bytes of a whole path. */
  readonly pathBytes: number;
  /** Bytes of one file. */
  readonly fileBytes: number;
  /** Bytes of all layers as they are unpacked; also of all layers as they are downloaded. */
  readonly totalBytes: number;
}

/** The limits of every image. */
export const imageLimits: ImageLimits = {
  files: 20_000,
  depth: 64,
  nameBytes: 255,
  pathBytes: 2048,
  fileBytes: 128 * mebibyte,
  totalBytes: 512 * mebibyte,
};
