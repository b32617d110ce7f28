import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * base64(SHA-256(utf8(password))): the only form in which a password leaves the page
 * (original specification, section 5). Not WebCrypto, which plain http does not have.
 */
export function passwordDigest(password: string): string {
  return btoa(String.fromCharCode(...sha256(utf8ToBytes(password))))
}
