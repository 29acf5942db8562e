package dashboard

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

const (
	usersPath    = "/users"
	activityPath = "/activity"
)

func (d *Dashboard) peopleRoutes(t *table) {
	t.get(usersPath, d.usersPage)
	t.post(usersPath, d.inviteUser)
	t.post(usersPath+"/:id/link", d.linkUser)
	t.post(usersPath+"/:id/role", d.setRole)
	t.get(usersPath+"/:id/remove", d.removePage)
	t.post(usersPath+"/:id/remove", d.removeUser)
	t.get(activityPath, d.activityPage)
}

// usersData is the data of the list of people.
type usersData struct {
	Users   []contract.User
	Owner   bool
	Self    string // id of the person who looks
	Invitee string // as typed
	Role    contract.Role
	Error   string
}

func (d *Dashboard) users(v *visit) ([]contract.User, error) {
	reply, err := bus.Call[contract.ListUsersReply](v.Context, d.deps.Bus, contract.RPCAuthSessionUserList, v.by())
	return reply.Users, err
}

func (d *Dashboard) usersPage(c *fiber.Ctx, v *visit) error {
	return d.showUsers(c, v, http.StatusOK, usersData{Role: contract.RoleMember})
}

func (d *Dashboard) showUsers(c *fiber.Ctx, v *visit, status int, data usersData) error {
	users, err := d.users(v)
	if err != nil {
		return err
	}
	data.Users, data.Owner, data.Self = users, v.owner(), v.Session.User.ID
	return d.show(c, v, status, "users", page{Title: v.tr("People"), Section: "users", Data: data})
}

// needsOwner sends a person who may not do a thing back to the list, and one who must
// confirm first to the page for it; ok reports that neither is so.
func needsOwner(c *fiber.Ctx, v *visit) (ok bool, err error) {
	if !v.owner() {
		return false, redirect(c, usersPath)
	}
	if !v.Session.Confirmed {
		return false, askConfirmation(c, usersPath)
	}
	return true, nil
}

// madeLink is the data of the one page that shows a one-time link.
type madeLink struct {
	contract.InviteUserReply
	Link string
}

func (d *Dashboard) showLink(c *fiber.Ctx, v *visit, reply contract.InviteUserReply, secret string) error {
	return d.show(c, v, http.StatusOK, "user-link", page{
		Title: v.tr("One-time link"), Section: "users",
		Data: madeLink{InviteUserReply: reply, Link: contract.WelcomeLink(baseURL(c), secret)},
	})
}

func (d *Dashboard) inviteUser(c *fiber.Ctx, v *visit) error {
	if ok, err := needsOwner(c, v); !ok {
		return err
	}
	form, err := readForm(c, v.Request)
	if err != nil {
		return err
	}
	secret, err := contract.NewSecret(d.deps.Random)
	if err != nil {
		return err
	}
	role, roleErr := contract.ParseRole(form.Get("role"))
	data := usersData{Invitee: strings.TrimSpace(form.Get("email")), Role: role}
	request := contract.SessionInviteRequest{BySession: v.by(), Invitation: contract.Invitation{
		Email: data.Invitee, Role: role, LinkHash: contract.HashSecret(secret),
	}}
	if roleErr != nil || request.Validate() != nil {
		data.Error = v.tr("Type the person's e-mail address and choose a role.")
		return d.showUsers(c, v, http.StatusBadRequest, data)
	}
	reply, err := bus.Call[contract.InviteUserReply](v.Context, d.deps.Bus, contract.RPCAuthSessionUserInvite, request)
	if sentence, status, ok := said(err, contract.CodeInvalidRequest, contract.CodeLimitReached,
		contract.CodeInvalidState); ok {
		data.Error = sentence
		return d.showUsers(c, v, status, data)
	}
	if err != nil {
		return err
	}
	return d.showLink(c, v, reply, secret)
}

func (d *Dashboard) linkUser(c *fiber.Ctx, v *visit) error {
	id, err := idParam(c, contract.PrefixUser, "person")
	if err != nil {
		return err
	}
	if ok, err := needsOwner(c, v); !ok {
		return err
	}
	secret, err := contract.NewSecret(d.deps.Random)
	if err != nil {
		return err
	}
	reply, err := bus.Call[contract.InviteUserReply](v.Context, d.deps.Bus, contract.RPCAuthSessionUserLink,
		contract.SessionUserLinkRequest{
			BySession: v.by(), UserLinkRequest: contract.UserLinkRequest{UserID: id, LinkHash: contract.HashSecret(secret)},
		})
	if err != nil {
		return err
	}
	return d.showLink(c, v, reply, secret)
}

func (d *Dashboard) setRole(c *fiber.Ctx, v *visit) error {
	id, err := idParam(c, contract.PrefixUser, "person")
	if err != nil {
		return err
	}
	if ok, err := needsOwner(c, v); !ok {
		return err
	}
	form, err := readForm(c, v.Request)
	if err != nil {
		return err
	}
	role, err := contract.ParseRole(form.Get("role"))
	if err != nil {
		return redirect(c, usersPath)
	}
	_, err = bus.Call[contract.User](v.Context, d.deps.Bus, contract.RPCAuthSessionUserSetRole,
		contract.SessionSetRoleRequest{
			BySession: v.by(), SetRoleRequest: contract.SetRoleRequest{UserID: id, Role: role},
		})
	return d.afterUser(c, v, err, "role-changed")
}

func (d *Dashboard) removePage(c *fiber.Ctx, v *visit) error {
	id, err := idParam(c, contract.PrefixUser, "person")
	if err != nil {
		return err
	}
	users, err := d.users(v)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(users, func(u contract.User) bool { return u.ID == id })
	if i < 0 {
		return notFound("person")
	}
	if !v.owner() {
		return redirect(c, usersPath)
	}
	if !v.Session.Confirmed {
		return askConfirmation(c, usersPath+"/"+url.PathEscape(id)+"/remove")
	}
	return d.show(c, v, http.StatusOK, "user-remove", page{
		Title: v.tr("Remove a person"), Section: "users", Data: users[i],
	})
}

func (d *Dashboard) removeUser(c *fiber.Ctx, v *visit) error {
	id, err := idParam(c, contract.PrefixUser, "person")
	if err != nil {
		return err
	}
	if ok, err := needsOwner(c, v); !ok {
		return err
	}
	_, err = bus.Call[contract.User](v.Context, d.deps.Bus, contract.RPCAuthSessionUserRemove,
		contract.SessionRemoveUserRequest{
			BySession: v.by(), RemoveUserRequest: contract.RemoveUserRequest{UserID: id},
		})
	return d.afterUser(c, v, err, "user-removed")
}

// afterUser goes back to the list, with what was done or with why it was not.
func (d *Dashboard) afterUser(c *fiber.Ctx, v *visit, err error, done string) error {
	if sentence, status, ok := said(err, contract.CodeInvalidState); ok {
		return d.showUsers(c, v, status, usersData{Role: contract.RoleMember, Error: sentence})
	}
	if err != nil {
		return err
	}
	return redirect(c, usersPath+"?done="+done)
}
