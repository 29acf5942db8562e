package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"golang.org/x/net/idna"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

// DomainAccounts maps domains, as Domain spells them, to the public id of the account
// that their people belong to; "" is the oldest account.
type DomainAccounts map[string]string

// Domain is the one spelling of a domain: in lower case, what is not ASCII in
// the form of RFC 5891, so that no other spelling of a mapped domain passes for
// one that is not mapped.
func Domain(domain string) string {
	domain = strings.TrimSuffix(strings.ToLower(domain), ".")
	if ascii, err := idna.Lookup.ToASCII(domain); err == nil {
		return ascii
	}
	return domain
}

// of returns the account that an e-mail address belongs to by its domain; mapped is
// false for all others.
func (d DomainAccounts) of(email string) (account string, mapped bool) {
	at := strings.LastIndexByte(email, '@')
	if at < 0 {
		return "", false
	}
	account, mapped = d[Domain(email[at+1:])]
	return account, mapped
}

// domainAccount finds that account, without prefix; "" when the domain is not mapped.
// CodeNotFound: there is no such account.
func (s *Store) domainAccount(ctx context.Context, tx pgx.Tx, email string) (account string, err error) {
	named, mapped := s.domains.of(email)
	if !mapped {
		return "", nil
	}
	err = tx.QueryRow(ctx, `SELECT id FROM accounts WHERE $1 = '' OR 'acct_' || id = $1 ORDER BY created_at, id LIMIT 1`,
		named).Scan(&account)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", noAccount()
	}
	if err != nil {
		return "", fmt.Errorf("find the account of a domain: %w", err)
	}
	return account, nil
}

// mayHave refuses an account a user whose address belongs to another account by
// its domain.
func (s *Store) mayHave(ctx context.Context, tx pgx.Tx, account, email string) error {
	domainOwner, err := s.domainAccount(ctx, tx, email)
	if err != nil && !apierror.Is(err, contract.CodeNotFound) {
		return err
	}
	if err == nil && (domainOwner == "" || domainOwner == account) {
		return nil
	}
	return apierror.New(contract.CodeInvalidRequest,
		"People with addresses of this domain sign in by single sign-on, to the account that the domain belongs to.")
}
