#!/usr/bin/env node
// Plain JavaScript that any Node can parse, so that one too old for the program itself hears about it in one line.
// `version` is answered here, before anything of weight is loaded.
const oldestNode = 24;

/** In a checkout the source lies beside this file and is run as it is; a package has only what was built from it. */
const source = new URL("main.ts", import.meta.url);

/** A module of Node. An import of one reads all that it exports, which takes longer than to load it. */
const builtin = (name) => process.getBuiltinModule(`node:${name}`);

function isCheckout() {
  return builtin("fs").existsSync(source);
}

function answerVersion() {
  const manifest = new URL("../package.json", import.meta.url);
  process.stdout.write(`converge ${JSON.parse(builtin("fs").readFileSync(manifest, "utf8")).version}\n`);
}

/** Compiled code is kept between runs where only this user can write, never in a folder shared with others. */
function keepCompiledCode() {
  const cache = cacheFolder();
  if (cache !== undefined) {
    builtin("module").enableCompileCache(builtin("path").join(cache, "converge", "compiled"));
  }
}

/** A user that the system does not know, as containers have them, may have no home and so no such folder. */
function cacheFolder() {
  try {
    return process.env.XDG_CACHE_HOME || builtin("path").join(builtin("os").homedir(), ".cache");
  } catch {
    return undefined;
  }
}

/** What is thrown here is thrown while loading: something is not installed, or is damaged. */
function refuseToStart(error) {
  const [fact] = String(error && error.message).split("\n");
  const remedy = isCheckout() ? "run `make setup`" : "install it again";
  process.stderr.write(`error: converge cannot start, ${remedy}: ${fact}\n`);
  process.exitCode = 1;
}

/**
 * A reader that has seen enough (`converge plan … | head`) closes the pipe: the rest is not wanted and nobody is to
 * hear of it. Any other output that cannot be written is a failure.
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
