// Loaded into a measured Node program: when the program ends, it writes the resource usage from the kernel,
// microseconds of CPU and kibibytes at the peak. Exact, unlike sampling from outside.
process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  require("node:fs").writeSync(3, `${userCPUTime + systemCPUTime} ${maxRSS}`);
});
