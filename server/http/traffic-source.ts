import type { FastifyRequest } from 'fastify'
import { SOURCE_COOKIE } from './cookies.ts'

/** The traffic source as the browser stored it: a short printable text, or null. */
export function readTrafficSource({ cookies }: Pick<FastifyRequest, 'cookies'>): string | null {
  const text = cookies[SOURCE_COOKIE]?.trim() ?? ''
  return /^[^\p{Cc}\p{Cs}]{1,64}$/u.test(text) ? text : null
}
