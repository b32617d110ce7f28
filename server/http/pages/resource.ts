import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The bytes of one resource in every encoding that is worth having; `identity` always is. */
export type Bodies = Partial<Record<Encoding, Buffer>> & { identity: Buffer }

/** Something that is answered from memory; headers are made once, not for every request. */
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

/** Below this a compressed answer takes as many packets as a plain one. */
const WORTH_COMPRESSING = 512

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Compresses as far as it goes: done once for each version of a text. */
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

/** The best encoding that the client takes; one with `q=0` is refused by it. */
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

/** Whether an `If-None-Match` names this tag; a weak form of it counts, as RFC 9110 has it. */
export function isUnchanged(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false
  if (condition === etag || condition === '*') return true
  return condition.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
