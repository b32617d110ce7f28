import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSame, keyIn, type Keys } from '../api/auth.ts'
import type { Rules } from '../payments/context.ts'
import type { State } from '../storage/state.ts'
import { overviewPage } from './overview-page.ts'
import { sendPage } from './send-page.ts'
import { serveChallenges } from './serve-challenges.ts'
import { copyScriptHash } from './style.ts'

export interface PageDeps {
  state: State
  keys: Keys
  rules: Rules
  webhookUrl: string | null
  now: () => number
}

export function servePages(app: FastifyInstance, deps: PageDeps): void {
  const { state } = deps

  app.get('/', async (request, reply) => {
    if (!mayLook(request, deps.keys)) {
      reply.header('www-authenticate', 'Basic realm="sandbox"')
      return sendPage(reply, 401, '请在本机打开，或以密钥作为用户名登录。')
    }
    await state.durable()
    return sendPage(reply, 200, overviewPage(state, deps.webhookUrl), [
      `script-src ${copyScriptHash}`,
    ])
  })

  serveChallenges(app, deps)
}

/** The overview is for this machine; from elsewhere, also through a proxy, it asks for the secret key. */
function mayLook(request: FastifyRequest, { secretKey }: Keys): boolean {
  const { forwarded, 'x-forwarded-for': forwardedFor, authorization } = request.headers
  const isHere = ['localhost', '127.0.0.1', '[::1]', '::1'].includes(request.hostname)
  if (isHere && forwarded === undefined && forwardedFor === undefined) return true
  const key = keyIn(authorization)
  return key !== undefined && isSame(key, secretKey)
}
