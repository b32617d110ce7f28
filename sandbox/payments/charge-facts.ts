import type { Intent, StoredMethod } from '../storage/tables.ts'
import type { TestCard } from './cards/test-card.ts'

/** What a charge is made from. */
export interface ChargeFacts {
  intent: Intent
  stored: StoredMethod
  /** Null for a wallet. */
  card: TestCard | null
  /** How the holder of a card agreed, where that was asked for. */
  authentication: 'challenge' | 'frictionless' | null
}
