package account

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
)

type usersData struct {
	Users   []contract.User
	Owner   bool
	Self    string // id of the user who views the page
	Invitee string // as typed
	Role    contract.Role
	Error   string
}

func (p *Pages) usersPage(c *fiber.Ctx, session *site.Session) error {
	return p.showUsers(c, session, http.StatusOK, usersData{Role: contract.RoleMember})
}

func (p *Pages) showUsers(c *fiber.Ctx, session *site.Session, status int, data usersData) error {
	users, err := p.site.Users(session)
	if err != nil {
		return err
	}
	data.Users, data.Owner, data.Self = users, session.IsOwner(), session.User.ID
	return p.site.Show(c, session, status, "users", site.Page{Title: session.Tr("Users"), Section: "users", Data: data})
}

// requireOwner redirects users who are not owners or have to confirm their password; ok means that they may go on.
func requireOwner(c *fiber.Ctx, session *site.Session) (ok bool, err error) {
	if !session.IsOwner() {
		return false, site.Redirect(c, usersPath)
	}
	if !session.Confirmed {
		return false, site.AskConfirmation(c, usersPath)
	}
	return true, nil
}

// linkData is the data of the only page that shows a one-time link.
type linkData struct {
	contract.InviteUserReply
	Link string
}

func (p *Pages) showLink(c *fiber.Ctx, session *site.Session, reply contract.InviteUserReply, secret string) error {
	return p.site.Show(c, session, http.StatusOK, "user-link", site.Page{
		Title: session.Tr("One-time link"), Section: "users",
		Data: linkData{InviteUserReply: reply, Link: contract.InviteLink(site.BaseURL(c), secret)},
	})
}

func (p *Pages) inviteUser(c *fiber.Ctx, session *site.Session) error {
	if ok, err := requireOwner(c, session); !ok {
		return err
	}
	form, err := site.ReadForm(c, session.Request)
	if err != nil {
		return err
	}
	secret, err := contract.NewSecret(p.site.Random)
	if err != nil {
		return err
	}
	role, roleErr := contract.ParseRole(form.Get("role"))
	data := usersData{Invitee: strings.TrimSpace(form.Get("email")), Role: role}
	request := contract.SessionInviteRequest{BySession: session.By(), Invitation: contract.Invitation{
		Email: data.Invitee, Role: role, LinkHash: contract.HashSecret(secret),
	}}
	if roleErr != nil || request.Validate() != nil {
		data.Error = session.Tr("Enter the user's e-mail address and choose a role.")
		return p.showUsers(c, session, http.StatusBadRequest, data)
	}
	reply, err := bus.Call[contract.InviteUserReply](session.Context, p.site.Bus, contract.RPCAuthSessionUserInvite,
		request)
	if message, status, ok := site.Refusal(err, contract.CodeInvalidRequest, contract.CodeLimitReached,
		contract.CodeInvalidState); ok {
		data.Error = message
		return p.showUsers(c, session, status, data)
	}
	if err != nil {
		return err
	}
	return p.showLink(c, session, reply, secret)
}

func (p *Pages) makeLink(c *fiber.Ctx, session *site.Session) error {
	id, err := site.IDParam(c, contract.PrefixUser, "user")
	if err != nil {
		return err
	}
	if ok, err := requireOwner(c, session); !ok {
		return err
	}
	secret, err := contract.NewSecret(p.site.Random)
	if err != nil {
		return err
	}
	reply, err := bus.Call[contract.InviteUserReply](session.Context, p.site.Bus, contract.RPCAuthSessionUserLink,
		contract.SessionUserLinkRequest{
			BySession: session.By(), UserLinkRequest: contract.UserLinkRequest{UserID: id,
				LinkHash: contract.HashSecret(secret)},
		})
	if err != nil {
		return err
	}
	return p.showLink(c, session, reply, secret)
}

func (p *Pages) setRole(c *fiber.Ctx, session *site.Session) error {
	id, err := site.IDParam(c, contract.PrefixUser, "user")
	if err != nil {
		return err
	}
	if ok, err := requireOwner(c, session); !ok {
		return err
	}
	form, err := site.ReadForm(c, session.Request)
	if err != nil {
		return err
	}
	role, err := contract.ParseRole(form.Get("role"))
	if err != nil {
		return site.Redirect(c, usersPath)
	}
	_, err = bus.Call[contract.User](session.Context, p.site.Bus, contract.RPCAuthSessionUserSetRole,
		contract.SessionSetRoleRequest{
			BySession: session.By(), SetRoleRequest: contract.SetRoleRequest{UserID: id, Role: role},
		})
	return p.finishUserChange(c, session, err, "role-changed")
}

func (p *Pages) removeUserPage(c *fiber.Ctx, session *site.Session) error {
	id, err := site.IDParam(c, contract.PrefixUser, "user")
	if err != nil {
		return err
	}
	users, err := p.site.Users(session)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(users, func(u contract.User) bool { return u.ID == id })
	if i < 0 {
		return site.NotFound("user")
	}
	if !session.IsOwner() {
		return site.Redirect(c, usersPath)
	}
	if !session.Confirmed {
		return site.AskConfirmation(c, usersPath+"/"+url.PathEscape(id)+"/remove")
	}
	return p.site.Show(c, session, http.StatusOK, "user-remove", site.Page{
		Title: session.Tr("Remove a user"), Section: "users", Data: users[i],
	})
}

func (p *Pages) removeUser(c *fiber.Ctx, session *site.Session) error {
	id, err := site.IDParam(c, contract.PrefixUser, "user")
	if err != nil {
		return err
	}
	if ok, err := requireOwner(c, session); !ok {
		return err
	}
	_, err = bus.Call[contract.User](session.Context, p.site.Bus, contract.RPCAuthSessionUserRemove,
		contract.SessionRemoveUserRequest{
			BySession: session.By(), RemoveUserRequest: contract.RemoveUserRequest{UserID: id},
		})
	return p.finishUserChange(c, session, err, "user-removed")
}

// finishUserChange shows the list with the outcome.
func (p *Pages) finishUserChange(c *fiber.Ctx, session *site.Session, err error, done string) error {
	if message, status, ok := site.Refusal(err, contract.CodeInvalidState); ok {
		return p.showUsers(c, session, status, usersData{Role: contract.RoleMember, Error: message})
	}
	if err != nil {
		return err
	}
	return site.Redirect(c, usersPath+"?done="+done)
}
