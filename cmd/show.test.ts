import test from "ava";

import { cronTab, cronTabDefinition as definition, openFolder } from "../fixtures/cron-tab.ts";
import { runRecorded } from "../fixtures/recording-shell.ts";

const shows = test.macro({
  title: (_, flags: readonly string[]) => `show ${flags.join(" ")} shows the object so far as it was asked`,
  exec: async (t, flags: readonly string[], spec: object) => {
    const { write } = openFolder(t);
    const stdin = cronTab('cronSpec: "* * * * *"', "replicas: null", "imgae: web");
    const words = ["show", "tab", "-", "--crds", write("crd.yaml", definition), "-o", "json", ...flags];
    const { code, stdout } = await runRecorded(words, { stdin });
    t.is(code, 0);
    t.deepEqual(JSON.parse(stdout).spec, spec);
  },
});

test(shows, [], { cronSpec: "* * * * *", image: "nginx", minReplicas: 1, replicas: 1 });
test(shows, ["--pruned"], { cronSpec: "* * * * *", replicas: null });
test(shows, ["--defaulted"], {
  cronSpec: "* * * * *",
  image: "nginx",
  imgae: "web",
  minReplicas: 1,
  replicas: 1,
});

test("show --openapi gives the schema under the name that the server gives it", async (t) => {
  const words = ["show", "crontabs.stable.example.com", "-", "--openapi", "v3", "-o", "json"];
  const { stdout } = await runRecorded(words, { stdin: definition });
  const schemas = JSON.parse(stdout);
  t.deepEqual(Object.keys(schemas), ["com.example.stable.v1.CronTab"]);
  t.is(schemas["com.example.stable.v1.CronTab"].properties.spec.properties.image.default, "nginx");
});

test("show hides values of Secrets, and tells which objects there are when it knows none of that name", async (t) => {
  const secret = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: token-key\nstringData:\n  token: hush\n";
  const { stdout } = await runRecorded(["show", "token-key", "-"], { stdin: secret });
  t.notRegex(stdout, /hush/);
  t.regex(
    (await runRecorded(["show", "token-key", "-", "--show-secrets"], { stdin: secret })).stdout,
    /hush/,
  );
  const { code, stderr } = await runRecorded(["show", "token-kye", "-"], { stdin: secret });
  t.is(code, 2);
  t.regex(stderr, /the set has no object "token-kye"; did you mean/);
});
