import { api } from '#contract/api.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { call } from '../../lib/call/call.ts'
import { type ReplaceableLoad, useLoad, type Load } from '../../ui/feedback/loaded.tsx'

/** The logged-in user, balance and last login, as the server answers them. */
export type Profile = OutputOf<typeof api.account.profile>

export function useProfile(): ReplaceableLoad<Profile> {
  return useLoad('profile', (signal) => call(api.account.profile, {}, { signal, isQuiet: true }))
}

type Devices = OutputOf<typeof api.account.sessions>

/** A browser that is logged in to the account. */
export type Device = Devices['list'][number]

export function useDevices(): Load<Devices> {
  return useLoad('sessions', (signal) => call(api.account.sessions, {}, { signal, isQuiet: true }))
}
