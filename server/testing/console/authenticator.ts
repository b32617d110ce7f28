import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

interface Options {
  /** Defaults to the console's own. */
  origin?: string
  rpId?: string
  isUserVerified?: boolean
  /** Answers another challenge than the one of the options. */
  challenge?: string
}

/** A passkey device: it answers the options of `navigator.credentials.create` and `get` as a browser's JSON. */
export interface Authenticator {
  /** The id of its passkey; '' before `create`. */
  id: () => string
  create(options: Record<string, unknown>, given?: Options): Record<string, unknown>
  get(options: Record<string, unknown>, given?: Options): Record<string, unknown>
}

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

/** Creates a device with one ES256 passkey that counts its signatures. */
export function createAuthenticator(url: string): Authenticator {
  const own = { origin: new URL(url).origin, rpId: new URL(url).hostname }
  let id = Buffer.alloc(0)
  let key: KeyObject | undefined
  let counter = 0

  function authenticatorData(flags: number, rpId: string, attested = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const hashed = createHash('sha256').update(rpId).digest()
    return Buffer.concat([hashed, Buffer.from([flags]), count, attested])
  }

  function clientData(type: string, challenge: unknown, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  return {
    id: () => id.toString('base64url'),
    create(
      options,
      { origin = own.origin, rpId = own.rpId, isUserVerified = true, challenge } = {},
    ) {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      key = pair.privateKey
      id = randomBytes(16)
      const { x = '', y = '' } = pair.publicKey.export({ format: 'jwk' })
      const cose = cbor(
        new Map<number, number | Buffer>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, cose])
      const flags = PRESENT | ATTESTED | (isUserVerified ? VERIFIED : 0)
      const attestation = cbor(
        new Map<string, string | Buffer | Map<never, never>>([
          ['fmt', 'none'],
          ['attStmt', new Map<never, never>()],
          ['authData', authenticatorData(flags, rpId, attested)],
        ]),
      )
      const data = clientData('webauthn.create', challenge ?? options['challenge'], origin)
      return {
        ...described(id),
        response: {
          clientDataJSON: data.toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get(options, { origin = own.origin, rpId = own.rpId, isUserVerified = true, challenge } = {}) {
      if (key === undefined) throw new Error('the device has no passkey')
      counter += 1
      const flags = PRESENT | (isUserVerified ? VERIFIED : 0)
      const data = clientData('webauthn.get', challenge ?? options['challenge'], origin)
      const authData = authenticatorData(flags, rpId)
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()])
      return {
        ...described(id),
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: createSign('sha256').update(signed).sign(key).toString('base64url'),
        },
      }
    },
  }
}

function described(id: Buffer) {
  const text = id.toString('base64url')
  return { id: text, rawId: text, type: 'public-key', clientExtensionResults: {} }
}

type Cbor = number | string | Buffer | Map<never, never> | Map<string, Cbor> | Map<number, Cbor>

/** The little of RFC 8949 that an attestation needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const pairs = [...value].flatMap(([name, part]) => [cbor(name), cbor(part)])
  return Buffer.concat([head(5, value.size), ...pairs])
}

function head(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument])
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument])
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 0xff])
}
