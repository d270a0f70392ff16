package main

// The defects of defects.json. Each is a mistake of one place in the code, which asks world.has for it.
const (
	feeOnTop             = "fee-on-top"
	doubleRelease        = "double-release-accepted"
	minimumExclusive     = "minimum-exclusive"
	releasedGross        = "released-amount-gross"
	disputeNotFrozen     = "dispute-does-not-freeze"
	expiresMilliseconds  = "expires-in-milliseconds"
	referrerUnpaid       = "escrow-referrer-unpaid"
	statusFilterIgnored  = "status-filter-ignored"
	overdraft            = "overdraft"
	missingKeyForbidden  = "missing-key-forbidden"
	codeLowerCase        = "code-lower-case"
	idempotencyShared    = "idempotency-across-agents"
	agentsFoldCase       = "agent-ids-fold-case"
	retryMilliseconds    = "retry-after-milliseconds"
	registerCapPlusOne   = "register-cap-plus-one"
	limitSharedByKeys    = "limit-shared-by-keys"
	refusedNotCounted    = "refused-not-counted"
	tradingFeePercent    = "trading-fee-percent"
	cancelKeepsReserve   = "cancel-keeps-reserve"
	orderAmountNumber    = "order-amount-number"
	domainCheckStale     = "domain-check-stale"
	domainTakenBadInput  = "domain-taken-bad-request"
	nonceStandsStill     = "nonce-stands-still"
	revealedSeedMismatch = "revealed-seed-mismatch"
	historyTotalOfPage   = "history-total-of-page"
)

func isDefect(name string) bool {
	for _, known := range []string{
		feeOnTop, doubleRelease, minimumExclusive, releasedGross, disputeNotFrozen, expiresMilliseconds,
		referrerUnpaid, statusFilterIgnored, overdraft, missingKeyForbidden, codeLowerCase, idempotencyShared,
		agentsFoldCase, retryMilliseconds, registerCapPlusOne, limitSharedByKeys, refusedNotCounted,
		tradingFeePercent, cancelKeepsReserve, orderAmountNumber, domainCheckStale, domainTakenBadInput,
		nonceStandsStill, revealedSeedMismatch, historyTotalOfPage,
	} {
		if name == known {
			return true
		}
	}
	return false
}
