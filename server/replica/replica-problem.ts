/** What two servers say of themselves. */
interface Identity {
  /** Null: no shop yet. */
  shopId: string | null
  /** The same on a primary and its replicas; null or absent: not told. */
  systemId?: string | null
  isReplica: boolean
}

export type ReplicaProblem = 'not a replica' | 'of another shop' | 'of another server'

/** Why lists may not be read there; null: they may, as far as it has come. */
export function findReplicaProblem(primary: Identity, replica: Identity): ReplicaProblem | null {
  if (!replica.isReplica) return 'not a replica'
  if (replica.shopId !== primary.shopId) return 'of another shop'
  const isTold = primary.systemId != null && replica.systemId != null
  return isTold && replica.systemId !== primary.systemId ? 'of another server' : null
}
