import { readSecondFactor } from '#contract/account/second-factor.ts'
import type { SecondFactor } from '#contract/account/second-factor-fields.ts'
import { call } from '../../lib/call/call.ts'
import { type ReplaceableLoad, useLoad } from '../../ui/feedback/use-load.ts'

/** What changed, and recovery codes that are shown this once. */
export interface FactorChange {
  secondFactor: SecondFactor
  recoveryCodes?: string[] | undefined
}

export function useSecondFactor(): ReplaceableLoad<SecondFactor> {
  return useLoad('second-factor', (signal) => call(readSecondFactor, {}, { signal, isQuiet: true }))
}
