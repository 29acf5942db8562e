package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"strings"

	"github.com/alecthomas/kong"
	kongcompletion "github.com/jotaen/kong-completion"

	"github.com/docmill/docmill/cmd/docmill/internal/backup"
	"github.com/docmill/docmill/cmd/docmill/internal/bench"
	"github.com/docmill/docmill/cmd/docmill/internal/doctor"
	"github.com/docmill/docmill/cmd/docmill/internal/evaluate"
	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/cmd/docmill/internal/extract"
	"github.com/docmill/docmill/cmd/docmill/internal/inspect"
	"github.com/docmill/docmill/cmd/docmill/internal/learn"
	"github.com/docmill/docmill/cmd/docmill/internal/objects"
	"github.com/docmill/docmill/cmd/docmill/internal/operator"
	"github.com/docmill/docmill/cmd/docmill/internal/provision"
	"github.com/docmill/docmill/cmd/docmill/internal/up"
	"github.com/docmill/docmill/cmd/docmill/internal/watch"
	"github.com/docmill/docmill/libs/version"
)

// cli is the command line; tags are kong's.
type cli struct {
	ShowVersion kong.VersionFlag `name:"version" help:"Print the version and exit."`

	Up      upCommand        `cmd:"" help:"Run the whole service in this process."`
	Extract extract.Command  `cmd:"" help:"Extract files on this machine, or on a running service."`
	Watch   watch.Command    `cmd:"" help:"Extract the files of a folder as they arrive."`
	Inspect inspect.Command  `cmd:"" help:"Show the reader's result for a file: words, positions, sources, codes."`
	Eval    evaluate.Command `cmd:"" help:"Measure the accuracy on a folder of labeled documents."`
	Learn   learn.Command    `cmd:"" help:"Teach the layouts of labeled documents to an account of a running service."`
	Bench   bench.Command    `cmd:"" help:"Measure a running service under load, and compare measurements."`
	Account accountCommands  `cmd:"" help:"Accounts of a running service."`
	User    userCommands     `cmd:"" help:"Users of the dashboard of a running service."`
	Key     keyCommands      `cmd:"" help:"API keys of a running service."`

	DeadLetter deadLetterCommands `cmd:"" name:"deadletter" help:"Messages that no service of a running docmill could process."`
	Doctor     doctor.Command     `cmd:"" help:"Check an installation and recommend actions."`

	Backup  backup.Command        `cmd:"" help:"Back up a running docmill up to a folder."`
	Restore backup.RestoreCommand `cmd:"" help:"Restore a data directory from a backup."`
	Objects objectsCommand        `cmd:"" help:"Files in the object store."`

	Provision  provision.Command `cmd:"" help:"Create what separate services need: database roles and schemas, streams, bucket, first account."`
	NATSConfig natsConfigCommand `cmd:"" name:"nats-config" help:"Print the configuration of a nats-server for separate services."`
	Completion completionCommand `cmd:"" help:"Print a script that completes docmill's command line in a shell."`
	Help       helpCommand       `cmd:"" help:"Explain a command, or exit-status."`
	Version    versionCommand    `cmd:"" help:"Print the version."`
}

type accountCommands struct {
	Create       operator.Admin[operator.CreateAccount] `cmd:"" help:"Create an account with a first key."`
	SetPlan      operator.Admin[operator.SetPlan]       `cmd:"" help:"Move an account to another plan, at once."`
	SetRetention operator.Admin[operator.SetRetention]  `cmd:"" help:"Set how long an account's future documents are kept."`
	Suspend      operator.Admin[operator.Suspend]       `cmd:"" help:"Suspend an account: refuse all its keys at once."`
	Resume       operator.Admin[operator.Resume]        `cmd:"" help:"Resume a suspended account."`
	List         operator.Admin[operator.ListAccounts]  `cmd:"" help:"List all accounts."`
	Audit        operator.Admin[operator.Audit]         `cmd:"" help:"Show an account's audit."`
}

type userCommands struct {
	Invite  operator.Admin[operator.InviteUser] `cmd:"" help:"Create a user of an account and print the one-time link for joining."`
	List    operator.Admin[operator.ListUsers]  `cmd:"" help:"List an account's users."`
	Link    operator.Admin[operator.LinkUser]   `cmd:"" help:"Print a one-time link with which a user sets a new password."`
	SetRole operator.Admin[operator.SetRole]    `cmd:"" help:"Change a user's role at once."`
	Remove  operator.Admin[operator.RemoveUser] `cmd:"" help:"Remove a user; their sessions end at once."`
}

type keyCommands struct {
	Create operator.Admin[operator.CreateKey] `cmd:"" help:"Create a key and print its value once."`
	List   operator.Admin[operator.ListKeys]  `cmd:"" help:"List an account's keys."`
	Revoke operator.Admin[operator.RevokeKey] `cmd:"" help:"Revoke a key."`
}

type deadLetterCommands struct {
	List  operator.Streams[operator.ListDeadLetters]  `cmd:"" help:"List messages that no service could process."`
	Show  operator.Streams[operator.ShowDeadLetter]   `cmd:"" help:"Show one with its message, which may contain text of a document."`
	Retry operator.Streams[operator.RetryDeadLetters] `cmd:"" help:"Publish messages again on their original subjects."`
	Drop  operator.Streams[operator.DropDeadLetters]  `cmd:"" help:"Remove messages for good."`
}

// completionCommand prints the script that sets up a shell's completion.
type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Help is shown below the usage.
func (completionCommand) Help() string {
	return `Activate it for a session:

    bash:  source <(docmill completion bash)
    zsh:   source <(docmill completion zsh)
    fish:  docmill completion fish | source

To keep it, add this line to ~/.bashrc, ~/.zshrc or ~/.config/fish/config.fish.`
}

func (c completionCommand) Run(k *kong.Context) error {
	return (&kongcompletion.Completion{Shell: c.Shell, Code: true}).Run(k)
}

type upCommand struct {
	up.Config `embed:""`
}

func (c upCommand) Run(ctx context.Context) error { return up.Run(ctx, c.Config, os.Stdout) }

type objectsCommand struct {
	Copy objects.Copy `cmd:"" help:"Copy all objects into another bucket, for a move or a backup."`
}

type natsConfigCommand struct {
	Servers int    `default:"1" enum:"1,3,5" help:"Number of servers: 1, or a cluster of 3 or 5."`
	Monitor string `placeholder:"HOST:PORT" help:"Address of the monitoring port, which needs no password, such as 127.0.0.1:8222. The default is port 8222 of all addresses."`
}

func (c natsConfigCommand) Run() error {
	if c.Monitor != "" {
		if _, port, err := net.SplitHostPort(c.Monitor); err != nil || port == "" {
			return exitstatus.With(exitstatus.Usage, fmt.Errorf("--monitor: %q is no HOST:PORT", c.Monitor))
		}
	}
	return provision.WriteNATSConfig(os.Stdout, c.Servers, c.Monitor)
}

// exitStatusTopic is an additional help topic.
const exitStatusTopic = "exit-status"

type helpCommand struct {
	Topic []string `arg:"" optional:"" help:"A command, such as account create, or exit-status."`
}

func (c helpCommand) Run(parser *kong.Kong) error {
	if len(c.Topic) == 1 && c.Topic[0] == exitStatusTopic {
		return exitstatus.Write(os.Stdout)
	}
	asked, err := kong.Trace(parser, c.Topic)
	if err == nil {
		err = asked.Error
	}
	if err != nil && asked.Selected() == nil && len(c.Topic) > 0 {
		return exitstatus.With(exitstatus.Usage, fmt.Errorf("there is no command %q: see docmill --help",
			strings.Join(c.Topic, " ")))
	}
	return asked.PrintUsage(false)
}

type versionCommand struct{}

func (versionCommand) Run() error {
	_, err := fmt.Println("docmill", version.String())
	return err
}
