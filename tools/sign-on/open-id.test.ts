import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { createOpenId } from './open-id.ts'

const CLIENT = 'tools'

interface Lies {
  /** The issuer that the discovery document names. */
  metadataIssuer?: string
  /** Claims of the ID token in place of the right ones. */
  claims?: Record<string, unknown>
}

/** A provider that answers a code with an ID token signed by its published key. */
async function startProvider({ metadataIssuer, claims = {} }: Lies) {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const idToken = new SignJWT({ sub: 'ann', sid: 's1', iss: url, aud: CLIENT, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(privateKey)
  const answers: Record<string, () => Promise<object> | object> = {
    '/.well-known/openid-configuration': () => ({
      issuer: metadataIssuer ?? url,
      authorization_endpoint: `${url}/auth`,
      token_endpoint: `${url}/token`,
      userinfo_endpoint: `${url}/me`,
      jwks_uri: `${url}/jwks`,
      id_token_signing_alg_values_supported: ['ES256'],
    }),
    '/jwks': async () => ({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }] }),
    '/token': async () => ({
      ...{ access_token: 'a', token_type: 'Bearer', id_token: await idToken },
    }),
    '/me': () => ({ sub: 'ann', nickname: 'Ann' }),
  }
  server.on('request', (request, response) => {
    const answer = answers[(request.url ?? '').split('?')[0] ?? '']
    void Promise.resolve(answer?.() ?? {}).then((body) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
    )
  })
  return {
    openId: createOpenId({
      ...{ shopUrl: url, publicUrl: 'http://tools.test', clientId: CLIENT, clientSecret: 's' },
    }),
    [Symbol.dispose]: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function signOn(lies: Lies) {
  using provider = await startProvider(lies)
  const begun = await provider.openId.begin({ isSilent: false })
  return await provider.openId.redeem(`?code=c&state=${begun.state}`, begun)
}

test('only an ID token of the shop and for this site signs somebody on', async () => {
  expect(await signOn({})).toMatchObject({ user: 'ann', sid: 's1', name: 'Ann' })
  const lies: Lies[] = [
    { claims: { iss: 'https://evil.test' } },
    { claims: { aud: 'another' } },
    // without this site as its party
    { claims: { aud: [CLIENT, 'another'] } },
    { claims: { aud: undefined } },
    { metadataIssuer: 'https://evil.test' },
  ]
  for (const lie of lies) await expect(signOn(lie), JSON.stringify(lie)).rejects.toThrow()
})
