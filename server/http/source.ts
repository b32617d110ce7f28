import type { FastifyRequest } from 'fastify'
import { USER_SOURCE } from './cookies.ts'

/** The traffic source as the browser stored it: a short printable text, or null. */
export function sourceOf({ cookies }: Pick<FastifyRequest, 'cookies'>): string | null {
  const text = cookies[USER_SOURCE]?.trim() ?? ''
  return /^[^\p{Cc}\p{Cs}]{1,64}$/u.test(text) ? text : null
}
