import { compactVerify, createRemoteJWKSet } from 'jose'
import { signOutNotices } from '../../applications/sign-on/notify-sign-out.ts'
import type { TestServer } from '../harness.ts'
import { startWorker } from './messages.ts'
import type { ReceivedMessage } from './webhook-receiver.ts'

/** A worker that sends notices of signed-out users. */
export function deliverNotices({ deps, sql, openProvider }: TestServer) {
  return startWorker(sql, signOutNotices(deps, openProvider))
}

/** Header and claims of a token; throws unless one of the shop's published keys has signed it. */
export async function readSignedToken(
  { config }: Pick<TestServer, 'config'>,
  token: string,
): Promise<{ header: object; claims: Record<string, unknown> }> {
  const keys = createRemoteJWKSet(new URL(`${config.publicUrl}/oidc/jwks`))
  const { protectedHeader: header, payload } = await compactVerify(token, keys)
  return { header, claims: Object(JSON.parse(Buffer.from(payload).toString())) }
}

/** The token of a notice as an application received it. */
export function logoutTokenIn({ body }: ReceivedMessage): string {
  return new URLSearchParams(body).get('logout_token') ?? ''
}
