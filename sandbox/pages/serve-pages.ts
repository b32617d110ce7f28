import type { FastifyInstance } from 'fastify'
import type { ApiKeys } from '../api/auth.ts'
import { mayControl } from '../control/access.ts'
import { overviewPage } from './overview-page.ts'
import { paymentPage } from './payment-page.ts'
import { refusedPage, sendPage } from './frame.ts'
import { serveChallenges, type ChallengePageDeps } from './serve-challenges.ts'
import { copyScriptHash } from './style.ts'

interface PageDeps extends ChallengePageDeps {
  keys: ApiKeys
  webhookUrl: string | null
}

export function servePages(app: FastifyInstance, deps: PageDeps): void {
  const { state, keys, webhookUrl } = deps

  /** A page for this machine, or for who has the key. */
  const page = (
    path: string,
    write: (id: string) => string | undefined,
    allowances: string[],
  ): void => {
    app.get<{ Params: { id?: string } }>(path, async (request, reply) => {
      if (!mayControl(request, keys)) {
        reply.header('www-authenticate', 'Basic realm="sandbox"')
        return sendPage(reply, 401, '请在本机打开，或以密钥作为用户名登录。')
      }
      await state.durable()
      const text = write(request.params.id ?? '')
      if (text === undefined) return sendPage(reply, 404, refusedPage('没有这笔付款。', '/'))
      return sendPage(reply, 200, text, allowances)
    })
  }

  page('/', () => overviewPage(state, webhookUrl), [
    `script-src ${copyScriptHash}`,
    "form-action 'self'",
  ])
  page(
    '/payments/:id',
    (id) => {
      const intent = state.get('intents', id)
      return intent && paymentPage(state, intent)
    },
    ["form-action 'self'"],
  )
  serveChallenges(app, deps)
}
