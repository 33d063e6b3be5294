/** The release channels, from the least stable on: tags under `release`. */
export const channelTags: readonly string[] = [
  "alpha",
  "beta",
  "early-access",
  "stable",
  "rock-solid",
  "lts",
];
