import { deviceName } from '../../http/sessions/device-name.ts'
import type { LoginEvent } from '../login/login-events.store.ts'

/** Converts a stored login to its form on the wire. */
export function toLoginEvent({ at, ip, userAgent }: LoginEvent) {
  return { at: at.toISOString(), ip, device: deviceName(userAgent) }
}
