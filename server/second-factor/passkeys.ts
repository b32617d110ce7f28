import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '../http/app-error.ts'

/** EdDSA, ES256, RS256: what Node 20 and 24 verify alike and every authenticator offers one of. */
const ALGORITHMS = [-8, -7, -257]
const TIMEOUT_MS = 5 * 60 * 1000
/** Of WebAuthn; what else a browser names is left out. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** Imported at the first passkey: the library and its certificates take some 12 MB. */
const library = () => import('@simplewebauthn/server')

/** The site that passkeys belong to: WebAuthn's relying party. */
export interface PasskeySite {
  name: string
  /** Passkeys answer at its origin alone. */
  url: string
  log: FastifyBaseLogger
}

/** A passkey as it is verified. */
export interface Passkey {
  /** The credential's id as base64url. */
  id: string
  publicKey: Buffer
  /** Of signatures; 0 where the authenticator does not count. */
  counter: number
  transports: readonly string[]
}

/** A passkey as its owner sees it in a list. */
export interface ListedPasskey {
  id: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
  /** Kept by a password manager and present on several devices. */
  isSynced: boolean
}

/** What its owner is told of a passkey. */
export function showPasskey({ id, name, createdAt, lastUsedAt, isSynced }: ListedPasskey) {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    isSynced,
  }
}

/** Options for `navigator.credentials.create`: a discoverable passkey that verifies its user. */
export async function creationOptions(
  { name, url }: PasskeySite,
  {
    challenge,
    owner,
    known,
  }: {
    challenge: string
    owner: { id: string; email: string; name: string }
    known: readonly Pick<Passkey, 'id' | 'transports'>[]
  },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: name,
    rpID: new URL(url).hostname,
    userID: new Uint8Array(Buffer.from(owner.id)),
    userName: owner.email,
    userDisplayName: owner.name,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** Verifies a new passkey. Throws PASSKEY_REFUSED. */
export async function verifyNewPasskey(
  { url, log }: PasskeySite,
  response: Record<string, unknown>,
  challenge: string,
): Promise<Passkey & { isSynced: boolean }> {
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library checks every part of it
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: new URL(url).origin,
    expectedRPID: new URL(url).hostname,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((err: unknown) => {
    log.info({ err }, 'a new passkey was refused')
    throw new AppError('PASSKEY_REFUSED')
  })
  if (!verified.verified) throw new AppError('PASSKEY_REFUSED')
  const { credential, credentialBackedUp } = verified.registrationInfo
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: TRANSPORTS.filter((name) => listOf(credential.transports).includes(name)),
    isSynced: credentialBackedUp,
  }
}

/** The library passes on what the browser sent. */
function listOf(sent: unknown): readonly unknown[] {
  return Array.isArray(sent) ? sent : []
}

/** Options for `navigator.credentials.get`; without `allowed` the browser offers every passkey it has for us. */
export async function requestOptions(
  { url }: PasskeySite,
  {
    challenge,
    allowed = [],
  }: { challenge: string; allowed?: readonly Pick<Passkey, 'id' | 'transports'>[] },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: new URL(url).hostname,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: allowed.map(({ id, transports }) => ({ id, transports: [...transports] })),
  })
}

/** The id of the passkey that the browser says has answered; '' without one. */
export function passkeyIdIn(response: Record<string, unknown>): string {
  const { id } = response
  return typeof id === 'string' ? id : ''
}

/** Verifies the answer of a known passkey; returns its new counter. Throws PASSKEY_REFUSED. */
export async function verifyPasskey(
  { url, log }: PasskeySite,
  response: Record<string, unknown>,
  { challenge, passkey }: { challenge: string; passkey: Passkey },
): Promise<number> {
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library checks every part of it
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: new URL(url).origin,
    expectedRPID: new URL(url).hostname,
    requireUserVerification: true,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
      transports: [...passkey.transports],
    },
  }).catch((err: unknown) => {
    log.info({ err }, 'a passkey was refused')
    throw new AppError('PASSKEY_REFUSED')
  })
  if (!verified) throw new AppError('PASSKEY_REFUSED')
  return authenticationInfo.newCounter
}
