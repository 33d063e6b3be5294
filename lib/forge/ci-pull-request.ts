/** The pull request of a CI job, as far as its environment names it. */
export interface CiPullRequest {
  /** The address of the API. */
  readonly api: string;
  /** `owner/name` on GitHub, a number or a path on GitLab. */
  readonly repository: string | undefined;
  readonly number: string | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads the pull request of a GitHub Actions workflow
 * (https://docs.github.com/actions/reference/workflows-and-actions/variables), or of a Jenkins job.
 */
export function githubPullRequest(env: Env): CiPullRequest {
  const [, number] = /^refs\/pull\/(\d+)\//.exec(env["GITHUB_REF"] ?? "") ?? [];
  return {
    api: given(env, "GITHUB_API_URL") ?? "https://api.github.com",
    repository: given(env, "GITHUB_REPOSITORY"),
    number: number ?? given(env, "CHANGE_ID"),
  };
}

/**
 * Reads the merge request of a GitLab job (https://docs.gitlab.com/ci/variables/predefined_variables/), or
 * of a Jenkins job. It is in the target project, which is another one than that of the job for a fork.
 */
export function gitlabMergeRequest(env: Env): CiPullRequest {
  return {
    api: given(env, "CI_API_V4_URL") ?? "https://gitlab.com/api/v4",
    repository: given(env, "CI_MERGE_REQUEST_PROJECT_ID") ?? given(env, "CI_PROJECT_ID"),
    number: given(env, "CI_MERGE_REQUEST_IID") ?? given(env, "CHANGE_ID"),
  };
}

function given(env: Env, name: string): string | undefined {
  const value = env[name] ?? "";
  return value === "" ? undefined : value;
}
