import type { ConsoleDeps } from '../deps.ts'
import { type CodeFactor, replacePasswordHash } from './factors.store.ts'

/**
 * Stores a password, which was right, anew when it is stored at a lower cost or under an older key of SECRET_KEY. Called
 * after the sign-in: before it the time would tell a right password from a wrong one. A failure waits for the next time.
 */
export async function renewPasswordHash(
  { sql, passwords, log }: ConsoleDeps,
  { operatorId, passwordHash }: Pick<CodeFactor, 'operatorId' | 'passwordHash'>,
  password: string,
): Promise<void> {
  if (passwordHash === null) return
  try {
    const renewed = await passwords.rehash(passwordHash, password, 'owner')
    if (renewed === null) return
    await replacePasswordHash(sql, { operatorId, passwordHash, renewed })
  } catch (err) {
    log.warn({ err, operator: operatorId }, 'a password of the console was not stored anew')
  }
}
