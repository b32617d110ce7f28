import { api } from '#contract/api.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { call } from '../lib/call/call.ts'
import { type Load, useLoad } from '../ui/feedback/use-load.ts'

/** The profile on pages whose document has asked for it already (`early-balance.ts`). */
export function useEarlyProfile(): Load<OutputOf<typeof api.account.profile>> {
  return useLoad('profile', async (signal) => {
    const { earlyProfile } = globalThis
    globalThis.earlyProfile = undefined
    // undefined where the document has not asked, or in vain: then the call says what has failed
    const { data } = api.account.profile.output.safeParse(await earlyProfile)
    return data ?? call(api.account.profile, {}, { signal, isQuiet: true })
  })
}
