import type * as contract from '#contract/account/second-factor.ts'
import type { SecondFactor } from '#contract/account/second-factor-fields.ts'
import type { Answers } from './answer.ts'
import { MOCK_QR_CODE } from './mock-qr-code.ts'
import { mockState } from './state.ts'

const PASSKEY = {
  ...{ id: 'mock-passkey', name: '手机', isSynced: true, lastUsedAt: null },
  createdAt: '2026-01-05T02:00:00.000Z',
}
const CODES = Array.from('ABCDEFGHIJ', (letter) => `${letter}AAA-BBBB-CCCC-DDDD`)

let current: SecondFactor = { since: null, passkeys: [], totp: null, recoveryCodesLeft: 0 }

export function mockSecondFactor(): SecondFactor {
  return current
}

/** Any code proves the factor, which lasts as long as the document; passkeys need a server. */
export const secondFactorAnswers: Answers<typeof contract> = {
  beginSecondLogin: () => ({ hasTotp: true, passkeyOptions: null }),
  finishSecondLogin: () => ({ user: mockState().user }),
  readSecondFactor: () => current,
  beginSecondFactorProof: () => ({ hasTotp: current.totp !== null, passkeyOptions: null }),
  proveSecondFactor: () => ({ provenUntil: new Date(Date.now() + 300_000).toISOString() }),
  beginTotpSetup: () => ({ secret: 'JBSWY3DPEHPK3PXP', qr: MOCK_QR_CODE, ticket: 'ticket' }),
  setTotp: () => change({ totp: { createdAt: new Date().toISOString() } }),
  removeTotp: () => change({ totp: null }),
  beginPasskeySetup: () => ({ options: {} }),
  addPasskey: ({ name }) => change({ passkeys: [{ ...PASSKEY, name }] }),
  removePasskey: () => change({ passkeys: [] }),
  renewRecoveryCodes: () => ({ secondFactor: current, recoveryCodes: CODES }),
}

function change(changed: Partial<SecondFactor>) {
  const wasOff = current.since === null
  const next = { ...current, ...changed }
  const isOn = next.totp !== null || next.passkeys.length > 0
  const since = isOn ? (current.since ?? new Date().toISOString()) : null
  current = { ...next, since, recoveryCodesLeft: isOn ? CODES.length : 0 }
  return { secondFactor: current, ...(wasOff && isOn && { recoveryCodes: CODES }) }
}
