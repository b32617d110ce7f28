import type { FastifyInstance, FastifyReply } from 'fastify'
import { parseForm } from '../api/form.ts'
import {
  answerChallenge,
  findChallenge,
  CARD_PATH,
  returnAddress,
  type OpenedChallenge,
} from '../payments/challenge.ts'
import { walletOf, wallets } from '../payments/wallets.ts'
import type { ChallengeAnswer } from '../storage/tables.ts'
import { challengePage, endPage, scanPage, unknownChallengePage } from './challenge-page.ts'
import { sendPage } from './frame.ts'
import type { Rules } from '../payments/context.ts'
import type { State } from '../storage/state.ts'

export interface ChallengePageDeps {
  state: State
  rules: Rules
  now: () => number
}

interface Route {
  Params: { intent: string; token: string }
}

const answers = new Map<unknown, ChallengeAnswer>([
  ['approve', 'approved'],
  ['refuse', 'refused'],
  ['expire', 'expired'],
])

/** Serves the pages on which a payer approves a payment or refuses it. */
export function serveChallenges(app: FastifyInstance, deps: ChallengePageDeps): void {
  const { state } = deps

  for (const prefix of [CARD_PATH, ...Object.values(wallets).map(({ path }) => path)]) {
    const path = `${prefix}/:intent/:token`

    app.get<Route>(path, async ({ params }, reply) => {
      const opened = findChallenge(state, params.intent, params.token)
      if (opened === undefined) return sendPage(reply, 404, unknownChallengePage())
      await state.durable()
      if (!opened.isOpen) return sendEnd(reply, opened)
      // Browsers hold a form to its policy along redirects, so the shop's origin has to stand in it.
      const shop = new URL(opened.challenge.returnUrl).origin
      return sendPage(reply, 200, challengePage(opened), [`form-action 'self' ${shop}`])
    })

    app.post<Route>(path, async (request, reply) => {
      const { intent: id, token } = request.params
      const given = parseForm(typeof request.body === 'string' ? request.body : '')['answer']
      const answer = answers.get(given)
      if (answer === undefined) return reply.redirect(request.url, 303)
      const result = state.change((change): OpenedChallenge | undefined => {
        const opened = findChallenge(change, id, token)
        if (opened === undefined) return undefined
        const cause = { id: null, idempotency_key: null }
        const context = { change, atMs: deps.now(), cause, rules: deps.rules }
        return { ...opened, intent: answerChallenge(context, opened, answer), isOpen: false }
      })
      await state.durable()
      if (result === undefined) return sendPage(reply, 404, unknownChallengePage())
      const nextUrl = continueUrl(result)
      return nextUrl === null ? sendEnd(reply, result) : reply.redirect(nextUrl, 303)
    })
  }

  serveCode(app, deps)
}

/** WeChat's code on a page of its own for the buyer's screen. */
function serveCode(app: FastifyInstance, { state, rules }: ChallengePageDeps): void {
  const path = `${wallets.wechat_pay.path}/:intent/:token`
  const textOf = ({ intent, token }: Route['Params']): string =>
    `${rules.publicUrl}${wallets.wechat_pay.path}/${intent}/${token}`

  app.get<Route>(`${path}/scan`, async ({ params }, reply) => {
    const opened = findChallenge(state, params.intent, params.token)
    if (opened === undefined) return sendPage(reply, 404, unknownChallengePage())
    await state.durable()
    if (opened.isOpen) return sendPage(reply, 200, scanPage(opened, textOf(params)))
    return sendPage(reply, 200, endPage(opened, returnAddress(opened.intent, opened.challenge)))
  })
}

/** Where this browser continues; null for a phone that scanned a code, which is not the shop's browser. */
function continueUrl({ intent, challenge, stored }: OpenedChallenge): string | null {
  return walletOf(stored.method) === 'wechat_pay' ? null : returnAddress(intent, challenge)
}

function sendEnd(reply: FastifyReply, opened: OpenedChallenge): FastifyReply {
  return sendPage(reply, 200, endPage(opened, continueUrl(opened)))
}
