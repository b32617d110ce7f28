import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Change } from '../storage/state.ts'
import type { Challenge, ChallengeAnswer, Intent, StoredMethod } from '../storage/tables.ts'
import type { Context } from './context.ts'
import { emit } from './events.ts'
import { save } from './intents.ts'
import { nextAction, pagePaths, WALLET_OPEN_MS } from './next-action.ts'
import { cardOf, charge, failAttempt } from './outcome.ts'
import { walletOf } from './wallets.ts'

export interface OpenedChallenge {
  intent: Intent
  stored: StoredMethod
  challenge: Challenge
  /** False once it is answered, or its intent went another way. */
  isOpen: boolean
}

/** Asks the payer to agree on a page of the sandbox first. */
export function demandChallenge(
  context: Context,
  intent: Intent,
  stored: StoredMethod,
  returnUrl: string | null,
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
  const path = pagePaths[wallet ?? 'card']
  const url = `${rules.publicUrl}${path}/${intent.id}/${challenge.token}`
  const waiting = save(context, {
    ...intent,
    status: 'requires_action',
    next_action: nextAction(wallet, url, returnUrl),
  })
  emit(context, 'payment_intent.requires_action', waiting)
  return waiting
}

/** The challenge behind such a URL; undefined for a wrong or outdated token. */
export function findChallenge(
  change: Pick<Change, 'get'>,
  intentId: string,
  token: string,
): OpenedChallenge | undefined {
  const opened = open(change, intentId)
  if (opened === undefined) return undefined
  const own = Buffer.from(opened.challenge.token)
  const given = Buffer.from(token)
  return own.length === given.length && timingSafeEqual(own, given) ? opened : undefined
}

function open(change: Pick<Change, 'get'>, intentId: string): OpenedChallenge | undefined {
  const intent = change.get('intents', intentId)
  const challenge = change.get('challenges', intentId)
  const stored = change.get('paymentMethods', challenge?.paymentMethodId ?? '')
  if (intent === undefined || challenge === undefined || stored === undefined) return undefined
  const isOpen = challenge.answer === null && intent.status === 'requires_action'
  return { intent, stored, challenge, isOpen }
}

/** Takes the payer's answer; a second one changes nothing. */
export function answerChallenge(
  context: Context,
  { intent, stored, challenge, isOpen }: OpenedChallenge,
  answer: ChallengeAnswer,
): Intent {
  if (!isOpen) return intent
  context.change.remove('tasks', `expire:${intent.id}`)
  context.change.put('challenges', intent.id, { ...challenge, answer })
  if (answer !== 'approved') return failAttempt(context, intent, stored, answer)
  return charge(context, {
    intent: { ...intent, next_action: null },
    stored,
    card: cardOf(stored),
    authentication: 'challenge',
  })
}

/** Ends what the payer left open for too long. */
export function expireChallenge(context: Context, intentId: string): void {
  context.change.remove('tasks', `expire:${intentId}`)
  const opened = open(context.change, intentId)
  if (opened === undefined || context.atMs < (opened.challenge.expiresAtMs ?? Infinity)) return
  answerChallenge(context, opened, 'expired')
}

/** The shop's page with what the provider adds to its address; null when none was given. */
export function returnAddress(intent: Intent, challenge: Challenge): string | null {
  if (challenge.returnUrl === null) return null
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
