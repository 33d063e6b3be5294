/** The newest Kubernetes whose built-in kinds the package knows: the 36 of 1.36. */
export const newestMinor = 36;

/** The oldest one. */
export const oldestMinor = 30;
