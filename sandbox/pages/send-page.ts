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
  if (!allowances.some((each) => each.startsWith('form-action'))) policy.push("form-action 'none'")
  return reply
    .code(status)
    .header('content-security-policy', policy.join('; '))
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(page)
}
