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

// DomainAccounts maps domains, as spelled by Domain, to the public id of their users' account; "" is the
// oldest account.
type DomainAccounts map[string]string

// Domain normalizes a domain: lower case, non-ASCII in the form of RFC 5891, so that no other spelling
// bypasses the mapping.
func Domain(domain string) string {
	domain = strings.TrimSuffix(strings.ToLower(domain), ".")
	if ascii, err := idna.Lookup.ToASCII(domain); err == nil {
		return ascii
	}
	return domain
}

// accountOf returns the account of an e-mail address's domain; mapped is false if there is none.
func (d DomainAccounts) accountOf(email string) (account string, mapped bool) {
	at := strings.LastIndexByte(email, '@')
	if at < 0 {
		return "", false
	}
	account, mapped = d[Domain(email[at+1:])]
	return account, mapped
}

// domainAccount returns that account without prefix, or "" if the domain is not mapped. It returns
// CodeNotFound if the account does not exist.
func (s *Store) domainAccount(ctx context.Context, tx pgx.Tx, email string) (account string, err error) {
	named, mapped := s.domains.accountOf(email)
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

// mayHave returns an error if the address's domain belongs to another account.
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
