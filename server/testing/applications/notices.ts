import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { signOutNotices } from '../../applications/sign-on/notify-sign-out.ts'
import { startJobs } from '../../jobs/worker.ts'
import type { TestServer } from '../harness.ts'
import type { ReceivedMessage } from './webhook-receiver.ts'

/** A worker that sends notices of signed-out users. */
export function deliverNotices({ deps, sql, openProvider }: TestServer) {
  const log = { ...console, warn: () => {}, error: () => {} }
  const jobs = startJobs({ sql, handlers: signOutNotices(deps, openProvider), log, pollMs: 20 })
  return { [Symbol.asyncDispose]: () => jobs.stop() }
}

/** Header and claims of a token whose signature one of the shop's published keys verifies. */
export async function readSignedToken(
  { config }: Pick<TestServer, 'config'>,
  token: string,
): Promise<{ header: Record<string, unknown>; claims: Record<string, unknown> }> {
  const [head = '', body = '', signature = ''] = token.split('.')
  const header = parsePart(head)
  const response = await fetch(`${config.publicUrl}/oidc/jwks`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list of JSON Web Keys
  const { keys } = (await response.json()) as { keys: (JsonWebKey & { kid: string })[] }
  const key = keys.find(({ kid }) => kid === header['kid'])
  if (!key) throw new Error(`no key ${String(header['kid'])}`)
  const publicKey = {
    key: createPublicKey({ key, format: 'jwk' }),
    dsaEncoding: 'ieee-p1363',
  } as const
  if (
    !verify(
      'sha256',
      Buffer.from(`${head}.${body}`),
      publicKey,
      Buffer.from(signature, 'base64url'),
    )
  )
    throw new Error('the signature is wrong')
  return { header, claims: parsePart(body) }
}

/** The token of a notice as an application received it. */
export function logoutTokenIn({ body }: ReceivedMessage): string {
  return new URLSearchParams(body).get('logout_token') ?? ''
}

function parsePart(part: string): Record<string, unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parts of a token are objects
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
}
