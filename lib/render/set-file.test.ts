import test from "ava";

import { setFilePaths, withSetFilePaths } from "./set-file.ts";

const reads = test.macro({
  title: (_, word: string) => `the file paths in --set-file ${word} are found and replaced`,
  exec: (t, word: string, paths: readonly string[], located: string) => {
    t.deepEqual(setFilePaths(word), paths);
    t.is(
      withSetFilePaths(word, (path) => `/repo/${path}`),
      located,
    );
  },
});
test(reads, "motd=files/motd.txt", ["files/motd.txt"], "motd=/repo/files/motd.txt");
test(reads, "a=b=c", ["b=c"], "a=/repo/b=c");
test(reads, "a\\=b=c", ["c"], "a\\=b=/repo/c");
test(reads, "a\\\\=b", ["b"], "a\\\\=/repo/b");
test(reads, "a=b,c.d=e", ["b", "e"], "a=/repo/b,c.d=/repo/e");
test(reads, "a=b\\,c", ["b,c"], "a=/repo/b\\,c");
test(reads, "a\\,b=c\\\\d", ["c\\d"], "a\\,b=/repo/c\\\\d");
test(reads, "a", [], "a");
