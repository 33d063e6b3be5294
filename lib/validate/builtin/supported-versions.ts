/** The newest Kubernetes whose built-in kinds are known: 36 for 1.36. */
export const newestMinor = 36;

/** The oldest one. */
export const oldestMinor = 30;
