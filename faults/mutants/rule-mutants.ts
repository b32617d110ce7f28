import type { Patch } from './mutate.ts'

/** A fault in a rule that one request decides: the tests of a room find it. */
export interface RuleMutant {
  /** The file whose tests have to fail. */
  test: string
  patches: readonly [Patch, ...Patch[]]
}

export const RULE_MUTANTS: Record<string, RuleMutant> = {
  /** Any password opens an account. */
  'any-password': {
    test: 'server/account/login/login.test.ts',
    patches: [
      {
        file: 'server/account/password/passwords.ts',
        from: 'return stored !== null && isKnown',
        to: 'return stored !== null',
      },
    ],
  },

  /** A session never ends by its age. */
  'endless-session': {
    test: 'server/http/sessions/session.test.ts',
    patches: [
      {
        file: 'server/http/sessions/sessions.store.ts',
        from: 'where s.token_hash = ${tokenHash} and s.expires_at > ${now} and',
        to: 'where s.token_hash = ${tokenHash} and ${now}::timestamptz is not null and',
      },
    ],
  },

  /** The signature of an anti-forgery token is not checked. */
  'unsigned-token': {
    test: 'server/http/security/csrf.test.ts',
    patches: [
      {
        file: 'server/http/security/csrf.ts',
        from: "isSameText(mac, computeMac(key, context, nonce).toString('base64url'))",
        to: "mac !== '' && key.length > 0",
      },
    ],
  },

  /** A solved captcha serves again and again. */
  'captcha-again': {
    test: 'server/gateways/captcha/captcha.test.ts',
    patches: [
      {
        file: 'server/gateways/captcha/used-captchas.store.ts',
        from: 'on conflict (nonce) do nothing',
        to: 'on conflict (nonce) do update set nonce = excluded.nonce',
      },
    ],
  },

  /** A limit never fills. */
  'empty-counter': {
    test: 'server/http/limits/limits.test.ts',
    patches: [
      {
        file: 'server/http/limits/limits.store.ts',
        from: 'then 1 else held.points + 1 end',
        to: 'then 1 else held.points end',
      },
    ],
  },

  /** An order of several plans costs as one. */
  'price-of-one': {
    test: 'server/recharge/orders/orders.test.ts',
    patches: [
      {
        file: 'server/recharge/orders/find-or-insert-order.store.ts',
        from: 'plan.price, plan.currency',
        to: 'plan.amount, plan.currency',
      },
    ],
  },

  /** The order that the button names is forgotten: plan and number place another one. */
  'order-forgotten': {
    test: 'server/recharge/orders/named-orders.test.ts',
    patches: [
      {
        file: 'server/recharge/orders/find-or-place-order.ts',
        from: 'if (orderId !== undefined) return',
        to: "if (orderId === 'none') return",
      },
    ],
  },

  /** Bonus is spent first, also where other credit ends before it. */
  'bonus-first': {
    test: 'server/credit/credit.test.ts',
    patches: [
      {
        file: 'server/db/migrations/051_spending_order.sql',
        from: "order by expires_at nulls last, kind <> 'bonus',",
        to: "order by kind <> 'bonus', expires_at nulls last,",
      },
    ],
  },

  /** A refund reserves nothing while the provider has not answered. */
  'unreserved-refund': {
    test: 'server/recharge/refunds/held-credit.test.ts',
    patches: [
      {
        file: 'server/recharge/refunds/refund-order.ts',
        from: 'await reserveClawback(tx, order, { refunds, row, at })',
        to: '',
      },
    ],
  },

  /** What expired holds may still capture is refunded. */
  'late-holds-refunded': {
    test: 'server/console/orders/read-order.test.ts',
    patches: [
      {
        file: 'server/recharge/refunds/refund-policy.ts',
        from: 'Math.max(0, balance - held - late)',
        to: 'Math.max(0, balance - held - 0 * late)',
      },
    ],
  },

  /** A third party captures up to twice its hold. */
  'foreign-above-hold': {
    test: 'server/credit/spending/spend-credit.test.ts',
    patches: [
      {
        file: 'server/db/migrations/053_stops_of_customers.sql',
        from: 'if p_amount > hold.amount and not exists',
        to: 'if p_amount > 2 * hold.amount and not exists',
      },
    ],
  },

  /** A key's month is free again when charges of the months before are given back. */
  'months-given-back': {
    test: 'server/credit/spending/late-holds.test.ts',
    patches: [
      {
        file: 'server/db/migrations/053_stops_of_customers.sql',
        from: 'sum(charged - given_back)',
        to: 'sum(charged - reversed)',
      },
    ],
  },

  /** A login leads to another site. */
  'led-away': {
    test: 'web/account/login/return-path.node.test.ts',
    patches: [
      {
        file: 'web/account/login/return-path.ts',
        from: 'if (url?.origin !== HERE) return HOME',
        to: 'if (url === null) return HOME\nif (url.origin !== HERE) return asked',
      },
    ],
  },

  /** Somebody else's application is given all that it asks for. */
  'unasked-consent': {
    test: 'server/applications/sign-on/consent.test.ts',
    patches: [
      {
        file: 'server/applications/sign-on/provider/configuration.ts',
        from: 'const allowed = application.isFirstParty',
        to: 'const allowed = application.isFirstParty || userId.length > 0',
      },
    ],
  },

  /** An operator signs a request of their own. */
  'own-signature': {
    test: 'server/console/signatures/signed-plans.test.ts',
    patches: [
      {
        file: 'server/console/signatures/handlers.ts',
        from: "if (request.operatorId === session.operatorId) throw new AppError('FORBIDDEN')",
        to: '',
      },
    ],
  },

  /** A refund takes the gift of a new customer as any other credit. */
  'refund-takes-gift': {
    test: 'server/recharge/refunds/welcome-lots.test.ts',
    patches: [
      {
        file: 'server/credit/lots.ts',
        from: "!(firstFrom !== null && kind === 'welcome')",
        to: "kind !== 'debt'",
      },
    ],
  },

  /** Gmail's dots make another mailbox. */
  'dots-count': {
    test: 'server/credit/welcome/mailbox-of.test.ts',
    patches: [
      {
        file: 'server/credit/welcome/mailbox-of.ts',
        from: "new Set(['gmail.com'])",
        to: 'new Set<string>()',
      },
    ],
  },

  /** The price of 1,000 credit is always rounded down. */
  'rounded-down': {
    test: 'web/lib/format/format.node.test.ts',
    patches: [
      {
        file: 'web/lib/format/plan-terms.ts',
        from: 'Math.round((plan.amount * credit)',
        to: 'Math.floor((plan.amount * credit)',
      },
    ],
  },

  /** An envelope with the text "ok" is a failure. */
  'unknown-success': {
    test: 'web/lib/call/call.test.ts',
    patches: [
      {
        file: 'contract/envelope.ts',
        from: "new Set<unknown>([200, 0, '200', '0', 'ok', 'true'])",
        to: "new Set<unknown>([200, 0, '200', '0', 'true'])",
      },
    ],
  },

  /** A visitor's first traffic source stays, whatever a later address names. */
  'first-source': {
    test: 'web/lib/session/source.test.ts',
    patches: [
      {
        file: 'web/lib/session/source.ts',
        from: "if (named !== '') return named\n  if (stored) return stored",
        to: "if (stored) return stored\n  if (named !== '') return named",
      },
    ],
  },
}
