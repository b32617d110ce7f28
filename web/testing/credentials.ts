import { vi } from 'vitest'

/** Options as the server sends them, for a new passkey and for a signature. */
export const creationOptions = {
  challenge: 'AAAA',
  rp: { name: '星桥' },
  user: { id: 'AAAA', name: 'a@example.com', displayName: 'A' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
}
export const requestOptions = { challenge: 'AAAA' }

/** What the fake device answers with. */
export const passkeyResponse = { id: 'credential-1', type: 'public-key' }

/** A device that creates passkeys and signs with them at once. */
export function fakeDevice() {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pages read its JSON only
  const credential = { toJSON: () => passkeyResponse } as unknown as Credential
  return {
    create: vi.spyOn(navigator.credentials, 'create').mockResolvedValue(credential),
    get: vi.spyOn(navigator.credentials, 'get').mockResolvedValue(credential),
  }
}

/** The user closes the browser's dialog. */
export function cancelDevice(name: 'NotAllowedError' | 'InvalidStateError' = 'NotAllowedError') {
  const refusal = new DOMException('refused', name)
  vi.spyOn(navigator.credentials, 'create').mockRejectedValue(refusal)
  vi.spyOn(navigator.credentials, 'get').mockRejectedValue(refusal)
}
