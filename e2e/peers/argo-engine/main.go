// Command argo-engine synchronizes folders of manifests by the sync engine of Argo CD, one request after the
// other: it reads requests as lines of JSON and answers each with a line of JSON. As the controller of Argo CD
// does, it compares the cluster with the manifests again before each step of a sync.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/go-logr/logr"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	cmdutil "k8s.io/kubectl/pkg/cmd/util"

	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/cache"
	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/sync"
	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/sync/common"
	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/utils/kube"
	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/utils/tracing"
)

const trackingKey = "argocd.argoproj.io/tracking-id"

// The time for the cache to see what a step has changed. Argo CD pauses two seconds between waves.
const pause = 400 * time.Millisecond

// request asks for one sync of a folder as an application.
type request struct {
	App       string `json:"app"`
	Folder    string `json:"folder"`
	Namespace string `json:"namespace"`
	Revision  string `json:"revision"`
	Seconds   int    `json:"seconds"`
}

// answer is how a sync ended. StepEnds are the moments at which its steps ended: a step writes objects of one
// wave at most.
type answer struct {
	Phase    string   `json:"phase"`
	Message  string   `json:"message"`
	StepEnds []string `json:"stepEnds"`
}

// The number of further attempts at what fails only for a moment, with a pause before each.
const attempts = 75

type agent struct {
	config  *rest.Config
	kubectl kube.Kubectl
	cache   cache.ClusterCache
}

func main() {
	kubeconfig := flag.String("kubeconfig", "", "the kubeconfig of the cluster")
	flag.Parse()
	if err := serve(*kubeconfig); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(kubeconfig string) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	config.QPS, config.Burst = 200, 400
	config.WarningHandler = rest.NoWarnings{}
	kubectl := patient{&kube.KubectlCmd{Log: logr.Discard(), Tracer: tracing.NopTracer{}}}
	one := &agent{
		config:  config,
		kubectl: kubectl,
		cache: cache.NewClusterCache(config,
			cache.SetKubectl(kubectl),
			cache.SetLogr(logr.Discard()),
			cache.SetClusterSyncRetryTimeout(time.Second),
			cache.SetPopulateResourceInfoHandler(func(object *unstructured.Unstructured, _ bool) (any, bool) {
				app, _, found := strings.Cut(object.GetAnnotations()[trackingKey], ":")
				return app, found
			}),
		),
	}
	if err := one.fill(); err != nil {
		return err
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var asked request
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			return err
		}
		given, err := one.sync(asked)
		if err != nil {
			given = answer{Phase: string(common.OperationError), Message: err.Error()}
		}
		text, err := json.Marshal(given)
		if err != nil {
			return err
		}
		fmt.Println(string(text))
	}
	return lines.Err()
}

// patient is the kubectl of Argo CD, but tries again to apply an object whose kind is not served yet: the server
// lists the kind of a CRD a moment after it has established the CRD. Argo CD leaves that to another sync.
type patient struct {
	*kube.KubectlCmd
}

func (p patient) ManageResources(config *rest.Config) (kube.ResourceOperations, func(), error) {
	operations, cleanup, err := p.KubectlCmd.ManageResources(config)
	return &patientOperations{operations, p.KubectlCmd, config}, cleanup, err
}

type patientOperations struct {
	kube.ResourceOperations
	kubectl *kube.KubectlCmd
	config  *rest.Config
}

func (p *patientOperations) ApplyResource(
	ctx context.Context, object *unstructured.Unstructured, strategy cmdutil.DryRunStrategy,
	force, validate, serverSide bool, manager string,
) (string, error) {
	message, err := p.ResourceOperations.ApplyResource(ctx, object, strategy, force, validate, serverSide,
		manager)
	isReal := strategy == cmdutil.DryRunNone
	for attempt := 0; isReal && attempt < attempts && isUnknownKind(err) && ctx.Err() == nil; attempt++ {
		time.Sleep(pause)
		// New operations do not know what discovery has answered before.
		operations, cleanup, failure := p.kubectl.ManageResources(p.config)
		if failure != nil {
			return "", failure
		}
		message, err = operations.ApplyResource(ctx, object, strategy, force, validate, serverSide, manager)
		cleanup()
	}
	return message, err
}

func isUnknownKind(err error) bool {
	return err != nil && (strings.Contains(err.Error(), "no matches for kind") ||
		strings.Contains(err.Error(), "could not find the requested resource"))
}

// fill reads the cluster. It tries again if a CRD is deleted meanwhile.
func (a *agent) fill() error {
	for attempt := 1; ; attempt++ {
		if err := a.cache.EnsureSynced(); err == nil || attempt == 10 {
			return err
		}
		time.Sleep(2 * time.Second)
	}
}

// sync takes steps until the operation has ended, or the time is over.
func (a *agent) sync(asked request) (answer, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(asked.Seconds)*time.Second)
	defer cancel()
	targets, err := read(asked)
	if err != nil {
		return answer{}, err
	}
	state := operation{phase: common.OperationRunning, startedAt: metav1.Now()}
	ends := []string{}
	failures := 0
	for {
		// The cache cannot be read for a moment when the CRD of another application comes or goes.
		if err := a.step(ctx, asked, targets, &state); err != nil {
			if failures++; failures > attempts || ctx.Err() != nil {
				return answer{}, err
			}
			time.Sleep(pause)
			continue
		}
		ends = append(ends, time.Now().UTC().Format("2006-01-02T15:04:05.000000Z"))
		if state.phase.Completed() || ctx.Err() != nil {
			return answer{Phase: string(state.phase), Message: state.message, StepEnds: ends}, nil
		}
		time.Sleep(pause)
	}
}

// operation is what Argo CD stores in the status of an Application between steps.
type operation struct {
	phase     common.OperationPhase
	message   string
	results   []common.ResourceSyncResult
	startedAt metav1.Time
}

func (a *agent) step(
	ctx context.Context, asked request, manifests []*unstructured.Unstructured, state *operation,
) error {
	targets := a.placed(manifests, asked)
	managed, err := a.cache.GetManagedLiveObjs(targets, func(r *cache.Resource) bool {
		return r.Info == asked.App
	})
	if err != nil {
		return err
	}
	result := sync.Reconcile(targets, managed, asked.Namespace, a.cache)
	steps, cleanup, err := sync.NewSyncContext(asked.Revision, result, a.config, a.config, a.kubectl,
		asked.Namespace,
		sync.WithLogr(logr.Discard()),
		sync.WithOperationSettings(false, true, false, false),
		sync.WithInitialState(state.phase, state.message, state.results, state.startedAt),
		sync.WithServerSideApply(true),
		sync.WithServerSideApplyManager("argocd-controller"),
	)
	if err != nil {
		return err
	}
	defer cleanup()
	steps.Sync(ctx)
	state.phase, state.message, state.results = steps.GetState()
	return nil
}

// placed returns copies of the manifests with their namespaces and the mark by which they are found later.
func (a *agent) placed(manifests []*unstructured.Unstructured, asked request) []*unstructured.Unstructured {
	targets := make([]*unstructured.Unstructured, 0, len(manifests))
	for _, manifest := range manifests {
		target := manifest.DeepCopy()
		if !kube.IsNamespacedOrUnknown(a.cache, target.GroupVersionKind().GroupKind()) {
			target.SetNamespace("")
		} else if target.GetNamespace() == "" {
			target.SetNamespace(asked.Namespace)
		}
		marks := target.GetAnnotations()
		if marks == nil {
			marks = map[string]string{}
		}
		kind := target.GroupVersionKind()
		marks[trackingKey] = fmt.Sprintf("%s:%s/%s:%s/%s", asked.App, kind.Group, kind.Kind,
			target.GetNamespace(), target.GetName())
		target.SetAnnotations(marks)
		targets = append(targets, target)
	}
	return targets
}

func read(asked request) ([]*unstructured.Unstructured, error) {
	files, err := filepath.Glob(filepath.Join(asked.Folder, "*"))
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	var manifests []*unstructured.Unstructured
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		found, err := kube.SplitYAML(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		manifests = append(manifests, found...)
	}
	return manifests, nil
}
