import type { FastifyInstance } from 'fastify'
import type { Keys } from '../api/auth.ts'
import { mayControl } from '../control/access.ts'
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
    if (!mayControl(request, deps.keys)) {
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
