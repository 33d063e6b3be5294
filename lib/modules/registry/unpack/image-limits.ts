const mebibyte = 1024 * 1024;

/** The limits of an image; one that exceeds them is refused. */
interface ImageLimits {
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

/**
 * The components of a path below the root of an image, none for the root itself; or the fault of the path.
 */
type EntryPath = { readonly steps: readonly string[] } | { readonly fault: string };

/** Parses the name of a tar entry. A path that could lead out of the folder, or is ambiguous, is a fault. */
export function readEntryPath(name: string): EntryPath {
  const fault = faultOf(name);
  if (fault !== undefined) {
    return { fault };
  }
  const steps = name.split("/").filter((step) => step !== "" && step !== ".");
  if (steps.length > imageLimits.depth) {
    return { fault: `is more than ${imageLimits.depth} folders deep` };
  }
  const isLong = steps.some((step) => Buffer.byteLength(step) > imageLimits.nameBytes);
  return isLong ? { fault: `has a name of more than ${imageLimits.nameBytes} bytes` } : { steps };
}

function faultOf(name: string): string | undefined {
  if (name.startsWith("/")) {
    return "has an absolute path";
  }
  if (name.split("/").includes("..")) {
    return "leads out of its folder by `..`";
  }
  if (name.includes("\0")) {
    return "has a NUL in its name";
  }
  // The decoder inserts U+FFFD for bytes that are not UTF-8: two files could then share a name.
  if (name.includes("\uFFFD") || !name.isWellFormed()) {
    return "has a name that is not UTF-8";
  }
  return Buffer.byteLength(name) > imageLimits.pathBytes
    ? `has a path of more than ${imageLimits.pathBytes} bytes`
    : undefined;
}
