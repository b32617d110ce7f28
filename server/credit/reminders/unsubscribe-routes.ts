import { createHash } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { fileHeaders } from '../../http/pages/document-headers.ts'
import { storeReminders } from './reminders.store.ts'
import { askPage, UNSUBSCRIBE_STYLE, unsubscribedPage, wrongLinkPage } from './unsubscribe-page.ts'
import { readUnsubscribeToken, type Subscription } from './unsubscribe-token.ts'

const PATH = '/unsubscribe/:token'
const styleHash = createHash('sha256').update(UNSUBSCRIBE_STYLE).digest('base64')
const POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

const params = z.object({ token: z.string() })

/**
 * The links of reminder mails. A POST unsubscribes by its token alone, without cookie or CSRF token, as mail
 * programs send it (RFC 8058); a GET only asks.
 */
export function unsubscribeRoutes({
  sql,
  config,
  content,
}: Pick<Deps, 'sql' | 'config' | 'content'>): FastifyPluginAsync {
  const { name: brand, creditUnit: unit } = content.site
  const shop = { brand, unit }

  return async (scope) => {
    // what a mail program posts says nothing that the token does not
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume()
      done(null)
    })
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.headers({
        ...fileHeaders(config),
        'cache-control': 'no-store',
        'content-security-policy': POLICY,
        'referrer-policy': 'no-referrer',
      })
      done()
    })

    scope.get(PATH, async (request, reply) => {
      const subscription = readUnsubscribeToken(config.secretKey, tokenOf(request.params))
      return subscription === null
        ? sendPage(reply.code(404), wrongLinkPage(shop))
        : sendPage(reply, askPage(shop, subscription.kind))
    })

    scope.post(PATH, async (request, reply) => {
      const subscription = readUnsubscribeToken(config.secretKey, tokenOf(request.params))
      if (subscription === null) return sendPage(reply.code(404), wrongLinkPage(shop))
      await unsubscribe(subscription)
      return sendPage(reply, unsubscribedPage(shop, subscription.kind))
    })
  }

  async function unsubscribe({ userId, kind }: Subscription): Promise<void> {
    const off = kind === 'low' ? { lowCredit: null } : { expiringDays: null }
    await sql.begin((tx) => storeReminders(tx, userId, off))
  }
}

function tokenOf(given: unknown): string {
  return params.parse(given).token
}

function sendPage(reply: FastifyReply, markup: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(markup)
}
