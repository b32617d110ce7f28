import type { FastifyReply } from 'fastify'
import { styleHash } from './style.ts'

/** Sends a page that may do nothing but what the allowances name. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  page: string,
  allowances: string[] = [],
): FastifyReply {
  const policy = [
    "default-src 'none'",
    `style-src ${styleHash}`,
    'img-src data:',
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...allowances,
  ]
  const hasForms = allowances.some((each) => each.startsWith('form-action'))
  if (!hasForms) policy.push("form-action 'none'")
  return (
    reply
      .code(status)
      .header('content-security-policy', policy.join('; '))
      .header('x-content-type-options', 'nosniff')
      // with no-referrer a form would send no Origin header, which tells our pages from those of other sites
      .header('referrer-policy', 'same-origin')
      .type('text/html; charset=utf-8')
      .send(page)
  )
}
