import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { hashKey, isApplicationKey } from '../secrets.ts'
import { type Application, findApplication, recordKeyUse } from './application-keys.store.ts'

/** How long a node believes what it read of a key: a revoked key is dead everywhere within it. */
export const KEY_CACHE_MS = 30_000
const RECORD_USE_EVERY_MS = 60_000

const NO_KEY = '请用请求头 Authorization: Bearer app_… 给出应用密钥'
const FOREIGN_ADDRESS = '应用密钥不能从这个地址使用，请从登记的网段调用'

interface KeyOwner {
  application: Application
  /** Whether the key may be used from an address. */
  isAllowed: (address: string) => boolean
}

interface KnownKey {
  readAt: number
  owner: Promise<KeyOwner | null>
}

/** Finds the application of a request's key. Throws UNAUTHENTICATED. */
export type Authenticate = (request: FastifyRequest) => Promise<Application>

export function createAuthenticate({ sql, now }: Pick<Deps, 'sql' | 'now'>): Authenticate {
  /** By the hash of the key. Keys that are not live leave it, so it holds no more than the database does. */
  const known = new Map<string, KnownKey>()

  async function read(hash: Buffer, at: Date): Promise<KeyOwner | null> {
    const application = await findApplication(sql, hash)
    if (!application) return null
    await recordKeyUse(sql, hash, { now: at, before: new Date(at.getTime() - RECORD_USE_EVERY_MS) })
    return { application, isAllowed: addressCheck(application.networks) }
  }

  /** Calls at the same time share one reading. */
  async function find(hash: Buffer): Promise<KeyOwner | null> {
    const name = hash.toString('base64')
    const at = now()
    let key = known.get(name)
    const age = key === undefined ? 0 : at.getTime() - key.readAt
    if (key === undefined || age < 0 || age >= KEY_CACHE_MS) {
      key = { readAt: at.getTime(), owner: read(hash, at) }
      known.set(name, key)
    }
    const owner = await key.owner.catch((error: unknown) => {
      if (known.get(name) === key) known.delete(name)
      throw error
    })
    if (!owner && known.get(name) === key) known.delete(name)
    return owner
  }

  return async ({ headers, ip }) => {
    const [, key = ''] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
    const owner = isApplicationKey(key) ? await find(hashKey(key)) : null
    if (owner === null) {
      const message =
        headers.authorization === undefined ? NO_KEY : '应用密钥无效，请核对是否完整、是否已作废'
      throw new AppError('UNAUTHENTICATED', { message })
    }
    if (!owner.isAllowed(ip)) throw new AppError('UNAUTHENTICATED', { message: FOREIGN_ADDRESS })
    return owner.application
  }
}

/** `networks` are addresses or ranges such as `203.0.113.0/24`; without any, every address is allowed. */
function addressCheck(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => true
  const allowed = new BlockList()
  for (const network of networks) {
    const [base = '', length] = network.split('/')
    const family = familyOf(base)
    if (length === undefined) allowed.addAddress(base, family)
    else allowed.addSubnet(base, Number(length), family)
  }
  return (address) => allowed.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
