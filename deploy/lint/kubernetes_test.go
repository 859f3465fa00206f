//go:build cluster

package lint_test

import (
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/json"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

// scaledObject is what of KEDA's object the component uses (keda.sh/v1alpha1). Its types are in a module that
// brings the clients of thirty clouds.
type scaledObject struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`
	Spec              struct {
		ScaleTargetRef struct {
			Name string `json:"name"`
		} `json:"scaleTargetRef"`
		PollingInterval int `json:"pollingInterval"`
		MinReplicaCount int `json:"minReplicaCount"`
		MaxReplicaCount int `json:"maxReplicaCount"`
		Advanced        struct {
			HorizontalPodAutoscalerConfig struct {
				Behavior autoscalingv2.HorizontalPodAutoscalerBehavior `json:"behavior"`
			} `json:"horizontalPodAutoscalerConfig"`
		} `json:"advanced"`
		Triggers []struct {
			Type       string            `json:"type"`
			MetricType string            `json:"metricType"`
			Metadata   map[string]string `json:"metadata"`
		} `json:"triggers"`
	} `json:"spec"`
}

// cluster is what a kustomization gives, by kind and name, each decoded into its own type without unknown fields.
type cluster struct {
	deployments map[string]*appsv1.Deployment
	services    map[string]*corev1.Service
	accounts    map[string]*corev1.ServiceAccount
	configs     map[string]*corev1.ConfigMap
	budgets     map[string]*policyv1.PodDisruptionBudget
	scalers     map[string]*autoscalingv2.HorizontalPodAutoscaler
	scaled      map[string]*scaledObject
	policies    map[string]*networkingv1.NetworkPolicy
	ingresses   map[string]*networkingv1.Ingress
}

// build is what kubectl kustomize gives for a folder of deploy/kubernetes.
func build(t *testing.T, folder string) *cluster {
	t.Helper()
	options := krusty.MakeDefaultOptions()
	options.LoadRestrictions = types.LoadRestrictionsRootOnly
	objects, err := krusty.MakeKustomizer(options).Run(filesys.MakeFsOnDisk(), folder)
	require.NoError(t, err)
	c := &cluster{}
	for _, o := range objects.Resources() {
		text, err := o.AsYAML()
		require.NoError(t, err)
		switch kind := o.GetApiVersion() + " " + o.GetKind(); kind {
		case "apps/v1 Deployment":
			add(t, &c.deployments, text)
		case "v1 Service":
			add(t, &c.services, text)
		case "v1 ServiceAccount":
			add(t, &c.accounts, text)
		case "v1 ConfigMap":
			add(t, &c.configs, text)
		case "policy/v1 PodDisruptionBudget":
			add(t, &c.budgets, text)
		case "autoscaling/v2 HorizontalPodAutoscaler":
			add(t, &c.scalers, text)
		case "keda.sh/v1alpha1 ScaledObject":
			add(t, &c.scaled, text)
		case "networking.k8s.io/v1 NetworkPolicy":
			add(t, &c.policies, text)
		case "networking.k8s.io/v1 Ingress":
			add(t, &c.ingresses, text)
		default:
			require.Fail(t, "no test knows this kind", kind)
		}
	}
	return c
}

// add decodes an object into a map.
func add[T any, P interface {
	*T
	metav1.Object
}](t *testing.T, all *map[string]*T, text []byte) {
	t.Helper()
	o := P(new(T))
	data, err := yaml.YAMLToJSONStrict(text)
	require.NoError(t, err)
	unknown, err := json.UnmarshalStrict(data, o) // unlike encoding/json it tells upper from lower case, as Kubernetes does
	require.NoError(t, err, "%s", text)
	require.Empty(t, unknown, "%s", text)
	if *all == nil {
		*all = map[string]*T{}
	}
	require.NotContains(t, *all, o.GetName())
	(*all)[o.GetName()] = (*T)(o)
}

// withComponents is the example with the components that its comment has.
func withComponents(t *testing.T) string {
	root := t.TempDir()
	require.NoError(t, os.CopyFS(root, os.DirFS("../kubernetes")))
	name := filepath.Join(root, "example", "kustomization.yaml")
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	on := regexp.MustCompile(`(?m)^# (components:|  - \.\./components/)`).ReplaceAllString(string(text), "$1")
	require.Equal(t, 1, strings.Count(on, "\n  - ../components/"))
	require.NoError(t, os.WriteFile(name, []byte(on), 0o600))
	return filepath.Join(root, "example")
}

const (
	api      = "pagelift-api"
	workers  = "pagelift-workers"
	outbound = "pagelift-outbound"
)

func TestKubernetes(t *testing.T) {
	t.Parallel()
	for name, folder := range map[string]string{"base": "../kubernetes/base", "example": "../kubernetes/example", "components": withComponents(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := build(t, folder)
			require.Len(t, c.deployments, 3)
			for name, d := range c.deployments {
				t.Run(name, func(t *testing.T) { c.checkDeployment(t, d) })
			}
			c.checkRoles(t)
			c.checkSettings(t)
			c.checkServices(t)
			c.checkNetwork(t)
			c.checkScaling(t, name == "components")
			if name == "base" {
				return
			}
			require.Equal(t, "pagelift", c.deployments[api].Namespace)
			require.Equal(t, "registry.example.com/pagelift:1.0", c.deployments[workers].Spec.Template.Spec.Containers[0].Image)
			require.Contains(t, c.ingresses, "pagelift")
		})
	}
}

// checkDeployment checks what all pods have: no rights, probes of addresses that there are, time to end.
func (c *cluster) checkDeployment(t *testing.T, d *appsv1.Deployment) {
	pod := d.Spec.Template.Spec
	require.Contains(t, c.accounts, pod.ServiceAccountName)
	require.False(t, *c.accounts[pod.ServiceAccountName].AutomountServiceAccountToken)
	require.False(t, *pod.AutomountServiceAccountToken)
	require.False(t, *pod.EnableServiceLinks)
	require.True(t, *pod.SecurityContext.RunAsNonRoot)
	require.EqualValues(t, 65532, *pod.SecurityContext.RunAsUser, "the user of the image")
	require.Equal(t, corev1.SeccompProfileTypeRuntimeDefault, pod.SecurityContext.SeccompProfile.Type)

	require.Len(t, pod.Containers, 1)
	box := pod.Containers[0]
	require.False(t, *box.SecurityContext.AllowPrivilegeEscalation)
	require.True(t, *box.SecurityContext.ReadOnlyRootFilesystem)
	require.Equal(t, []corev1.Capability{"ALL"}, box.SecurityContext.Capabilities.Drop)
	require.Empty(t, box.SecurityContext.Capabilities.Add)
	var writable []string
	for _, m := range box.VolumeMounts {
		writable = append(writable, m.MountPath)
	}
	require.ElementsMatch(t, []string{"/data", "/tmp"}, writable)
	for _, v := range pod.Volumes {
		require.NotNil(t, v.EmptyDir, v.Name)
		require.NotNil(t, v.EmptyDir.SizeLimit, v.Name)
	}
	for _, kind := range []corev1.ResourceName{corev1.ResourceMemory, corev1.ResourceEphemeralStorage} {
		require.Contains(t, box.Resources.Limits, kind)
		require.Contains(t, box.Resources.Requests, kind)
	}
	require.Contains(t, box.Resources.Requests, corev1.ResourceCPU)

	ports := map[string]int32{}
	for _, p := range box.Ports {
		ports[p.Name] = p.ContainerPort
	}
	require.Equal(t, map[string]int32{"http": 8080, "metrics": 9090}, ports)
	for kind, probe := range map[string]*corev1.Probe{"/healthz": box.LivenessProbe, "/readyz": box.ReadinessProbe} {
		require.Equal(t, kind, probe.HTTPGet.Path)
		require.Equal(t, intstr.FromString("http"), probe.HTTPGet.Port)
		require.True(t, route(t, probe.HTTPGet.Path), "there is no %s", probe.HTTPGet.Path)
		require.GreaterOrEqual(t, probe.TimeoutSeconds, int32(5), "readyTimeout of package server is 3 s")
	}
	require.Equal(t, "/healthz", box.StartupProbe.HTTPGet.Path)

	set := values(t, box.Args)
	ending := time.Duration(0)
	for _, name := range []string{"grace", "drain-delay"} {
		if set[name] != "" {
			d, err := time.ParseDuration(set[name])
			require.NoError(t, err)
			ending += d
		}
	}
	grace := time.Duration(*pod.TerminationGracePeriodSeconds) * time.Second
	require.GreaterOrEqual(t, grace, ending+10*time.Second, "--drain-delay, --grace and a slack of ten seconds")
	require.LessOrEqual(t, grace, ending+20*time.Second)

	budget := c.budgets[d.Name]
	require.NotNil(t, budget)
	require.Equal(t, d.Spec.Selector, budget.Spec.Selector)
	require.Len(t, pod.TopologySpreadConstraints, 2)
	for _, s := range pod.TopologySpreadConstraints {
		require.Equal(t, "pagelift", s.LabelSelector.MatchLabels["app.kubernetes.io/name"])
	}
}

// checkRoles checks which Deployment does what.
func (c *cluster) checkRoles(t *testing.T) {
	for name, want := range map[string]struct {
		converts, goesOut, drains bool
	}{api: {drains: true}, workers: {converts: true}, outbound: {goesOut: true}} {
		set := values(t, c.deployments[name].Spec.Template.Spec.Containers[0].Args)
		require.Equal(t, want.converts, set["workers"] != "-1", name)
		out, said := set["outbound"]
		require.True(t, said, name)
		require.Equal(t, want.goesOut, out != "false", name)
		require.Equal(t, want.drains, set["drain-delay"] != "", name)
	}
	limits := c.deployments[workers].Spec.Template.Spec.Containers[0].Resources.Limits
	set := values(t, c.deployments[workers].Spec.Template.Spec.Containers[0].Args)
	require.Equal(t, "2", set["workers"])
	require.Equal(t, "1073741824", set["worker-memory"])
	require.EqualValues(t, 2<<30+512<<20, limits.Memory().Value(), "two of --worker-memory, and half a GiB")
}

// checkSettings checks that the environment is one that the program reads.
func (c *cluster) checkSettings(t *testing.T) {
	for _, d := range c.deployments {
		from := d.Spec.Template.Spec.Containers[0].EnvFrom
		require.Len(t, from, 2)
		config := c.configs[from[0].ConfigMapRef.Name]
		require.NotNil(t, config, "there is no ConfigMap %s", from[0].ConfigMapRef.Name)
		for name := range config.Data {
			requireVariable(t, name)
		}
		require.Equal(t, ":9090", config.Data["PAGELIFT_METRICS_ADDR"])
		require.Equal(t, "pagelift", from[1].SecretRef.Name)
	}
}

// checkServices checks that Services and Ingresses lead to pods.
func (c *cluster) checkServices(t *testing.T) {
	for name, s := range c.services {
		require.Equal(t, c.deployments[name].Spec.Selector.MatchLabels, s.Spec.Selector)
		require.Equal(t, intstr.FromString("http"), s.Spec.Ports[0].TargetPort)
	}
	for _, i := range c.ingresses {
		for _, rule := range i.Spec.Rules {
			for _, p := range rule.HTTP.Paths {
				require.Contains(t, c.services, p.Backend.Service.Name)
				require.Equal(t, c.services[p.Backend.Service.Name].Spec.Ports[0].Name, p.Backend.Service.Port.Name)
			}
		}
	}
}

// reach are the blocks that the pods of a Deployment may connect to at a port: of addresses only.
func (c *cluster) reach(d *appsv1.Deployment, port int32) (blocks []networkingv1.IPBlock) {
	for _, p := range c.policies {
		if !selects(p.Spec.PodSelector, d) {
			continue
		}
		for _, e := range p.Spec.Egress {
			for _, r := range e.Ports {
				from, to := r.Port.IntVal, r.Port.IntVal
				if r.EndPort != nil {
					to = *r.EndPort
				}
				if port < from || port > to {
					continue
				}
				for _, peer := range e.To {
					if peer.IPBlock != nil {
						blocks = append(blocks, *peer.IPBlock)
					}
				}
			}
		}
	}
	return blocks
}

// selects tells whether a selector takes the pods of a Deployment.
func selects(s metav1.LabelSelector, d *appsv1.Deployment) bool {
	selector, err := metav1.LabelSelectorAsSelector(&s)
	return err == nil && selector.Matches(labels.Set(d.Spec.Template.Labels))
}

// permits tells whether an address is in one of the blocks.
func permits(t *testing.T, blocks []networkingv1.IPBlock, address string) bool {
	a := netip.MustParseAddr(address)
	in := func(cidr string) bool {
		p, err := netip.ParsePrefix(cidr)
		require.NoError(t, err)
		require.Equal(t, p.Masked(), p, "%s has bits behind its mask", cidr)
		return p.Contains(a)
	}
	for _, b := range blocks {
		found := in(b.CIDR)
		for _, except := range b.Except {
			found = found && !in(except)
		}
		if found {
			return true
		}
	}
	return false
}

// checkNetwork checks who reaches what.
func (c *cluster) checkNetwork(t *testing.T) {
	for _, p := range c.policies {
		require.Equal(t, "pagelift", p.Spec.PodSelector.MatchLabels["app.kubernetes.io/name"], "%s is for our pods alone", p.Name)
	}
	everywhere := c.policies["pagelift"]
	require.ElementsMatch(t, []networkingv1.PolicyType{networkingv1.PolicyTypeIngress, networkingv1.PolicyTypeEgress}, everywhere.Spec.PolicyTypes)
	public := []string{"93.184.215.14", "8.8.8.8", "2606:4700::1111"}
	for name, d := range c.deployments {
		require.True(t, selects(everywhere.Spec.PodSelector, d), name)
		require.NotEmpty(t, c.reach(d, 5432), "%s: the database", name)
		for _, port := range []int32{80, 443, 8443} {
			for _, a := range public {
				require.Equal(t, name == outbound, permits(t, c.reach(d, port), a), "%s to %s:%d", name, a, port)
			}
		}
	}
	// What the guard of internal/fetch refuses, which a test there has.
	for _, a := range []string{
		"10.9.9.9", "100.64.0.1", "127.0.0.1", "168.63.129.16", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.168.1.1", "192.0.0.8",
		"198.18.0.1", "224.0.0.1", "255.255.255.255", "0.0.0.0", "::1", "fd00::1", "fe80::1", "fd00:ec2::254", "ff02::1", "2002:a00:1::1", "64:ff9b::a00:1",
	} {
		require.False(t, permits(t, c.reach(c.deployments[outbound], 80), a), a)
	}
	require.False(t, permits(t, c.reach(c.deployments[outbound], 25), public[0]), "a mail server takes the lines of a request for commands")

	http := 0
	for _, p := range c.policies {
		for _, in := range p.Spec.Ingress {
			for _, port := range in.Ports {
				if port.Port.String() == "http" {
					http++
					require.True(t, selects(p.Spec.PodSelector, c.deployments[api]))
					require.False(t, selects(p.Spec.PodSelector, c.deployments[workers]))
					require.NotEmpty(t, in.From)
				}
			}
		}
	}
	require.Equal(t, 1, http)
}

// checkScaling checks that the workers have one autoscaler, and that all ways ask for the same.
func (c *cluster) checkScaling(t *testing.T, keda bool) {
	require.Nil(t, c.deployments[workers].Spec.Replicas, "how many there are is the autoscaler's business")
	each := values(t, c.deployments[workers].Spec.Template.Spec.Containers[0].Args)["workers"]
	var adapter struct {
		Rules struct {
			External []struct {
				SeriesQuery, MetricsQuery string
				Name                      struct{ As string }
				Resources                 struct{ Namespaced bool }
			}
		}
	}
	require.NoError(t, yaml.UnmarshalStrict([]byte(read(t, "deploy/kubernetes/adapter.yaml")), &adapter))
	require.Len(t, adapter.Rules.External, 1)
	rule := adapter.Rules.External[0]
	requireSeries(t, rule.SeriesQuery)
	requireSeries(t, rule.MetricsQuery)
	if keda {
		require.Empty(t, c.scalers)
		s := c.scaled[workers].Spec
		require.Equal(t, workers, s.ScaleTargetRef.Name)
		require.Less(t, s.MinReplicaCount, s.MaxReplicaCount)
		require.Equal(t, rule.MetricsQuery, s.Triggers[0].Metadata["query"])
		require.Equal(t, each, s.Triggers[0].Metadata["threshold"])
		return
	}
	s := c.scalers[workers].Spec
	require.Equal(t, workers, s.ScaleTargetRef.Name)
	require.Less(t, *s.MinReplicas, s.MaxReplicas)
	require.Equal(t, rule.Name.As, s.Metrics[0].External.Metric.Name)
	require.Equal(t, each, s.Metrics[0].External.Target.AverageValue.String())
}
