import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Change } from '../storage/state.ts'
import type { Challenge, ChallengeAnswer, Intent, StoredMethod } from '../storage/tables.ts'
import type { Context } from './context.ts'
import { emitEvent } from './events.ts'
import { saveIntent } from './intents.ts'
import { cardOf, chargeIntent, failAttempt } from './outcome.ts'
import { walletOf, wallets } from './wallets.ts'

/** How long a wallet's page or code can be paid. */
const WALLET_OPEN_MS = 60 * 60 * 1000

/** The path of a card's page; wallets have their own. */
export const CARD_PATH = '/3ds'

export interface OpenedChallenge {
  intent: Intent
  stored: StoredMethod
  challenge: Challenge
  /** False once it is answered, or its intent is not requires_action any more. */
  isOpen: boolean
}

/** Attempts payment: the intent becomes succeeded, processing, requires_action or requires_payment_method. */
export function attemptPayment(
  context: Context,
  intent: Intent,
  stored: StoredMethod,
  returnUrl: string,
): Intent {
  const card = cardOf(stored)
  const fresh: Intent = {
    ...intent,
    payment_method: stored.method.id,
    last_payment_error: null,
    next_action: null,
  }
  if (card === null || card.needsChallenge) {
    return requireChallenge(context, fresh, stored, returnUrl)
  }
  return chargeIntent(context, { intent: fresh, stored, card })
}

/** Makes the payer approve on a page of the sandbox first. */
function requireChallenge(
  context: Context,
  intent: Intent,
  stored: StoredMethod,
  returnUrl: string,
): Intent {
  const { change, atMs, rules } = context
  const wallet = walletOf(stored.method)
  const challenge: Challenge = {
    token: randomBytes(32).toString('base64url'),
    paymentMethodId: stored.method.id,
    returnUrl,
    answer: null,
    ...(wallet && { expiresAtMs: atMs + WALLET_OPEN_MS }),
  }
  change.put('challenges', intent.id, challenge)
  if (challenge.expiresAtMs !== undefined) {
    const dueAtMs = challenge.expiresAtMs
    change.put('tasks', `expire:${intent.id}`, { kind: 'expire', subject: intent.id, dueAtMs })
  }
  const path = wallet ? wallets[wallet].path : CARD_PATH
  const url = `${rules.publicUrl}${path}/${intent.id}/${challenge.token}`
  const waiting = saveIntent(context, {
    ...intent,
    status: 'requires_action',
    next_action: wallet
      ? wallets[wallet].nextAction(url, returnUrl)
      : { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } },
  })
  emitEvent(context, 'payment_intent.requires_action', waiting)
  return waiting
}

/** The challenge behind such a URL; undefined for a wrong or outdated token. */
export function findChallenge(
  change: Pick<Change, 'get'>,
  intentId: string,
  token: string,
): OpenedChallenge | undefined {
  const opened = readChallenge(change, intentId)
  if (opened === undefined) return undefined
  const own = Buffer.from(opened.challenge.token)
  const given = Buffer.from(token)
  return own.length === given.length && timingSafeEqual(own, given) ? opened : undefined
}

function readChallenge(change: Pick<Change, 'get'>, intentId: string): OpenedChallenge | undefined {
  const intent = change.get('intents', intentId)
  const challenge = change.get('challenges', intentId)
  const stored = change.get('paymentMethods', challenge?.paymentMethodId ?? '')
  if (intent === undefined || challenge === undefined || stored === undefined) return undefined
  const isOpen = challenge.answer === null && intent.status === 'requires_action'
  return { intent, stored, challenge, isOpen }
}

/** Records the payer's answer; a second answer changes nothing. */
export function answerChallenge(
  context: Context,
  { intent, stored, challenge, isOpen }: OpenedChallenge,
  answer: ChallengeAnswer,
): Intent {
  if (!isOpen) return intent
  context.change.remove('tasks', `expire:${intent.id}`)
  context.change.put('challenges', intent.id, { ...challenge, answer })
  if (answer !== 'approved') return failAttempt(context, intent, stored, answer)
  return chargeIntent(context, {
    intent: { ...intent, next_action: null },
    stored,
    card: cardOf(stored),
  })
}

/** Ends a challenge whose time is over. */
export function expireChallenge(context: Context, intentId: string): void {
  context.change.remove('tasks', `expire:${intentId}`)
  const opened = readChallenge(context.change, intentId)
  if (opened === undefined || context.atMs < (opened.challenge.expiresAtMs ?? Infinity)) return
  answerChallenge(context, opened, 'expired')
}

/** The shop's return URL with the provider's parameters. */
export function returnAddress(intent: Intent, challenge: Challenge): string {
  const url = new URL(challenge.returnUrl)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '')
  url.searchParams.set(
    'redirect_status',
    intent.status === 'succeeded'
      ? 'succeeded'
      : intent.status === 'processing'
        ? 'pending'
        : 'failed',
  )
  return url.href
}
