/** Where the files of an image are put. Paths are checked: they lead nowhere but below the shelf. */
export interface FileSink {
  readonly addFolder: (steps: readonly string[]) => Promise<void>;
  readonly addFile: (file: SinkFile) => Promise<void>;
  /** Takes a file, or a folder with all that is in it, away. */
  readonly remove: (steps: readonly string[]) => Promise<void>;
}

/** A file on its way to the shelf. */
export interface SinkFile {
  readonly steps: readonly string[];
  readonly isExecutable: boolean;
  /** In bytes: as many as the content has. */
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}
