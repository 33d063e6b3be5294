import test from "ava";

import { pauseAsked } from "./pause-asked.ts";

const now = 1_700_000_000_000;

const asks = test.macro<
  [status: number, headers: Record<string, string>, pause: ReturnType<typeof pauseAsked>]
>({
  title: (_, status, headers, pause) =>
    `HTTP ${status} with ${JSON.stringify(headers)} asks for this pause: ${pause ?? "none"}`,
  exec: (t, status, headers, pause) => {
    t.is(pauseAsked(status, headers, now), pause);
  },
});
test(asks, 404, {}, undefined);
test(asks, 403, {}, undefined);
test(asks, 403, { "x-ratelimit-remaining": "12" }, undefined);
test(asks, 500, {}, undefined);
test(asks, 503, { "retry-after": "3" }, 3000);
test(asks, 429, {}, 0);
test(asks, 429, { "retry-after": "2" }, 2000);
test(asks, 429, { "retry-after": "Tue, 14 Nov 2023 22:13:30 GMT" }, 10_000);
test(asks, 429, { "retry-after": "soon" }, 0);
test(asks, 429, { "retry-after": "-5" }, 0);
test(asks, 429, { "retry-after": "61" }, "too long");
test(asks, 403, { "retry-after": "1" }, 1000);
test(asks, 403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1700000030" }, 30_000);
test(asks, 403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1700003600" }, "too long");
test(asks, 403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" }, 0);
test(asks, 403, { "x-ratelimit-remaining": "0" }, 0);
