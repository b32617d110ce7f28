import { api } from '#contract/api.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { call } from '../lib/call/call.ts'
import { readServerTime } from '../lib/clock.ts'
import { type Load, useLoad } from '../ui/feedback/use-load.ts'

type Profile = OutputOf<typeof api.account.profile>

/** The profile on pages whose document has asked for it already (`early-balance.ts`), of account and recharge. */
export function useEarlyProfile(): Load<Profile> {
  return useLoad(
    'profile',
    async (signal) =>
      (await takeEarly()) ?? call(api.account.profile, {}, { signal, isQuiet: true }),
  )
}

/** Undefined where the document has not asked, in vain, or for another user: then the call says what has failed. */
async function takeEarly(): Promise<Profile | undefined> {
  const { earlyProfile } = globalThis
  globalThis.earlyProfile = undefined
  const answer = await earlyProfile?.answer
  if (!answer || !earlyProfile?.isOfUser()) return undefined
  if (!Number.isNaN(answer.ahead)) {
    readServerTime(new Date(Date.now() + answer.ahead).toUTCString())
  }
  return api.account.profile.output.safeParse(answer.data).data
}
