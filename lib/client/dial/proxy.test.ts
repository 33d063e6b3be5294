import test from "ava";

import { isExempt } from "./proxy.ts";

const exempt = test.macro({
  exec(t, host: string, noProxy: string) {
    t.true(isExempt(noProxy, { host, port: 6443 }));
  },
  title: (_, host: string, noProxy: string) => `NO_PROXY=${noProxy} exempts ${host}:6443`,
});

const proxied = test.macro({
  exec(t, host: string, noProxy: string) {
    t.false(isExempt(noProxy, { host, port: 6443 }));
  },
  title: (_, host: string, noProxy: string) => `NO_PROXY=${noProxy} leaves ${host}:6443 to the proxy`,
});

test(exempt, "localhost", "");
test(exempt, "127.3.2.1", "");
test(exempt, "::1", "");
test(exempt, "api.corp.example", "*");
test(exempt, "api.corp.example", "corp.example");
test(exempt, "corp.example", "corp.example");
test(exempt, "api.corp.example", "other, .CORP.example ,x");
test(exempt, "api.corp.example", "*.corp.example");
test(exempt, "api.corp.example", "api.corp.example:6443");
test(exempt, "10.1.2.3", "10.0.0.0/8");
test(exempt, "10.1.2.3", "10.1.2.3");
test(exempt, "10.1.2.3", "10.1.2.3:6443");
test(exempt, "fd00::5", "fd00::/8");
test(exempt, "fd00::5", "fd00:0::5");
test(exempt, "fd00::5", "[fd00::5]:6443");
test(proxied, "api.corp.example", "");
test(proxied, "api.corp.example", ",, ,:6443");
test(proxied, "corp.example", ".corp.example");
test(proxied, "corp.example", "*.corp.example");
test(proxied, "mycorp.example", "corp.example");
test(proxied, "api.corp.example", "api.corp.example:443");
test(proxied, "10.1.2.3", "11.0.0.0/8");
test(proxied, "10.1.2.3", "10.1.2.3:443");
test(proxied, "10.1.2.3", "3");
test(proxied, "10.1.2.3", "10.0.0.0/99");
test(proxied, "fd00::5", "10.0.0.0/8");
