import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Change } from '../storage/state.ts'
import type { Challenge, Intent, StoredMethod } from '../storage/tables.ts'
import type { Context } from './context.ts'
import { emit } from './events.ts'
import { save } from './intents.ts'
import { cardOf, charge, failAuthentication } from './outcome.ts'

export interface OpenedChallenge {
  intent: Intent
  stored: StoredMethod
  challenge: Challenge
  /** False once it is answered, or its intent went another way. */
  isOpen: boolean
}

/** Asks the holder of the card to agree on a page of the sandbox first. */
export function demandChallenge(
  context: Context,
  intent: Intent,
  returnUrl: string | null,
): Intent {
  const token = randomBytes(32).toString('base64url')
  context.change.put('challenges', intent.id, {
    token,
    paymentMethodId: intent.payment_method ?? '',
    returnUrl,
    answer: null,
  })
  const url = `${context.rules.publicUrl}/3ds/${intent.id}/${token}`
  const waiting = save(context, {
    ...intent,
    status: 'requires_action',
    next_action:
      returnUrl === null
        ? {
            type: 'use_stripe_sdk',
            use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url },
          }
        : { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } },
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
  const intent = change.get('intents', intentId)
  const challenge = change.get('challenges', intentId)
  if (intent === undefined || challenge === undefined) return undefined
  const own = Buffer.from(challenge.token)
  const given = Buffer.from(token)
  if (own.length !== given.length || !timingSafeEqual(own, given)) return undefined
  const stored = change.get('paymentMethods', challenge.paymentMethodId)
  if (stored === undefined) return undefined
  const isOpen = challenge.answer === null && intent.status === 'requires_action'
  return { intent, stored, challenge, isOpen }
}

/** Takes the holder's answer; a second one changes nothing. */
export function answerChallenge(
  context: Context,
  { intent, stored, challenge, isOpen }: OpenedChallenge,
  answer: 'approved' | 'refused',
): Intent {
  if (!isOpen) return intent
  context.change.put('challenges', intent.id, { ...challenge, answer })
  if (answer === 'refused') return failAuthentication(context, intent, stored)
  return charge(context, {
    intent: { ...intent, next_action: null },
    stored,
    card: cardOf(stored),
    isAuthenticated: true,
  })
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
