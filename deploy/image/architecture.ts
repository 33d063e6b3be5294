const names: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

/** The architecture of this machine, as OCI images name it. */
export const architecture: string = names[process.arch] ?? process.arch;
