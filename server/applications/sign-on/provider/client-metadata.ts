import type { ClientMetadata } from 'oidc-provider'
import type { SignOnApplication } from '../applications.store.ts'
import { SCOPES } from '../paths.ts'

/** An application as the provider's client. `client_secret` is the hash: see `compareClientSecret`. */
export function toClientMetadata({
  clientId,
  clientSecretHash,
  name,
  redirectUrls,
  logoutRedirectUrls,
  backchannelUrl,
}: SignOnApplication): ClientMetadata {
  return {
    client_id: clientId,
    client_name: name,
    client_secret: Buffer.from(clientSecretHash).toString('base64url'),
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['authorization_code'],
    response_types: ['code'],
    scope: SCOPES.join(' '),
    redirect_uris: [...redirectUrls],
    post_logout_redirect_uris: [...logoutRedirectUrls],
    id_token_signed_response_alg: 'ES256',
    ...(backchannelUrl !== null && {
      backchannel_logout_uri: backchannelUrl,
      backchannel_logout_session_required: true,
    }),
  }
}
