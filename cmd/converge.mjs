#!/usr/bin/env node
// The entry point: plain JavaScript, so that a Node that is too old prints one clear line instead of a syntax error.
// `version` is answered here, before the program is loaded.
const oldestNode = 24;

/** The source, which a checkout runs directly; a package contains only the built program. */
const source = new URL("main.ts", import.meta.url);

/** Returns a module of Node. An import would also read each of its exports, which takes longer. */
const builtin = (name) => process.getBuiltinModule(`node:${name}`);

function isCheckout() {
  return builtin("fs").existsSync(source);
}

function answerVersion() {
  const manifest = new URL("../package.json", import.meta.url);
  process.stdout.write(`converge ${JSON.parse(builtin("fs").readFileSync(manifest, "utf8")).version}\n`);
}

/** Keeps compiled code between runs, in a folder that only this user can write to. */
function keepCompiledCode() {
  const cache = cacheFolder();
  if (cache !== undefined) {
    builtin("module").enableCompileCache(builtin("path").join(cache, "converge", "compiled"));
  }
}

/** Returns the user's cache folder; undefined for a user without a home, as in some containers. */
function cacheFolder() {
  try {
    return process.env.XDG_CACHE_HOME || builtin("path").join(builtin("os").homedir(), ".cache");
  } catch {
    return undefined;
  }
}

/** Reports an error thrown while loading: something is not installed, or is damaged. */
function refuseToStart(error) {
  const [fact] = String(error && error.message).split("\n");
  const remedy = isCheckout() ? "run `make setup`" : "install it again";
  process.stderr.write(`error: converge cannot start, ${remedy}: ${fact}\n`);
  process.exitCode = 1;
}

/**
 * Ends the process without an error when the reader closes the pipe (`converge plan … | head`). Any other output that
 * cannot be written is a failure.
 */
function stopWithoutReaders() {
  process.stderr.on("error", (error) => (error.code === "EPIPE" ? process.exit() : process.exit(1)));
  process.stdout.on("error", (error) => {
    if (error.code === "EPIPE") {
      process.exit();
    }
    const [, fact] = builtin("util").getSystemErrorMap().get(error.errno) || [error.code, error.message];
    process.stderr.write(`error: cannot write standard output: ${fact}\n`);
    process.exit(1);
  });
}

function main() {
  const words = process.argv.slice(2);
  if (Number.parseInt(process.versions.node, 10) < oldestNode) {
    process.stderr.write(
      `converge needs Node ${oldestNode} or later; this is ${process.version} (${process.execPath})\n`,
    );
    process.exitCode = 2;
    return;
  }
  stopWithoutReaders();
  if (words.length === 1 && (words[0] === "version" || words[0] === "--version")) {
    answerVersion();
  } else {
    keepCompiledCode();
    import(isCheckout() ? source.href : new URL("../dist/cmd/main.js", import.meta.url).href).catch(
      refuseToStart,
    );
  }
}

main();
