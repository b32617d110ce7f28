import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { decryptText, encryptText } from '../../lib/encrypted-text.ts'
import * as store from './signing-keys.store.ts'

const PURPOSE = 'sign-on-key'
/** A new key is published for this long before it signs: applications keep the list of keys for minutes. */
const PUBLISHED_AHEAD_MS = 15 * 60 * 1000
/** After its successor was made; longer than a session lives: a log-out may name an ID token of its beginning. */
const KEPT_MS = 60 * 24 * 60 * 60 * 1000

/** A private key of ES256 as a JSON Web Key with its id. */
export type SigningKey = JsonWebKey & { kid: string; use: 'sig'; alg: 'ES256' }

type Needs = Pick<Deps, 'sql' | 'now' | 'config'>

/**
 * The keys, the one that signs first. Creates one when there is none that SECRET_KEY opens, as before the first
 * sign-on and after a new SECRET_KEY.
 */
export async function readSigningKeys({ sql, now, config }: Needs): Promise<SigningKey[]> {
  const { secretKey } = config
  const found = orderKeys(await store.listSigningKeys(sql), secretKey, now())
  if (found.length > 0) return found
  return sql.begin(async (tx) => {
    await store.lockSigningKeys(tx)
    // another node may have been first
    const others = orderKeys(await store.listSigningKeys(tx), secretKey, now())
    if (others.length > 0) return others
    const key = createSigningKey()
    await storeKey(tx, key, { secretKey, createdAt: now() })
    return [key]
  })
}

/**
 * Makes a key that signs 15 minutes later, or at once when `isLeaked`: then all older keys end, and with them what
 * they signed. Returns its id and how many keys ended.
 */
export function rotateSigningKey(
  { sql, now, config }: Needs,
  { isLeaked }: { isLeaked: boolean },
): Promise<{ id: string; ended: number }> {
  const createdAt = now()
  const key = createSigningKey()
  return sql.begin(async (tx) => {
    await store.lockSigningKeys(tx)
    await storeKey(tx, key, { secretKey: config.secretKey, createdAt })
    const ended = isLeaked
      ? await store.deleteOtherKeys(tx, key.kid)
      : await store.deleteSucceededKeys(tx, new Date(createdAt.getTime() - KEPT_MS))
    return { id: key.kid, ended }
  })
}

function orderKeys(
  stored: readonly store.StoredSigningKey[],
  secretKey: string,
  now: Date,
): SigningKey[] {
  const publishedBy = now.getTime() - PUBLISHED_AHEAD_MS
  const usable = stored.flatMap(({ privateKey, createdAt }) => {
    const key = openKey(secretKey, privateKey)
    return key === null ? [] : [{ key, isPublished: createdAt.getTime() <= publishedBy }]
  })
  const signing = usable.find(({ isPublished }) => isPublished) ?? usable.at(-1)
  const others = usable.filter((each) => each !== signing)
  return [...(signing ? [signing] : []), ...others].map(({ key }) => key)
}

function createSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...privateKey.export({ format: 'jwk' }), kid: uuidv7(), use: 'sig', alg: 'ES256' }
}

function storeKey(
  tx: Query,
  key: SigningKey,
  { secretKey, createdAt }: { secretKey: string; createdAt: Date },
): Promise<void> {
  const privateKey = encryptText(secretKey, PURPOSE, JSON.stringify(key))
  return store.insertSigningKey(tx, { id: key.kid, privateKey, createdAt })
}

/** Null when another SECRET_KEY encrypted it. */
function openKey(secretKey: string, stored: Uint8Array): SigningKey | null {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- createSigningKey wrote it
    return JSON.parse(decryptText(secretKey, PURPOSE, stored)) as SigningKey
  } catch {
    return null
  }
}
