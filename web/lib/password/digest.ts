import { loadChunk } from '../loading/chunk.ts'

/**
 * base64(SHA-256(utf8(password))): the form in which a password leaves the page (original specification,
 * section 5), except the new password of a change, which is sent as typed.
 */
export async function passwordDigest(password: string): Promise<string> {
  const digest = await sha256(new TextEncoder().encode(password))
  return btoa(String.fromCharCode(...digest))
}

/** On plain http browsers have no WebCrypto: a library is loaded. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (isSecureContext) return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const library = await loadChunk(() => import('./plain-sha256.ts'))
  return library.sha256(bytes)
}
