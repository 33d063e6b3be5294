/** The channels that a version goes through, from the boldest on: tags under `release`. */
export const channelTags: readonly string[] = [
  "alpha",
  "beta",
  "early-access",
  "stable",
  "rock-solid",
  "lts",
];
