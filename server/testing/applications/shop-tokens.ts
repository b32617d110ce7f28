import { importJWK, SignJWT } from 'jose'
import { readSigningKeys } from '../../applications/sign-on/signing-keys.ts'
import type { TestServer } from '../harness.ts'

const LOGGED_OUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** What a log-out notice for this application and session claims. */
export function noticeClaims(
  { config }: Pick<TestServer, 'config'>,
  { clientId, sid }: { clientId: string; sid: string },
): Record<string, unknown> {
  return {
    ...{ iss: config.publicUrl, aud: clientId, sid, sub: 'user', jti: 'notice' },
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 120,
    events: { [LOGGED_OUT_EVENT]: {} },
  }
}

/** A token that the shop's own key signs, whatever it claims; its audience may be another application's. */
export async function signAsShop(
  { deps }: Pick<TestServer, 'deps'>,
  claims: Record<string, unknown>,
  typ = 'logout+jwt',
): Promise<string> {
  const [key] = await readSigningKeys(deps)
  const signer = new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: key!.kid, typ })
  return signer.sign(await importJWK({ ...key, kty: 'EC' }, 'ES256'))
}
