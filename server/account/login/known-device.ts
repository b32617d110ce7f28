import type { FastifyRequest } from 'fastify'
import type { Query } from '../../db/sql.ts'
import { DEVICE_COOKIE } from '../../http/cookies.ts'
import { hashToken, isToken, createToken } from '../../http/sessions/session.ts'
import { addKnownDevice, deleteKnownDevices, isKnownDevice } from './known-devices.store.ts'

/** Reads the device token of this browser; null when it has none. */
export function readDeviceToken({ cookies }: Pick<FastifyRequest, 'cookies'>): string | null {
  const cookie = cookies[DEVICE_COOKIE]
  return isToken(cookie) ? cookie : null
}

/** Returns the hash of this browser's device token when the owner of the address has logged in on it, else null. */
export async function findKnownDevice(
  sql: Query,
  email: string,
  request: Pick<FastifyRequest, 'cookies'>,
): Promise<Buffer | null> {
  const token = readDeviceToken(request)
  if (token === null) return null
  const tokenHash = hashToken(token)
  return (await isKnownDevice(sql, email, tokenHash)) ? tokenHash : null
}

/**
 * After a new password only the browser that set it remains known, so that strangers who lock the account
 * with wrong passwords do not lock it out. Returns the token for its cookie.
 */
export async function forgetOtherDevices(
  tx: Query,
  userId: string,
  request: FastifyRequest,
  now: Date,
): Promise<string> {
  const token = readDeviceToken(request) ?? createToken()
  await deleteKnownDevices(tx, userId)
  await addKnownDevice(tx, userId, { tokenHash: hashToken(token), now })
  return token
}
