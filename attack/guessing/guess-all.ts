import type { AttackOptions, AttackRow } from '../attack.ts'
import { startTarget } from '../rig/target.ts'
import { guessCodes } from './guess-codes.ts'
import { guessConsole } from './guess-console.ts'
import { guessPasswords } from './guess-passwords.ts'
import { guessSecrets } from './guess-secrets.ts'

const GUESSES = { small: 60, large: 500 }

/** Guesses at once, of everything that a stranger could guess. */
export async function guessAll({ database, isSmall }: AttackOptions): Promise<AttackRow[]> {
  await using target = await startTarget({ database, name: 'guessing', customers: 2 })
  const count = isSmall ? GUESSES.small : GUESSES.large
  return [
    await guessPasswords(target, count),
    await guessCodes(target, count),
    await guessSecrets(target, count),
    await guessConsole(target, count),
  ]
}
