import { api } from '#contract/api.ts'
import { forgetLogin } from '../session/session.ts'
import { call } from './call.ts'
import { pauseSessionReads } from './session-reads.ts'

/**
 * Ends the session. The caller then loads another document; reads of the account wait until then
 * (`pauseSessionReads`).
 */
export async function logOut(): Promise<void> {
  await pauseSessionReads(call(api.account.logout, {}))
  forgetLogin()
  // the back/forward cache may restore this document with the data of the account
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}
