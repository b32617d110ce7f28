import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The bytes of a resource by encoding; compressed ones only where they are worth it. */
export type Bodies = Partial<Record<Encoding, Buffer>> & { identity: Buffer }

/** A document or file in memory, with headers that are computed once. */
export interface Resource {
  status: number
  variants: Record<Encoding, Variant>
}

interface Variant {
  etag: string
  body: Buffer
  headers: Record<string, string | number>
  headersUnchanged: Record<string, string | number>
}

export interface ResourceOptions {
  status?: number
  headers: Readonly<Record<string, string>>
}

/** A smaller response takes as many packets compressed as plain. */
const WORTH_COMPRESSING = 512

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Compresses at the highest level, because it runs once for each version of a text. */
export async function compress(identity: Buffer): Promise<Bodies> {
  if (identity.length < WORTH_COMPRESSING) return { identity }
  const [br, gz] = await Promise.all([
    brotli(identity, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
    deflate(identity, { level: 9 }),
  ])
  return { identity, br, gzip: gz }
}

export function createResource(
  bodies: Bodies,
  { status = 200, headers }: ResourceOptions,
): Resource {
  const hash = createHash('sha256').update(bodies.identity).digest('base64url').slice(0, 22)
  const isNegotiated = bodies.br !== undefined || bodies.gzip !== undefined
  const variant = (encoding: Encoding): Variant => {
    const body = bodies[encoding]
    if (body === undefined) return variant('identity')
    // strong tags differ by encoding, because the bytes do
    const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
    const headersUnchanged = { ...headers, etag, ...(isNegotiated && { vary: 'accept-encoding' }) }
    return {
      etag,
      body,
      headersUnchanged,
      headers: {
        ...headersUnchanged,
        'content-length': body.length,
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      },
    }
  }
  return {
    status,
    variants: { br: variant('br'), gzip: variant('gzip'), identity: variant('identity') },
  }
}

/** The best encoding that the client accepts; it refuses one with `q=0`. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  const taken = new Map<string, boolean>()
  for (const item of accepted.toLowerCase().split(',')) {
    const [name = '', quality = ''] = item.split(';')
    taken.set(name.trim(), !/^\s*q\s*=\s*0(\.0*)?\s*$/.test(quality))
  }
  const takes = (encoding: Encoding) => taken.get(encoding) ?? taken.get('*') ?? false
  return ENCODINGS.find(takes) ?? 'identity'
}

/** Whether an `If-None-Match` names this tag; its weak form also counts (RFC 9110). */
export function isUnchanged(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false
  if (condition === etag || condition === '*') return true
  return condition.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
