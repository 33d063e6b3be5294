import test from "ava";

import { manifestsOf } from "../../fixtures/ordered-set.ts";
import { object } from "../../fixtures/planned.ts";
import { noteControllerObjects } from "./controller-objects.ts";
import { readDirectives } from "./parse-directives.ts";

const kustomization = object("kustomize.toolkit.fluxcd.io/v1/Kustomization/apps");
const application = object("argoproj.io/v1alpha1/Application/shop");

test("objects of Flux and Argo CD are reported in one note, at the first of them", (t) => {
  const { diagnostics } = readDirectives(manifestsOf([object("ConfigMap/env"), kustomization, application]));
  t.deepEqual(
    diagnostics.map(({ severity, code, message, origin }) => [severity, code, message, origin?.file]),
    [
      [
        "note",
        "OrderNotObeyed",
        "application.argoproj.io/shop and 1 more of their kind (Argo CD, Flux): what they apply, in which order (dependsOn, waves) and when is up to their own controllers",
        "set.json",
      ],
    ],
  );
});

test("other kinds of these groups, and Kustomizations of kustomize, are not reported", (t) => {
  const others = [
    object("argoproj.io/v1alpha1/AppProject/shop"),
    object("kustomize.config.k8s.io/v1beta1/Kustomization/apps"),
    object("ConfigMap/env"),
  ];
  t.deepEqual(noteControllerObjects(manifestsOf(others)), []);
});
