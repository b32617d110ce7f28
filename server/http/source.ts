import type { FastifyRequest } from 'fastify'
import { USER_SOURCE } from './cookies.ts'

/** Where the visitor came from, as the browser keeps it: a short printable text, or nothing. */
export function sourceOf({ cookies }: FastifyRequest): string | null {
  const text = cookies[USER_SOURCE]?.trim() ?? ''
  return /^[^\p{Cc}\p{Cs}]{1,64}$/u.test(text) ? text : null
}
