import { api } from '#contract/api.ts'
import { call } from './call.ts'
import { pauseSessionReads } from './session-reads.ts'

/** Ends the session; the caller then leaves the document, whose reads of the account wait for that. */
export async function logOut(): Promise<void> {
  await pauseSessionReads(call(api.account.logout, {}))
  // where the browser brings it back as it was left
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}
