import test from "ava";

import { githubPullRequest, gitlabMergeRequest } from "./ci-pull-request.ts";

test("the pull request of a GitHub workflow is read from GITHUB_REF", (t) => {
  const env = {
    GITHUB_REF: "refs/pull/12/merge",
    GITHUB_REPOSITORY: "team/shop",
    GITHUB_API_URL: "https://github.example.com/api/v3",
  };
  t.deepEqual(githubPullRequest(env), {
    api: "https://github.example.com/api/v3",
    repository: "team/shop",
    number: "12",
  });
});

test("a GitHub workflow for a branch has no pull request", (t) => {
  const { number } = githubPullRequest({ GITHUB_REF: "refs/heads/refs/pull/12/merge" });
  t.is(number, undefined);
});

test("a GitLab merge request from a fork belongs to the target project", (t) => {
  const env = {
    CI_API_V4_URL: "https://gitlab.example.com/api/v4",
    CI_PROJECT_ID: "99",
    CI_MERGE_REQUEST_PROJECT_ID: "34",
    CI_MERGE_REQUEST_IID: "12",
  };
  t.deepEqual(gitlabMergeRequest(env), {
    api: "https://gitlab.example.com/api/v4",
    repository: "34",
    number: "12",
  });
});

test("the public API is the default, and CHANGE_ID of Jenkins is the number of the pull request", (t) => {
  t.deepEqual(githubPullRequest({ CHANGE_ID: "3", GITHUB_REPOSITORY: "" }), {
    api: "https://api.github.com",
    repository: undefined,
    number: "3",
  });
  t.deepEqual(gitlabMergeRequest({ CHANGE_ID: "3" }), {
    api: "https://gitlab.com/api/v4",
    repository: undefined,
    number: "3",
  });
});
