import { isCheckViolation } from '../../db/sql.ts'
import { Refusal } from '../exit.ts'

/** Turns the database's refusal to lose the last owner into a sentence. */
export function refuseLastOwner(error: unknown): never {
  if (!isCheckViolation(error, 'operators_owner')) throw error
  throw new Refusal('这是最后一位所有者：请先让另一位同事成为所有者', { code: 'LAST_OWNER' })
}
