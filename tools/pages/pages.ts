import type { FastifyReply } from 'fastify'
import type { ToolsConfig } from '../config.ts'
import type { Assets } from './assets.ts'
import { problemStatus, type SignOnProblem, writeProblemPage } from './problem-page.ts'

export type Pages = ReturnType<typeof createPages>

/** Sends documents with their headers. */
export function createPages(config: ToolsConfig, assets: Assets) {
  const frame = { assets, config }
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      // signing out goes on to the shop
      `form-action 'self' ${config.shop.url}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ].join('; '),
  }

  function send(reply: FastifyReply, document: string) {
    return reply.headers(headers).type('text/html; charset=utf-8').send(document)
  }

  return {
    frame,
    send,
    sendProblem: (reply: FastifyReply, problem: SignOnProblem) =>
      send(reply.code(problemStatus(problem)), writeProblemPage(problem, frame)),
  }
}
