import type { FastifyInstance } from 'fastify'
import { AuthorizationResponseError } from 'openid-client'
import type { ToolsDeps } from '../deps.ts'
import { CHAT_TOOL } from '../wire/chat.ts'
import { PICTURE_TOOL } from '../wire/picture.ts'

/** Sign-on by the shop, and signing out in both directions. */
export function signOnRoutes(app: FastifyInstance, deps: ToolsDeps): void {
  const { openId, sessions, cookies, pages } = deps

  app.get<{ Querystring: { to?: unknown } }>('/sign-on', async ({ query }, reply) => {
    const begun = await openId.begin({ isSilent: false }).catch(() => null)
    if (begun === null) return pages.sendProblem(reply, 'unreachable')
    const { url, ...kept } = begun
    cookies.setBegun(reply, { ...kept, to: pathOf(query.to) })
    return reply.redirect(url, 303)
  })

  app.get<{ Querystring: { state?: unknown; error?: unknown } }>(
    '/callback',
    async (request, reply) => {
      const { query, raw } = request
      const state = typeof query.state === 'string' ? query.state : ''
      const begun = cookies.takeBegun(request.cookies, reply, state)
      if (begun === null) {
        // a silent sign-on of a browser that keeps no cookies: it is shown the tools as a visitor
        const isSilent = typeof query.error === 'string' && query.error.endsWith('_required')
        return isSilent ? reply.redirect('/?visitor', 303) : pages.sendProblem(reply, 'expired')
      }
      const search = raw.url?.slice('/callback'.length) ?? ''
      try {
        const session = sessions.create(await openId.redeem(search, begun))
        if (session === null) {
          cookies.setVisitor(reply)
          return await reply.redirect(pathOf(begun.to), 303)
        }
        for (const before of cookies.sessionIds(request)) sessions.end(before)
        cookies.setSession(reply, session.id)
        return await reply.redirect(pathOf(begun.to), 303)
      } catch (error) {
        if (error instanceof AuthorizationResponseError) {
          if (error.error === 'access_denied') return pages.sendProblem(reply, 'refused')
          // a silent sign-on: nobody is logged in at the shop, or the shop would have to ask
          if (error.error.endsWith('_required')) {
            cookies.setVisitor(reply)
            return reply.redirect(pathOf(begun.to), 303)
          }
        }
        request.log.warn({ err: error }, 'a sign-on failed')
        return pages.sendProblem(reply, (await openId.isReachable()) ? 'failed' : 'unreachable')
      }
    },
  )

  app.post('/sign-out', async (request, reply) => {
    const session = sessions.find(cookies.sessionIds(request))
    cookies.removeSession(reply)
    cookies.setVisitor(reply)
    if (session === null) return reply.redirect('/', 303)
    sessions.end(session.id)
    const url = await openId.logOutUrl(session.idToken).catch(() => null)
    return url === null ? pages.sendProblem(reply, 'half-signed-out') : reply.redirect(url, 303)
  })

  // the shop's notice of a session that has ended there
  app.post<{ Body: { logout_token?: unknown } }>('/backchannel-logout', async (request, reply) => {
    const token = request.body?.logout_token
    void reply.header('cache-control', 'no-store')
    try {
      const { sid } = await openId.readLogoutToken(String(token))
      sessions.endOfShop(sid)
      return await reply.send()
    } catch (error) {
      request.log.warn({ err: error }, 'a notice of a log-out was refused')
      return reply.code(400).send({ error: 'invalid_request' })
    }
  })
}

/** A path of this site; the first tool for anything else. */
function pathOf(to: unknown): string {
  return to === PICTURE_TOOL.path ? to : CHAT_TOOL.path
}
