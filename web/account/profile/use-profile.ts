import { api } from '#contract/api.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { call } from '../../lib/call/call.ts'
import { type ReplaceableLoad, useLoad } from '../../ui/feedback/use-load.ts'

/** The logged-in user, balance and last login, as the server answers them. */
export type Profile = OutputOf<typeof api.account.profile>

export function useProfile(): ReplaceableLoad<Profile> {
  return useLoad('profile', (signal) => call(api.account.profile, {}, { signal, isQuiet: true }))
}
