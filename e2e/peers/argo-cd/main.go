// The application controller and the repo server of Argo CD in one program, with the Redis server that they
// share state by: the first word chooses. The user interface of Argo CD is left out.
package main

import (
	"fmt"
	"os"

	controller "github.com/argoproj/argo-cd/v3/cmd/argocd-application-controller/commands"
	repository "github.com/argoproj/argo-cd/v3/cmd/argocd-repo-server/commands"
	"github.com/alicebob/miniredis/v2"
	"github.com/spf13/cobra"
)

func main() {
	part := ""
	if len(os.Args) > 1 {
		part = os.Args[1]
		os.Args = append(os.Args[:1], os.Args[2:]...)
	}
	parts := map[string]func() *cobra.Command{
		"application-controller": controller.NewCommand,
		"repo-server":            repository.NewCommand,
		"redis":                  redis,
	}
	command, isKnown := parts[part]
	if !isKnown {
		fmt.Fprintln(os.Stderr, "usage: argo-cd application-controller|repo-server|redis [FLAGS]")
		os.Exit(2)
	}
	if err := command().Execute(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func redis() *cobra.Command {
	var address string
	command := &cobra.Command{
		Use: "redis",
		RunE: func(command *cobra.Command, _ []string) error {
			server := miniredis.NewMiniRedis()
			if err := server.StartAddr(address); err != nil {
				return err
			}
			<-command.Context().Done()
			return nil
		},
	}
	command.Flags().StringVar(&address, "address", "127.0.0.1:6379", "address to listen on")
	return command
}
