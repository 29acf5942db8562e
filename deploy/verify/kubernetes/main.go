// Command kubernetes is a Kubernetes node with its control plane, and kubectl, in one executable. The
// executable's name selects the program: kube-apiserver, kube-controller-manager, kube-scheduler, kubelet,
// kube-proxy or kubectl.
//
// They are linked from Kubernetes' modules, because Debian has no packages and images are not available
// everywhere. They share most of their code, so six executables would take six times the disk and link
// time.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	kubectl "k8s.io/kubectl/pkg/cmd"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllers "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	proxy "k8s.io/kubernetes/cmd/kube-proxy/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	kubelet "k8s.io/kubernetes/cmd/kubelet/app"
)

func main() {
	command, err := program(context.Background(), filepath.Base(os.Args[0]))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(cli.Run(command))
}

func program(ctx context.Context, name string) (*cobra.Command, error) {
	switch name {
	case "kube-apiserver":
		return apiserver.NewAPIServerCommand(), nil
	case "kube-controller-manager":
		return controllers.NewControllerManagerCommand(), nil
	case "kube-scheduler":
		return scheduler.NewSchedulerCommand(), nil
	case "kubelet":
		return kubelet.NewKubeletCommand(ctx), nil
	case "kube-proxy":
		return proxy.NewProxyCommand(), nil
	case "kubectl":
		return kubectl.NewDefaultKubectlCommand(), nil
	default:
		return nil, fmt.Errorf("%s: call it by the name of one of its programs, such as kubelet", name)
	}
}
