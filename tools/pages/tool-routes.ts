import type { FastifyInstance } from 'fastify'
import type { ToolsDeps } from '../deps.ts'
import { TOOLS } from '../wire/tools.ts'
import { writeToolPage } from './tool-page.ts'

/** The page of each tool. A browser that is not signed on goes by the shop, which may know it, without a form. */
export function toolRoutes(app: FastifyInstance, deps: ToolsDeps): void {
  const { sessions, cookies, openId, shop, pages } = deps
  for (const tool of TOOLS) {
    app.get(tool.path, async (request, reply) => {
      const session = sessions.find(cookies.sessionId(request.cookies))
      if (session !== null) {
        const credit = await shop.readCredit(session.user).catch(() => null)
        const viewer = { name: session.name, credit }
        return pages.send(reply, writeToolPage({ ...pages.frame, tool, viewer, view: 'ready' }))
      }
      const isKnownVisitor = cookies.takeVisitor(request.cookies, reply)
      const begun = isKnownVisitor ? null : await beginSilently(openId)
      if (begun !== null) {
        const { url, ...kept } = begun
        cookies.setBegun(reply, { ...kept, to: tool.path })
        return reply.header('cache-control', 'no-store').redirect(url, 303)
      }
      const view = isKnownVisitor ? 'signed-out' : 'unreachable'
      return pages.send(reply, writeToolPage({ ...pages.frame, tool, viewer: null, view }))
    })
  }
}

/** Null: the shop does not answer, and the browser must not be sent there. */
async function beginSilently(openId: ToolsDeps['openId']) {
  if (!(await openId.isReachable())) return null
  return openId.begin({ isSilent: true }).catch(() => null)
}
