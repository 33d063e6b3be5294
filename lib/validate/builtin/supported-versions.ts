/** The newest Kubernetes whose built-in kinds are known: 37 for 1.37. */
export const newestMinor = 37;

/** The oldest one. */
export const oldestMinor = 30;
