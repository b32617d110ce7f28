import { loadChunk } from '../loading/chunk.ts'

/**
 * base64(SHA-256(utf8(password))): the form in which a new password leaves the page (original specification,
 * section 5), except the one of a change, which is sent as typed. Keyboards compose accents differently: hashed is
 * Unicode's composed form.
 */
export function passwordDigest(password: string): Promise<string> {
  return hashText(password.normalize('NFC'))
}

/** For a password that the server compares: older accounts have the digest of the form as typed. */
export async function knownPasswordDigest(password: string): Promise<string> {
  const digest = await passwordDigest(password)
  return password === password.normalize('NFC') ? digest : `${digest} ${await hashText(password)}`
}

async function hashText(text: string): Promise<string> {
  const digest = await sha256(new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...digest))
}

/** On plain http browsers have no WebCrypto: a library is loaded. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (isSecureContext) return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const library = await loadChunk(() => import('./plain-sha256.ts'))
  return library.sha256(bytes)
}
