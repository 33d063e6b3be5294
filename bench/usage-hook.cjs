// Loaded into a measured Node program: as the program ends, it writes what the kernel says the process used,
// microseconds of CPU and kibibytes at the peak. Exact, where sampling from outside is not.
process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  require("node:fs").writeSync(3, `${userCPUTime + systemCPUTime} ${maxRSS}`);
});
