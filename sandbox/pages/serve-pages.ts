import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSame, keyIn, type Keys } from '../api/auth.ts'
import { parseForm } from '../api/form.ts'
import {
  answerChallenge,
  findChallenge,
  returnAddress,
  type OpenedChallenge,
} from '../payments/challenge.ts'
import type { Rules } from '../payments/context.ts'
import type { State } from '../storage/state.ts'
import { challengePage, endPage, unknownChallengePage } from './challenge-page.ts'
import { overviewPage } from './overview-page.ts'
import { copyScriptHash, styleHash } from './style.ts'

export interface PageDeps {
  state: State
  keys: Keys
  rules: Rules
  webhookUrl: string | null
  now: () => number
}

interface ChallengeRoute {
  Params: { intent: string; token: string }
}

export function servePages(app: FastifyInstance, deps: PageDeps): void {
  const { state } = deps

  app.get('/', async (request, reply) => {
    if (!mayLook(request, deps.keys)) {
      reply.header('www-authenticate', 'Basic realm="sandbox"')
      return sendPage(reply, 401, '请在本机打开，或以密钥作为用户名登录。', [])
    }
    await state.durable()
    return sendPage(reply, 200, overviewPage(state, deps.webhookUrl), [
      `script-src ${copyScriptHash}`,
    ])
  })

  app.get<ChallengeRoute>('/3ds/:intent/:token', async ({ params }, reply) => {
    const opened = findChallenge(state, params.intent, params.token)
    if (opened === undefined) return sendPage(reply, 404, unknownChallengePage(), [])
    await state.durable()
    if (!opened.isOpen) return sendEnd(reply, opened)
    // Browsers hold a form to its policy along redirects, so the shop's origin has to stand in it.
    const { returnUrl } = opened.challenge
    const shop = returnUrl === null ? '' : new URL(returnUrl).origin
    return sendPage(reply, 200, challengePage(opened), [`form-action 'self' ${shop}`])
  })

  app.post<ChallengeRoute>('/3ds/:intent/:token', async (request, reply) => {
    const { intent: id, token } = request.params
    const { answer } = parseForm(typeof request.body === 'string' ? request.body : '')
    if (answer !== 'approve' && answer !== 'refuse') {
      return reply.redirect(request.url, 303)
    }
    const result = state.change((change): OpenedChallenge | undefined => {
      const opened = findChallenge(change, id, token)
      if (opened === undefined) return undefined
      const cause = { id: null, idempotency_key: null }
      const context = { change, atMs: deps.now(), cause, rules: deps.rules }
      const intent = answerChallenge(context, opened, answer === 'approve' ? 'approved' : 'refused')
      return { ...opened, intent, isOpen: false }
    })
    await state.durable()
    if (result === undefined) return sendPage(reply, 404, unknownChallengePage(), [])
    const back = returnAddress(result.intent, result.challenge)
    return back === null ? sendEnd(reply, result) : reply.redirect(back, 303)
  })
}

function sendEnd(reply: FastifyReply, opened: OpenedChallenge): FastifyReply {
  return sendPage(reply, 200, endPage(opened, returnAddress(opened.intent, opened.challenge)), [])
}

function sendPage(
  reply: FastifyReply,
  status: number,
  page: string,
  allowances: string[],
): FastifyReply {
  const policy = [
    "default-src 'none'",
    `style-src ${styleHash}`,
    'img-src data:',
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...allowances,
  ]
  if (!allowances.some((each) => each.startsWith('form-action'))) policy.push("form-action 'none'")
  return reply
    .code(status)
    .header('content-security-policy', policy.join('; '))
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(page)
}

/** The overview is for this machine; from elsewhere, also through a proxy, it asks for the secret key. */
function mayLook(request: FastifyRequest, { secretKey }: Keys): boolean {
  const { forwarded, 'x-forwarded-for': forwardedFor, authorization } = request.headers
  const isHere = ['localhost', '127.0.0.1', '[::1]', '::1'].includes(request.hostname)
  if (isHere && forwarded === undefined && forwardedFor === undefined) return true
  const key = keyIn(authorization)
  return key !== undefined && isSame(key, secretKey)
}
