import type { FastifyInstance } from 'fastify'
import type { ToolsDeps } from '../deps.ts'
import type { Session } from '../sign-on/sessions.ts'
import type { Viewer } from '../wire/calls.ts'
import { CHAT_TOOL } from '../wire/chat.ts'
import { PICTURE_TOOL } from '../wire/picture.ts'
import { writeChatPage } from './chat-page.ts'
import { writePicturePage } from './picture-page.ts'

/** Writes a page that is shown to a customer, or without one in one of two views. */
type WritePage = (
  shown: { viewer: Viewer; view: 'ready' } | { viewer: null; view: 'signed-out' | 'unreachable' },
) => string

/** The page of each tool, and what it asks again. A browser that is not signed on goes by the shop, which may know it, without a form. */
export function toolRoutes(app: FastifyInstance, deps: ToolsDeps): void {
  const { sessions, cookies, openId, owners, shop, pages, pictureReader, config } = deps
  const { frame } = pages

  async function toViewer({ user, name }: Session): Promise<Viewer> {
    const credit = await shop.readCredit(user).catch(() => null)
    return { user, name, credit: credit && { available: credit.available, held: credit.held } }
  }

  function servePage(path: string, write: WritePage): void {
    app.get<{ Querystring: { visitor?: unknown } }>(path, async (request, reply) => {
      const session = sessions.find(cookies.sessionIds(request))
      if (session !== null) {
        return pages.send(reply, write({ viewer: await toViewer(session), view: 'ready' }))
      }
      const isKnownVisitor =
        cookies.takeVisitor(request.cookies, reply) || request.query.visitor !== undefined
      const begun = isKnownVisitor ? null : await beginSilently(openId)
      if (begun !== null) {
        const { url, ...kept } = begun
        cookies.setBegun(reply, { ...kept, to: path })
        return reply.header('cache-control', 'no-store').redirect(url, 303)
      }
      const view = isKnownVisitor ? 'signed-out' : 'unreachable'
      return pages.send(reply, write({ viewer: null, view }))
    })
  }

  app.get('/me', (request) => toViewer(owners.requireSession(request)))
  // not the upstream's names of them
  const models = [...config.models.values()].map(({ upstream: _, ...offered }) => offered)
  const isStandIn = config.upstream === null
  servePage(CHAT_TOOL.path, (shown) => writeChatPage({ ...frame, models, isStandIn, ...shown }))
  const { missing } = pictureReader
  servePage(PICTURE_TOOL.path, (shown) => writePicturePage({ ...frame, missing, ...shown }))
}

/** Null: the shop does not answer, and the browser must not be sent there. */
async function beginSilently(openId: ToolsDeps['openId']) {
  if (!(await openId.isReachable())) return null
  return openId.begin({ isSilent: true }).catch(() => null)
}
