import * as z from 'zod/mini'
import type { PushKind } from '#contract/console/settings/push-fields.ts'
import { decryptText, encryptText } from '../../lib/encrypted-text.ts'

const stored = z.object({ address: z.string(), secret: z.nullable(z.string()) })

/** Where a channel leads: a mail address, or a webhook and what signs its messages. */
export type PushTarget = z.output<typeof stored>

export function encryptTarget(secretKey: string, target: PushTarget): Buffer {
  return encryptText(secretKey, 'push-target', JSON.stringify(target))
}

/** Null when it was stored under another SECRET_KEY. */
export function decryptTarget(secretKey: string, bytes: Uint8Array): PushTarget | null {
  try {
    return stored.parse(JSON.parse(decryptText(secretKey, 'push-target', bytes)))
  } catch {
    return null
  }
}

/** What may be shown of the address: all of a mail's, the host of a webhook's. */
export function shownAddress(kind: PushKind, target: PushTarget | null): string {
  if (target === null) return '（SECRET_KEY 换过，地址读不出来）'
  return kind === 'mail' ? target.address : new URL(target.address).hostname
}
