import test from "ava";

import { commitUrl } from "./commit-link.ts";

const pages = {
  "https://github.com/acme/shop": "https://github.com/acme/shop/commit/1a2b",
  "https://github.com/acme/shop.git": "https://github.com/acme/shop/commit/1a2b",
  "git@github.com:acme/shop.git": "https://github.com/acme/shop/commit/1a2b",
  "ssh://git@gitlab.acme.example:2222/group/sub/shop.git":
    "https://gitlab.acme.example/group/sub/shop/commit/1a2b",
  "https://bitbucket.org/acme/shop/": "https://bitbucket.org/acme/shop/commits/1a2b",
};

for (const [repository, page] of Object.entries(pages)) {
  test(`a commit of ${repository} is linked to its web page`, (t) => {
    t.is(commitUrl(repository, "1a2b"), page);
  });
}

for (const repository of [
  "",
  "file:///srv/github.com/acme/shop",
  "https://git.acme.example/shop",
  "https://mygithub.example/shop",
  'https://github.com/acme/shop"onclick=',
  "javascript://github.com/%0aalert(1)",
]) {
  test(`a commit of ${JSON.stringify(repository)} has no link`, (t) => {
    t.is(commitUrl(repository, "1a2b"), undefined);
  });
}
