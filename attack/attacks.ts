import type { Attack } from './attack.ts'
import { fuzzRoutes } from './fuzz/fuzz-routes.ts'
import { guessAll } from './guessing/guess-all.ts'

/** Every attack by its name, in the order of a whole run. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  fuzz: fuzzRoutes,
  guessing: guessAll,
}
