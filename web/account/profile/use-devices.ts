import { api } from '#contract/api.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { call } from '../../lib/call/call.ts'
import { type Load, useLoad } from '../../ui/feedback/use-load.ts'

type Devices = OutputOf<typeof api.account.sessions>

/** A browser that is logged in to the account. */
export type Device = Devices['list'][number]

export function useDevices(): Load<Devices> {
  return useLoad('sessions', (signal) => call(api.account.sessions, {}, { signal, isQuiet: true }))
}
