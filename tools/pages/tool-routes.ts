import type { FastifyInstance } from 'fastify'
import type { ToolsDeps } from '../deps.ts'
import type { Viewer } from '../wire/job.ts'
import { CHAT_TOOL } from '../wire/chat.ts'
import { PICTURE_TOOL } from '../wire/picture.ts'
import { TOOLS } from '../wire/tools.ts'
import { writeChatPage } from './chat-page.ts'
import { writePicturePage } from './picture-page.ts'
import { writeToolPage } from './tool-page.ts'

/** Writes a page that is shown to a customer, or without one in one of two views. */
type WritePage = (
  shown: { viewer: Viewer; view: 'ready' } | { viewer: null; view: 'signed-out' | 'unreachable' },
) => string

/** The page of each tool. A browser that is not signed on goes by the shop, which may know it, without a form. */
export function toolRoutes(app: FastifyInstance, deps: ToolsDeps): void {
  const { sessions, cookies, openId, shop, pages, pictureReader } = deps
  const { frame } = pages

  function servePage(path: string, write: WritePage): void {
    app.get<{ Querystring: { visitor?: unknown } }>(path, async (request, reply) => {
      const session = sessions.find(cookies.sessionId(request.cookies))
      if (session !== null) {
        const credit = await shop.readCredit(session.user).catch(() => null)
        return pages.send(reply, write({ viewer: { name: session.name, credit }, view: 'ready' }))
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

  for (const tool of TOOLS)
    servePage(tool.path, (shown) => writeToolPage({ ...frame, tool, ...shown }))
  const { upstream, models } = deps.config
  const [first, ...others] = models.values()
  if (first !== undefined)
    servePage(CHAT_TOOL.path, (shown) =>
      writeChatPage({
        ...frame,
        models: [first, ...others],
        isStandIn: upstream === null,
        ...shown,
      }),
    )
  const { missing } = pictureReader
  servePage(PICTURE_TOOL.path, (shown) => writePicturePage({ ...frame, missing, ...shown }))
}

/** Null: the shop does not answer, and the browser must not be sent there. */
async function beginSilently(openId: ToolsDeps['openId']) {
  if (!(await openId.isReachable())) return null
  return openId.begin({ isSilent: true }).catch(() => null)
}
