import { CallError } from '../call/classify-failure.ts'

/** JSON of WebAuthn, as the server sends and receives it. */
type WebAuthnJson = Record<string, unknown>

/** The browser's passkey dialog gave no passkey. Shown as a hint: nothing was lost. */
export class PasskeyError extends CallError {
  override name = 'PasskeyError'

  constructor(message: string) {
    super({ kind: 'aborted' }, message, false)
  }
}

const UNSUPPORTED = '当前浏览器不支持通行密钥，请改用其他方式。'

/** Whether this browser can read and write the JSON of passkeys. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  )
}

/** Asks the device for a new passkey; throws PasskeyError when there is none. */
export async function createPasskey(options: WebAuthnJson): Promise<WebAuthnJson> {
  return askDevice(() => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser checks it
    const json = options as unknown as PublicKeyCredentialCreationOptionsJSON
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json)
    return navigator.credentials.create({ publicKey })
  })
}

/** Asks the device to sign with a passkey; throws PasskeyError when it does not. */
export async function signWithPasskey(options: WebAuthnJson): Promise<WebAuthnJson> {
  return askDevice(() => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser checks it
    const json = options as unknown as PublicKeyCredentialRequestOptionsJSON
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json)
    return navigator.credentials.get({ publicKey })
  })
}

async function askDevice(ask: () => Promise<Credential | null>): Promise<WebAuthnJson> {
  if (!canUsePasskeys()) throw new PasskeyError(UNSUPPORTED)
  let credential: Credential | null
  try {
    credential = await ask()
  } catch (error) {
    throw new PasskeyError(sentenceFor(error))
  }
  if (credential === null) throw new PasskeyError(sentenceFor(null))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of type `public-key`, as asked
  const { toJSON } = credential as PublicKeyCredential
  const json: object = toJSON.call(credential)
  return { ...json }
}

function sentenceFor(error: unknown): string {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'AbortError':
      return '验证未完成：已取消或已超时，请重试。'
    case 'InvalidStateError':
      return '本设备的通行密钥已添加过。'
    case 'SecurityError':
      return '通行密钥只能在 https 网址或 localhost 上使用，请检查地址栏。'
    case 'NotSupportedError':
      return '本设备没有可用的通行密钥，请更换安全钥匙或设备。'
    default:
      return '浏览器无法使用通行密钥，请重试，或改用其他方式。'
  }
}
