/** The destination of an image's files. Paths are validated: they never lead out of the sink. */
export interface FileSink {
  readonly addFolder: (steps: readonly string[]) => Promise<void>;
  readonly addFile: (file: SinkFile) => Promise<void>;
  /** Removes a file, or a folder with its content. */
  readonly remove: (steps: readonly string[]) => Promise<void>;
}

/** A file to write to the sink. */
export interface SinkFile {
  readonly steps: readonly string[];
  readonly isExecutable: boolean;
  /** In bytes: the length of the content. */
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}
